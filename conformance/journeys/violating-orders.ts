// Creates that are each wrong in one point, sent one after the other, and the list of orders before and after them.
import { violationsOf } from '../generate/violations.ts'
import type { Untested } from '../generate/product-coverage.ts'
import type { Violation } from '../generate/violation.ts'
import { validOrder } from '../generate/valid-order.ts'
import type { Journey, StepContext } from '../run/context.ts'
import { create } from '../steps/place-order.ts'
import { entriesAt, must, textAt } from '../steps/read.ts'
import type { Answered } from '../target/exchange.ts'
import { catalogReadings, readProducts } from './catalog-readings.ts'
import { orderingGround } from './ordering-ground.ts'

export type Tried = { violation: Violation; answer: Answered }

export type ViolatingOrders = {
  tried: Tried[]
  untested: Untested[]
  /** A valid order placed before them, and the pages of the order list down to it. */
  landmark: Answered
  list: Answered[]
}

const mostPages = 5

/** A product that another lender of the company may order and this one is not shown. */
const withheldOrderType = async (context: StepContext): Promise<string | undefined> => {
  if (!context.has('other_lender')) return undefined
  const { plain } = await context.shared(catalogReadings)
  const { products } = await readProducts(context, {}, 'other_lender')
  const own = new Set(plain.products.map(({ code }) => code))
  const found = products.find(({ code, active }) => active === true && typeof code === 'string' && !own.has(code))
  return found?.['code'] as string | undefined
}

const listDownTo = async ({ client }: StepContext, id: string): Promise<Answered[]> => {
  const pages: Answered[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = must(await client.call('listOrders', { query: { page, per_page: 100 } }), 'no list of orders')
    pages.push(answer)
    const found = entriesAt(answer, '/data')
    if (found.length === 0 || found.some((item) => item['id'] === id)) break
  }
  return pages
}

export const violatingOrders: Journey<ViolatingOrders> = {
  id: 'violating-orders',
  async run(context) {
    const { coverage, ground: shared } = await context.shared(orderingGround)
    const ground = { ...shared, marker: context.marker() }
    const named = context.profile.postal_codes.unresolvable
    const { violations, untested } = violationsOf(coverage, ground, {
      unresolvablePostalCodes: named.length > 0 ? named : ['00000'],
      withheldOrderType: await withheldOrderType(context),
    })
    const landmark = must(await create(context, validOrder(coverage.orderable[0]!, ground)), 'no order could be placed')
    const tried: Tried[] = []
    for (const violation of violations) tried.push({ violation, answer: await create(context, violation.request) })
    return { tried, untested, landmark, list: await listDownTo(context, textAt(landmark, '/id')) }
  },
}
