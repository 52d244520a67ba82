// What orders can be made from on this target: its products, and what it fills in for each postal code, learned from an order.
import { enumerations } from '../contract/contract.ts'
import { chosenPlaces } from '../generate/chosen-places.ts'
import { readCatalog } from '../generate/catalog-product.ts'
import { lastPastDate } from '../generate/due-dates.ts'
import type { Enumerations, Ground, Place } from '../generate/order-ground.ts'
import { coverCatalog, type ProductCoverage } from '../generate/product-coverage.ts'
import { validOrder } from '../generate/valid-order.ts'
import type { GeneratedOrder } from '../generate/composed-order.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import { readOrder } from '../steps/order-state.ts'
import { create } from '../steps/place-order.ts'
import { fieldAt, succeeded, textAt } from '../steps/read.ts'
import type { Answered } from '../evidence/exchange.ts'
import { notTested } from '../evidence/inconclusive.ts'
import { catalogReadings } from './catalog-readings.ts'

/** An order that was sent, and how it was read afterwards; null where it was refused or not read. */
export type SentOrder = { order: GeneratedOrder; answer: Answered; read: Answered | null }

type OrderInputs = { coverage: ProductCoverage; ground: Ground; bare: SentOrder[] }

export const sendOrder = async (context: StepContext, order: GeneratedOrder, readBack = true): Promise<SentOrder> => {
  const answer = await create(context, order.request)
  const read = readBack && succeeded(answer) ? await readOrder(context, textAt(answer, '/id')) : null
  return { order, answer, read }
}

const learn = (postal_code: string, read: Answered): Place => {
  const [city, state, county] = ['city', 'state', 'county'].map((part) => fieldAt(read, `/property/address/${part}`))
  if (typeof city !== 'string' || typeof state !== 'string') return { postal_code }
  return { postal_code, filled: { city, state, county: typeof county === 'string' ? county : null } }
}

export const orderInputs: Scenario<OrderInputs> = {
  id: 'order-inputs',
  async run(context) {
    const { plain, withAdu } = await context.shared(catalogReadings)
    const known = enumerations() as Enumerations
    const coverage = coverCatalog(readCatalog(plain.products, withAdu.products, known), known)
    const [product] = coverage.orderable
    if (!product) throw notTested('no-orderable-product')

    const today = new Date(context.now()).toISOString().slice(0, 10)
    const codes = chosenPlaces(context.profile.postal_codes.resolvable)
    const bare: SentOrder[] = []
    for (const [at, postal_code] of (codes.length > 0 ? codes : ['78701']).entries()) {
      const place = { postal_code }
      const given = { enumerations: known, places: [place], today, marker: context.marker() }
      bare.push(
        await sendOrder(
          context,
          { request: validOrder(product, { ...given, reference: null }), product, place },
          at % 2 === 0,
        ),
      )
    }
    // A place whose bare order was refused is tried again with a fuller order: what the bare one lacked may be the reason.
    const places = bare.flatMap(({ order: { place }, answer, read }) =>
      succeeded(answer) ? [learn(place.postal_code, read ?? answer)] : [],
    )
    if (places.length === 0) places.push(...bare.map(({ order }) => order.place))
    const lastPast = lastPastDate(context.now())
    return { coverage, ground: { enumerations: known, places, today, lastPast, marker: context.marker() }, bare }
  },
}
