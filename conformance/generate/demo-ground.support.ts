// A catalog and a ground for the tests of this folder: the demo world as its lender would see it on the wire.
import { readFixture } from '../../fixtures/read-fixture.ts'
import type { Enumerations, Ground } from './order-ground.ts'
import { readCatalog, type WireProduct } from './catalog-product.ts'
import { coverCatalog } from './product-coverage.ts'

type WorldProduct = Omit<WireProduct, 'add_ons'> & {
  add_ons: { code: string; name: string; requires_adu: boolean }[]
  withheld_from: string[]
}

const { enumerations } = readFixture('enumerations.yaml') as { enumerations: Enumerations }
const { companies } = readFixture('worlds/demo.yaml') as { companies: { catalog: WorldProduct[] }[] }

/** A company's catalog, read with and without `has_adu`. */
export const wireCatalog = (company: number, withAdu: boolean): WireProduct[] =>
  companies[company]!.catalog.filter((product) => product.withheld_from.length === 0).map((product) => ({
    ...product,
    add_ons: product.add_ons
      .filter((addOn) => withAdu || !addOn.requires_adu)
      .map(({ code, name }) => ({ code, name })),
  }))

export const ground: Ground = {
  enumerations,
  places: [
    { postal_code: '78701', filled: { city: 'Austin', state: 'TX', county: 'Travis' } },
    { postal_code: '00901' },
    { postal_code: '96799', filled: { city: 'Pago Pago', state: 'AS', county: null } },
  ],
  today: '2026-11-13',
  marker: 'assay-t35t',
}

/** The coverage of a company's catalog: 0 has something for nearly every rule, 1 has two products. */
export const coverageOf = (company: number) => {
  const catalog = readCatalog(wireCatalog(company, false), wireCatalog(company, true), enumerations)
  return coverCatalog(catalog, enumerations)
}
