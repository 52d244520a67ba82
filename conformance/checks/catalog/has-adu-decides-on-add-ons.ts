// The query has_adu adds the add-ons that need an accessory dwelling unit, takes none away, and is false when left out.
import { entriesIn } from '../../evidence/parts.ts'
import { includes, present } from '../../evidence/expected.ts'
import { catalogReadings, type CatalogReading } from '../../scenarios/catalog-readings.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'

const defaults = 'catalog.has-adu-defaults-to-false'
const keeps = 'catalog.with-adu-keeps-the-other-add-ons'

const addOnsByProduct = ({ products }: CatalogReading): Record<string, string[]> =>
  Object.fromEntries(
    products.map(({ code, add_ons }) => [
      String(code),
      entriesIn(add_ons)
        .map((addOn) => String(addOn['code']))
        .toSorted(),
    ]),
  )

export default check({
  id: 'catalog.has-adu-decides-on-add-ons',
  verifies: [defaults, keeps],
  needs: [],
  async run({ shared, expect }) {
    const { plain, withoutAdu, withAdu, ...formats } = await shared(catalogReadings)
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
          expect(defaults).equal(computedFrom(addOns, ...formats[format].pages, ...withoutAdu.pages), without[code])
    if (Object.keys(without).length === 0) expect(keeps).notTested('catalog-empty')
    for (const [code, addOns] of Object.entries(without))
      expect(keeps).that(
        computedFrom(more[code], ...withoutAdu.pages, ...withAdu.pages),
        () => more[code] !== undefined && addOns.every((addOn) => more[code]!.includes(addOn)),
        addOns.length > 0 ? includes(addOns) : present,
      )
  },
})
