// Defects that break rules of the area catalog.
import * as op from '../../simulator/behaviour/operators/index.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

/** A code that is another one at every reading. */
const renumbered = (breaks: string, id: string, path: string): Defect => ({
  id,
  breaks: `catalog.${breaks}`,
  bug: 'Codes are the places of rows in a table that is rewritten.',
  apply: op.perTarget((reading = 0) =>
    op.edit('present.product', (product) => {
      reading += 1
      op.changeAt(product, path, (code) => `${String(code)}-${reading}`)
    }),
  ),
})

export const catalog: readonly Defect[] = [
  renumbered('order-type-codes-are-stable', 'renumbered-products', 'code'),
  renumbered('loan-type-codes-are-stable', 'renumbered-loan-types', 'loan_types.*.code'),
  renumbered('add-on-codes-are-stable', 'renumbered-add-ons', 'add_ons.*.code'),
  ...rows({
    'numeric-product-codes': {
      breaks: 'catalog.product-has-code',
      bug: 'Codes that look like numbers are sent as numbers.',
      apply: op.retype('present.product', 'code', (code) => (Number.isNaN(Number(code)) ? code : Number(code))),
    },
    'loan-types-named-by-language': {
      breaks: 'catalog.loan-type-codes-and-names-are-strings',
      bug: 'Names come by language.',
      apply: op.retype('present.product', 'loan_types.*.name', (name) => ({ en: name })),
    },
    'add-ons-named-by-language': {
      breaks: 'catalog.add-on-codes-and-names-are-strings',
      bug: 'Names come by language.',
      apply: op.retype('present.product', 'add_ons.*.name', (name) => ({ en: name })),
    },
    'catalog-answers-206': {
      breaks: 'catalog.answers-200',
      bug: 'A page of the catalog is answered as partial content.',
      apply: op.succeed('listOrderTypes', 206),
    },
    'catalog-of-codes': {
      breaks: 'catalog.returns-a-list-of-order-types',
      bug: 'The catalog lists codes, each to be looked up.',
      apply: op.retype('listOrderTypes', 'data', (data) => Object.fromEntries((data as unknown[]).entries())),
    },
    'has-adu-defaults-to-true': {
      breaks: 'catalog.has-adu-defaults-to-false',
      bug: 'Without the query has_adu every add-on is listed.',
      apply: op.misread('catalog.lists.boolean', (query, name, fallback) => [
        query,
        name,
        name === 'has_adu' ? true : fallback,
      ]),
    },
    'has-adu-stays': {
      breaks: 'catalog.has-adu-defaults-to-false',
      bug: 'Without the query has_adu what was asked last is listed.',
      deep: 'only after a reading with has_adu',
      apply: op.perTarget((last = false) =>
        op.wrap('catalog.lists.boolean', (value, query, name) => {
          if (name !== 'has_adu') return value
          if (query.has(name)) last = value
          return last
        }),
      ),
    },
    'has-adu-is-true-from-the-second-page-on': {
      breaks: 'catalog.has-adu-defaults-to-false',
      bug: 'From the second page on every add-on is listed where has_adu is left out.',
      deep: 'only from the second page on',
      apply: op.wrap(
        'catalog.lists.boolean',
        (value, query, name) => value || (name === 'has_adu' && !query.has(name) && Number(query.get('page')) > 1),
      ),
    },
    'adu-add-ons-always-listed': {
      breaks: 'catalog.without-adu-lists-no-adu-only-add-ons',
      bug: 'The query has_adu is not read, and every add-on is listed.',
      apply: op.accept('catalog.addOnApplies'),
    },
    'has-adu-lists-only-adu-add-ons': {
      breaks: 'catalog.with-adu-keeps-the-other-add-ons',
      bug: 'The query has_adu=true lists only the add-ons that need a dwelling unit.',
      apply: op.replace('catalog.addOnApplies', ({ requires_adu }, hasAdu) => requires_adu === hasAdu),
    },
    'adu-add-ons-never-listed': {
      breaks: 'catalog.with-adu-adds-adu-only-add-ons',
      bug: 'The query has_adu is not read, and add-ons for dwelling units never show.',
      apply: op.replace('catalog.addOnApplies', ({ requires_adu }) => !requires_adu),
    },
    'report-format-not-read': {
      breaks: 'catalog.report-format-filter-excludes-the-other-format',
      bug: 'The query report_format is not read.',
      apply: op.misread('catalog.list', (company, lender) => [company, lender, undefined]),
    },
    'filter-drops-withdrawn-products': {
      breaks: 'catalog.report-format-filter-keeps-every-match',
      bug: 'The filtered query has a condition more and leaves out withdrawn products.',
      apply: op.wrap('catalog.list', (usual, _company, _lender, format) =>
        usual.filter(({ active }) => active || format === undefined),
      ),
    },
    'report-format-3-6-unknown': {
      breaks: 'catalog.report-format-filter-accepts-both-formats',
      bug: 'The filter does not know the newer format.',
      apply: op.misread('catalog.lists.member', (query, name, allowed) => [
        query,
        name,
        allowed.filter((value) => value !== 'uad_3_6'),
      ]),
    },
    'withheld-products-listed': {
      breaks: 'catalog.product-the-lender-may-not-order-is-absent',
      bug: 'The catalog is that of the company, whichever lender asks.',
      apply: op.accept('catalog.isVisible'),
    },
    'add-on-marked-for-adu-in-the-catalog-alone': {
      breaks: 'catalog.with-adu-adds-adu-only-add-ons',
      bug: 'The catalog has a mark of its own for the add-ons of dwelling units, and it is on one that needs none.',
      apply: op.perTarget((marked = new Set<string>()) =>
        op.wrap('catalog.addOnApplies', (applies, { code, requires_adu }, hasAdu) => {
          if (marked.size === 0 && !requires_adu) marked.add(code)
          return hasAdu || (applies && !marked.has(code))
        }),
      ),
    },
    'withdrawn-products-vanish': {
      breaks: 'catalog.withdrawn-product-is-listed-as-inactive',
      bug: 'Withdrawn products are left out of the catalog.',
      apply: op.replace(
        'catalog.isVisible',
        (product, lender) => product.active && !product.withheld_from.includes(lender.id),
      ),
    },
    'catalog-refuses-with-422': {
      breaks: 'catalog.errors-are-the-declared-ones',
      bug: 'A query that cannot be used is answered 422, as it is for orders.',
      apply: op.set('catalog.lists.unusableCode', 'validation_failed'),
    },
    'format-shows-what-is-withheld': {
      breaks: 'catalog.product-the-lender-may-not-order-is-absent',
      bug: 'Under a report format the catalog shows what is withheld from the lender.',
      deep: 'only under the filter by report format',
      also: ['list.total-counts-every-matching-item'],
      apply: op.instead('catalog.list', (usual, company, lender, format) =>
        usual(company, format === undefined ? lender : { ...lender, id: 'anybody' }, format),
      ),
    },
    'format-sorts-by-name': {
      breaks: 'list.order-types-sorted-by-code',
      bug: 'Under a report format the catalog is sorted by the names of the products.',
      deep: 'only under the filter by report format',
      apply: op.wrap('catalog.list', (all, _company, _lender, format) =>
        format === undefined ? all : all.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      ),
    },
    'format-ignores-has-adu': {
      breaks: 'catalog.with-adu-adds-adu-only-add-ons',
      bug: 'Under a report format has_adu is not looked at.',
      deep: 'only under the filter by report format',
      apply: op.perTarget((asked: { format?: string | undefined } = {}) => [
        op.instead('catalog.addOnApplies', (usual, addOn, hasAdu) =>
          usual(addOn, asked.format === undefined && hasAdu),
        ),
        op.note('catalog.list', (_company, _lender, format) => void (asked.format = format)),
      ]),
    },
    'format-leaves-out-what-is-withdrawn': {
      breaks: 'catalog.report-format-filter-keeps-every-match',
      bug: 'Under a report format the catalog leaves out what was withdrawn.',
      deep: 'only for a withdrawn product',
      apply: op.wrap('catalog.list', (all, _company, _lender, format) =>
        format === undefined ? all : all.filter(({ active }) => active),
      ),
    },
    'has-adu-leaves-out-what-is-withdrawn': {
      breaks: 'catalog.with-adu-keeps-the-other-add-ons',
      bug: 'With has_adu the catalog leaves out what was withdrawn.',
      deep: 'only for a withdrawn product',
      apply: op.perTarget((hasAdu = false) => [
        op.wrap('catalog.list', (all) => (hasAdu ? all.filter(({ active }) => active) : all)),
        op.mutation('misread', ({ catalog: { lists } }) => {
          const { boolean } = lists
          lists.boolean = (query, name, fallback) => (hasAdu = boolean.call(lists, query, name, fallback))
        }),
      ]),
    },
    'format-ignored-from-the-second-page-on': {
      breaks: 'catalog.report-format-filter-excludes-the-other-format',
      bug: 'From the second page on the catalog is not filtered by format.',
      deep: 'only from the second page on',
      apply: op.mutation('drop', ({ catalog: { lists } }) => {
        const { value } = lists
        lists.value = (query, name) =>
          Number(query.get('page') ?? '1') > 1 && name === 'report_format' ? null : value.call(lists, query, name)
      }),
    },
  }),
]
