// Defects that break rules of the area catalog.
import { accept, instead, misread, replace, set, wrap } from '../operators/index.ts'
import type { Defect } from './defect.ts'
import { changeAt, type Wire } from '../operators/edit-wire.ts'

/** Changes every product on its way out. */
const listed = (breaks: string, id: string, bug: string, change: (product: Wire) => void): Defect => ({
  id,
  breaks: `catalog.${breaks}`,
  bug,
  apply: ({ present }) => {
    const { product } = present
    present.product = function (...given) {
      const wire = structuredClone(product.apply(this, given))
      change(wire)
      return wire
    }
  },
})

/** A code that is another one at every reading. */
const renumbered = (breaks: string, id: string, path: string): Defect => {
  let reading = 0
  return listed(breaks, id, 'Codes are the places of rows in a table that is rewritten.', (product) => {
    reading += 1
    changeAt(product, path, (code) => `${String(code)}-${reading}`)
  })
}

export const catalog: readonly Defect[] = [
  listed('product-has-code', 'numeric-product-codes', 'Codes that look like numbers are sent as numbers.', (product) =>
    changeAt(product, 'code', (code) => (Number.isNaN(Number(code)) ? code : Number(code))),
  ),
  listed(
    'loan-type-codes-and-names-are-strings',
    'loan-types-named-by-language',
    'Names come by language.',
    (product) => changeAt(product, 'loan_types.*.name', (name) => ({ en: name })),
  ),
  listed('add-on-codes-and-names-are-strings', 'add-ons-named-by-language', 'Names come by language.', (product) =>
    changeAt(product, 'add_ons.*.name', (name) => ({ en: name })),
  ),
  renumbered('order-type-codes-are-stable', 'renumbered-products', 'code'),
  renumbered('loan-type-codes-are-stable', 'renumbered-loan-types', 'loan_types.*.code'),
  renumbered('add-on-codes-are-stable', 'renumbered-add-ons', 'add_ons.*.code'),
  {
    id: 'catalog-answers-206',
    breaks: 'catalog.answers-200',
    bug: 'A page of the catalog is answered as partial content.',
    apply: ({ wire }) => {
      wire.success['listOrderTypes'] = 206
    },
  },
  {
    id: 'catalog-of-codes',
    breaks: 'catalog.returns-a-list-of-order-types',
    bug: 'The catalog lists codes, each to be looked up.',
    apply: instead('wire.finish', (usual, operationId, answer) => {
      if (operationId === 'listOrderTypes') {
        const body = answer.body as { data: Wire[] }
        return usual(operationId, {
          ...answer,
          body: { ...body, data: Object.fromEntries(body.data.entries()) },
        })
      }
      return usual(operationId, answer)
    }),
  },
  {
    id: 'has-adu-defaults-to-true',
    breaks: 'catalog.has-adu-defaults-to-false',
    bug: 'Without the query has_adu every add-on is listed.',
    apply: misread('catalog.lists.boolean', (query, name, fallback) => [
      query,
      name,
      name === 'has_adu' ? true : fallback,
    ]),
  },
  {
    id: 'adu-add-ons-always-listed',
    breaks: 'catalog.without-adu-lists-no-adu-only-add-ons',
    bug: 'The query has_adu is not read, and every add-on is listed.',
    apply: accept('catalog.addOnApplies'),
  },
  {
    id: 'has-adu-lists-only-adu-add-ons',
    breaks: 'catalog.with-adu-keeps-the-other-add-ons',
    bug: 'The query has_adu=true lists only the add-ons that need a dwelling unit.',
    apply: replace('catalog.addOnApplies', ({ requires_adu }, hasAdu) => requires_adu === hasAdu),
  },
  {
    id: 'adu-add-ons-never-listed',
    breaks: 'catalog.with-adu-adds-adu-only-add-ons',
    bug: 'The query has_adu is not read, and add-ons for dwelling units never show.',
    apply: replace('catalog.addOnApplies', ({ requires_adu }) => !requires_adu),
  },
  {
    id: 'report-format-not-read',
    breaks: 'catalog.report-format-filter-excludes-the-other-format',
    bug: 'The query report_format is not read.',
    apply: misread('catalog.list', (company, lender) => [company, lender, undefined]),
  },
  {
    id: 'filter-drops-withdrawn-products',
    breaks: 'catalog.report-format-filter-keeps-every-match',
    bug: 'The filtered query has a condition more and leaves out withdrawn products.',
    apply: wrap('catalog.list', (usual, _company, _lender, format) =>
      usual.filter(({ active }) => active || format === undefined),
    ),
  },
  {
    id: 'report-format-3-6-unknown',
    breaks: 'catalog.report-format-filter-accepts-both-formats',
    bug: 'The filter does not know the newer format.',
    apply: misread('catalog.lists.member', (query, name, allowed) => [
      query,
      name,
      allowed.filter((value) => value !== 'uad_3_6'),
    ]),
  },
  {
    id: 'withheld-products-listed',
    breaks: 'catalog.product-the-lender-may-not-order-is-absent',
    bug: 'The catalog is that of the company, whichever lender asks.',
    apply: accept('catalog.isVisible'),
  },
  {
    id: 'add-on-marked-for-adu-in-the-catalog-alone',
    breaks: 'catalog.with-adu-adds-adu-only-add-ons',
    bug: 'The catalog has a mark of its own for the add-ons of dwelling units, and it is on one that needs none.',
    apply: ({ catalog }) => {
      const { addOnApplies } = catalog
      const marked = new Set<string>()
      catalog.addOnApplies = function byTheMark(addOn, hasAdu) {
        if (marked.size === 0 && !addOn.requires_adu) marked.add(addOn.code)
        return hasAdu || (addOnApplies.call(this, addOn, hasAdu) && !marked.has(addOn.code))
      }
    },
  },
  {
    id: 'withdrawn-products-vanish',
    breaks: 'catalog.withdrawn-product-is-listed-as-inactive',
    bug: 'Withdrawn products are left out of the catalog.',
    apply: replace(
      'catalog.isVisible',
      (product, lender) => product.active && !product.withheld_from.includes(lender.id),
    ),
  },
  {
    id: 'catalog-refuses-with-422',
    breaks: 'catalog.errors-are-the-declared-ones',
    bug: 'A query that cannot be used is answered 422, as it is for orders.',
    apply: set('catalog.lists.unusableCode', 'validation_failed'),
  },
]
