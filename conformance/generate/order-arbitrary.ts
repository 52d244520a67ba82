// Random valid orders over the live catalog, as a fast-check arbitrary that shrinks towards the bare order.
import * as fc from 'fast-check'
import { seededRandom } from '../kit/seeded-random.ts'
import { composeOrder, purposesOf, type GeneratedOrder } from './composed-order.ts'
import { safeDueDates } from './due-dates.ts'
import { randomPick, type Ground } from './order-ground.ts'
import { fits, parts } from './order-parts.ts'
import type { CatalogProduct } from './catalog-product.ts'

const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!

const choice = fc.nat({ max: 999 })

/**
 * @param products orderable ones, at least one
 * Every optional part is on about half the time. Only the pairwise set guarantees that each member of an enumeration is
 * used; here each is as likely as the product allows.
 */
export const orderArbitrary = (products: readonly CatalogProduct[], ground: Ground): fc.Arbitrary<GeneratedOrder> => {
  const dueDates = safeDueDates(ground.today)
  const levels = fc.tuple(...parts.map((part) => fc.nat({ max: Object.keys(part.levels).length - 1 })))
  const draw = {
    product: choice,
    place: choice,
    purpose: choice,
    propertyType: choice,
    occupancy: choice,
    loanType: choice,
    dueDate: choice,
    salt: fc.nat({ max: 2 ** 30 }),
    levels,
  }
  return fc.record(draw, { noNullPrototype: true }).map((drawn) => {
    const product = at(products, drawn.product)
    const place = at(ground.places, drawn.place)
    const chosen = parts.map((part, index) => {
      const able = Object.keys(part.levels).filter((level) => fits(part, level, product, place))
      return at(able, drawn.levels[index]!)
    })
    const plan = {
      product,
      place,
      levels: chosen,
      purpose: at(purposesOf(product, chosen), drawn.purpose),
      propertyType: at(product.propertyTypes, drawn.propertyType),
      occupancy: at(ground.enumerations.occupancy, drawn.occupancy),
      dueDate: at(dueDates, drawn.dueDate),
      reference: `${ground.marker}-r${drawn.salt.toString(36)}`,
      ...(product.loanTypes.length > 0 ? { loanType: at(product.loanTypes, drawn.loanType) } : {}),
    }
    return composeOrder(plan, ground, randomPick(seededRandom(drawn.salt, 'order')))
  })
}
