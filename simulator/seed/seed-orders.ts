// Orders in every status on request: each is placed as in the company's portal and brought there by legal moves.
import { commands } from '../company/commands.ts'
import { placeInPortal } from '../company/place-in-portal.ts'
import type { OrderDraft } from '../domain/order-draft.ts'
import type { Order } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Services } from '../engine/services.ts'
import { findLender } from '../store/find.ts'
import type { SeedRequest, SeededOrders } from '../public/simulator-options.ts'
import type { World } from '../engine/world.ts'
import { plainProduct, seedDraft } from './seed-draft.ts'
import { legsTo } from './legs.ts'

/** How many orders are placed at once. */
const mostSeeded = 1000

const refused = (message: string): Refusal => new Refusal('unusable_value', message, { status: 422 })

const ownerOf = ({ store }: Services, world: World, { lender_id }: SeedRequest) => {
  const main = store.clients.get(world.roles.main)?.lender_id
  const lender = findLender({ store }, lender_id ?? main ?? '')
  const company = store.companies.get(lender.company_id)!
  return { lender, company }
}

/** A step towards it that the company does not take is left out; the last one decides. */
const bring = async (services: Services, id: string, status: string): Promise<string | undefined> => {
  const params = { order_id: id }
  const now = (): Order => services.store.orders.get(id)!
  let refusal: string | undefined
  if (now().status.code === 'pending_review' && status !== 'pending_review')
    await commands.placeReviewedOrder(services, params, {})
  for (const { do: command, body } of status === now().status.code ? [] : legsTo(status)) {
    try {
      refusal = undefined
      await commands[command](services, params, body)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusal = error.message
    }
  }
  return now().status.code === status ? undefined : (refusal ?? `The order came to ${now().status.code}.`)
}

/** Throws a `Refusal` where the request itself cannot be used. */
export const seedOrders = async (services: Services, world: World, sent: SeedRequest): Promise<SeededOrders> => {
  const { statuses = Object.keys(services.contract.lifecycle.labels), count = 1, environment = 'sandbox' } = sent
  const order = (sent.order ?? {}) as Partial<OrderDraft>
  if (statuses.length * count > mostSeeded)
    throw refused(`${statuses.length * count} orders were asked for; ask for ${mostSeeded} at most.`)
  const { lender, company } = ownerOf(services, world, sent)
  const product = order.order_type_code ?? plainProduct(company, lender)
  if (product === undefined)
    throw refused(`Every product of ${company.id} needs more than its code; send an order with what it needs.`)
  const seeded: SeededOrders = { data: [], not_made: [] }
  for (const [index, status] of statuses.flatMap((one) => Array<string>(count).fill(one)).entries()) {
    const now = services.clock.now()
    const draft = { ...seedDraft(product, world.postal_codes.resolvable[0]!, { now, index }), ...order }
    const { order: placed } = await placeInPortal(services, { lender_id: lender.id, environment, order: draft })
    const id = placed['id'] as string
    const message = await bring(services, id, status)
    const { order_number } = services.store.orders.get(id)!
    if (message === undefined) seeded.data.push({ id, order_number, status, lender_id: lender.id, environment })
    else seeded.not_made.push({ status, order_id: id, message })
  }
  return seeded
}
