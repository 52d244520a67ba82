// The catalog lists what the company offers this lender: nothing withheld, the withdrawn as inactive, each add-on where it applies.
import { entriesIn } from '../../evidence/parts.ts'
import { excludes, includes } from '../../evidence/expected.ts'
import { catalogReadings } from '../../scenarios/catalog-readings.ts'
import { companyCatalog } from '../../scenarios/company-catalog.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const absent = 'catalog.product-the-lender-may-not-order-is-absent'
const inactive = 'catalog.withdrawn-product-is-listed-as-inactive'
const without = 'catalog.without-adu-lists-no-adu-only-add-ons'
const adds = 'catalog.with-adu-adds-adu-only-add-ons'

type Listed = Record<string, unknown> | undefined

const addOnCodes = (product: Listed): unknown[] => entriesIn(product?.['add_ons']).map(({ code }) => code)

export default check({
  id: 'catalog.lists-what-the-company-offers',
  verifies: [absent, inactive, without, adds],
  needs: ['control'],
  async run({ shared, expect }) {
    const { products, isWithheld } = await shared(companyCatalog)
    const { withoutAdu, withAdu } = await shared(catalogReadings)
    const answers = [...withoutAdu.pages, ...withAdu.pages]
    for (const product of products) {
      const [plain, more] = [withoutAdu, withAdu].map((reading) =>
        reading.products.find(({ code }) => code === product.code),
      )
      if (isWithheld(product)) {
        expect(absent).equal(computedFrom(plain?.['code'] ?? more?.['code'], ...answers), undefined)
        continue
      }
      if (!product.active)
        expect(inactive).equal(
          computedFrom({ code: plain?.['code'], active: plain?.['active'] }, ...withoutAdu.pages),
          {
            code: product.code,
            active: false,
          },
        )
      const adu = product.add_ons.filter(({ requires_adu }) => requires_adu).map(({ code }) => code)
      for (const code of adu) {
        expect(without).that(
          computedFrom(addOnCodes(plain), ...withoutAdu.pages),
          (listed) => !(listed as unknown[]).includes(code),
          excludes(code),
        )
        expect(adds).that(
          computedFrom(addOnCodes(more), ...withAdu.pages),
          (listed) => (listed as unknown[]).includes(code),
          includes(code),
        )
      }
    }
    throw notTested('no-special-product')
  },
})
