// The query report_format lists the products of that format, all of them and no others.
import { entriesIn } from '../../evidence/parts.ts'
import { includes, only } from '../../evidence/expected.ts'
import { catalogReadings, type CatalogReading } from '../../scenarios/catalog-readings.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { reason } from '../../evidence/inconclusive.ts'
import { abilities } from '../../generate/product-abilities.ts'
import { getPage, itemsOf } from '../../steps/walk-pages.ts'
import { check } from '../../kit/check.ts'

const accepts = 'catalog.report-format-filter-accepts-both-formats'
const excludes = 'catalog.report-format-filter-excludes-the-other-format'
const keeps = 'catalog.report-format-filter-keeps-every-match'

const absent = 'catalog.product-the-lender-may-not-order-is-absent'
const sorted = 'list.order-types-sorted-by-code'
const adds = 'catalog.with-adu-adds-adu-only-add-ons'

const counts = 'list.total-counts-every-matching-item'

const addOnsOf = ({ add_ons }: Record<string, unknown>): unknown[] =>
  entriesIn(add_ons)
    .map(({ code }) => code)
    .toSorted()

const formats = ['uad_2_6', 'uad_3_6']

const codesOf = ({ products }: CatalogReading, format?: string): unknown[] =>
  products.filter(({ report_format }) => format === undefined || report_format === format).map(({ code }) => code)

export default check({
  id: 'catalog.report-format-filters-products',
  verifies: [accepts, excludes, keeps, counts, absent, sorted, adds],
  needs: [],
  async run(context) {
    const { shared, expect } = context
    const readings = await shared(catalogReadings)
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
      const shown = [...new Set(reading.products.map(({ report_format }) => report_format))]
      expect(excludes).that(
        computedFrom(shown, ...reading.pages),
        () => shown.every((one) => one === format),
        only(format),
      )
      for (const page of reading.pages) expect(counts).equal(seen(page, '/total'), reading.products.length)
      const listed = codesOf(reading)
      const wanted = codesOf(plain, format)
      expect(keeps).that(
        computedFrom(listed, ...reading.pages, ...plain.pages),
        () => wanted.every((code) => listed.includes(code)),
        includes(wanted),
      )
      expect(absent).that(
        computedFrom(listed, ...reading.pages, ...plain.pages),
        () => listed.every((code) => wanted.includes(code)),
        only(...wanted.map(String)),
      )
      expect(sorted).equal(
        computedFrom(listed, ...reading.pages),
        wanted.filter((code) => listed.includes(code)),
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
})
