// The catalog read with each of its queries.
import { includes, only, present } from '../../evidence/expected.ts'
import { notTested, reason } from '../../evidence/inconclusive.ts'
import { entriesIn } from '../../evidence/parts.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { abilities } from '../../generate/product-abilities.ts'
import { claims } from '../../kit/claims.ts'
import { catalogReadings, readProducts, type CatalogReading } from '../../scenarios/catalog-readings.ts'
import { getPage, itemsOf } from '../../steps/walk-pages.ts'

const defaults = 'catalog.has-adu-defaults-to-false'
const keepsAddOns = 'catalog.with-adu-keeps-the-other-add-ons'

const addOnsOf = ({ add_ons }: Record<string, unknown>): unknown[] =>
  entriesIn(add_ons)
    .map(({ code }) => code)
    .toSorted()

const addOnsByProduct = ({ products }: CatalogReading): Record<string, string[]> =>
  Object.fromEntries(products.map((product) => [String(product['code']), addOnsOf(product).map(String)]))

const accepts = 'catalog.report-format-filter-accepts-both-formats'
const excludes = 'catalog.report-format-filter-excludes-the-other-format'
const keeps = 'catalog.report-format-filter-keeps-every-match'
const absent = 'catalog.product-the-lender-may-not-order-is-absent'
const sorted = 'list.order-types-sorted-by-code'
const adds = 'catalog.with-adu-adds-adu-only-add-ons'
const counts = 'list.total-counts-every-matching-item'

const formats = ['uad_2_6', 'uad_3_6']

const codesOf = ({ products }: CatalogReading, format?: string): unknown[] =>
  products.filter(({ report_format }) => format === undefined || report_format === format).map(({ code }) => code)

type Named = { code?: unknown; name?: unknown }

/** Codes by name, of names that only one entry has. */
const codesByName = (entries: readonly Named[]): Map<unknown, unknown> => {
  const names = entries.map(({ name }) => name)
  const unique = entries.filter(({ name }) => names.indexOf(name) === names.lastIndexOf(name))
  return new Map(unique.map(({ name, code }) => [name, code]))
}

const listsIn = ({ products }: CatalogReading, member: 'loan_types' | 'add_ons'): Map<unknown, Named[]> =>
  new Map(products.map(({ name, [member]: list }) => [name, entriesIn(list)]))

export default claims(catalogReadings, [], {
  // The query has_adu adds the add-ons that need an accessory dwelling unit, takes none away, and is false when left out.
  'catalog.has-adu-decides-on-add-ons': {
    verifies: [defaults, keepsAddOns],
    judge({ plain, withoutAdu, withAdu, 'uad_3_6 with ADU': before, ...formats }, { expect }) {
      const [usual, without, more] = [plain, withoutAdu, withAdu].map(addOnsByProduct) as [
        Record<string, string[]>,
        Record<string, string[]>,
        Record<string, string[]>,
      ]
      expect(defaults).equal(computedFrom(usual, ...plain.pages, ...withoutAdu.pages), without)
      // These were read without the query right after a reading with it.
      for (const format of ['uad_2_6', 'uad_3_6'] as const)
        for (const [code, addOns] of Object.entries(addOnsByProduct(formats[format])))
          if (without[code])
            expect(defaults).equal(
              computedFrom(addOns, ...before.pages, ...formats[format].pages, ...withoutAdu.pages),
              without[code],
            )
      if (Object.keys(without).length === 0) expect(keepsAddOns).notTested('catalog-empty')
      for (const [code, addOns] of Object.entries(without))
        expect(keepsAddOns).that(
          computedFrom(more[code], ...withoutAdu.pages, ...withAdu.pages),
          () => more[code] !== undefined && addOns.every((addOn) => more[code]!.includes(addOn)),
          addOns.length > 0 ? includes(addOns) : present,
        )
    },
  },
  // The query report_format lists the products of that format, all of them and no others.
  'catalog.report-format-filters-products': {
    verifies: [accepts, excludes, keeps, counts, absent, sorted, adds],
    async judge(readings, context) {
      const { expect } = context
      const { plain } = readings
      expect([absent, sorted]).notTested('catalog-empty')
      expect(adds).notTested(reason('no-product-that', { asks: [abilities.uad_3_6.asks] }))
      const filtered = [
        ['uad_2_6', readings.uad_2_6],
        ['uad_3_6', readings.uad_3_6],
        ['uad_3_6', readings['uad_3_6 with ADU']],
      ] as const
      for (const [format, reading] of filtered) {
        const read = reading.pages.map((page) => expect(accepts).status(page, '2xx'))
        if (read.includes(false)) continue
        const listed = [...new Set(codesOf(reading))]
        const all = [...new Set(codesOf(plain))]
        const wanted = codesOf(plain, format)
        // What another format has is there in the whole too: it says nothing of what may be ordered, and how it is sorted. A code may be
        // there in either format.
        const ofWhole = plain.products
          .filter(({ code }) => listed.includes(code) && !wanted.includes(code))
          .map((one) => one['report_format'])
        const shown = [...new Set([...reading.products.map((one) => one['report_format']), ...ofWhole])]
        expect(excludes).that(
          computedFrom(shown, ...reading.pages),
          () => shown.every((one) => one === format),
          only(format),
        )
        for (const page of reading.pages) expect(counts).equal(seen(page, '/total'), reading.products.length)
        expect(keeps).that(
          computedFrom(listed, ...reading.pages, ...plain.pages),
          () => wanted.every((code) => listed.includes(code)),
          includes(wanted),
        )
        expect(absent).that(
          computedFrom(listed, ...reading.pages, ...plain.pages),
          () => listed.every((code) => all.includes(code)),
          only(...all.map(String)),
        )
        expect(sorted).equal(
          computedFrom(
            listed.filter((code) => all.includes(code)),
            ...reading.pages,
          ),
          all.filter((code) => listed.includes(code)),
        )
      }
      // A later page of the whole has a product of another format; under a filter that page has none of it.
      const formatOf = (at: number): unknown => plain.products[at]?.['report_format']
      const at = plain.products.findIndex((_, index) => index > 0 && formats.includes(String(formatOf(index))))
      const asked = formats.find((format) => format !== formatOf(at))
      if (at > 0) {
        const query = { report_format: asked }
        const page = await getPage(context, { operationId: 'listOrderTypes', query }, { page: at + 1, per_page: 1 })
        const shown = itemsOf([page]).map(({ report_format }) => report_format)
        expect(excludes).that(computedFrom(shown, page), () => shown.every((format) => format === asked), only(asked))
      }
      const more = readings['uad_3_6 with ADU']
      for (const product of more.products) {
        const other = readings.withAdu.products.find(({ code }) => code === product['code'])
        if (other) expect(adds).equal(computedFrom(addOnsOf(product), ...more.pages), addOnsOf(other))
      }
    },
  },
  // A product, loan type or add-on that keeps its name keeps its code, from the first reading of the catalog to the last.
  'catalog.codes-are-stable': {
    verifies: [
      'catalog.order-type-codes-are-stable',
      'catalog.loan-type-codes-are-stable',
      'catalog.add-on-codes-are-stable',
    ],
    phase: 'last',
    async judge({ plain: first }, context) {
      const { expect } = context
      const last = await readProducts(context)
      const answers = [...first.pages, ...last.pages]

      const compare = (rule: string, before: readonly Named[], after: readonly Named[]): void => {
        const [old, now] = [codesByName(before), codesByName(after)]
        const codes = after.map((entry) => entry.code)
        // Names may be reworded: where the code is still listed, another entry has the name now.
        for (const [name, code] of old)
          if (now.get(name) === code || (now.has(name) && !codes.includes(code)))
            expect(rule).equal({ ...computedFrom(now.get(name), ...answers), pointer: String(name) }, code)
      }

      compare('catalog.order-type-codes-are-stable', first.products, last.products)
      const lists = [
        ['catalog.loan-type-codes-are-stable', 'loan_types'],
        ['catalog.add-on-codes-are-stable', 'add_ons'],
      ] as const
      for (const [rule, member] of lists) {
        const after = listsIn(last, member)
        for (const [product, entries] of listsIn(first, member)) compare(rule, entries, after.get(product) ?? [])
      }
      throw notTested('no-codes')
    },
  },
})
