// What the company's operations on one order have in common: one at a time, decided on the newest state, answered alike.
import type { DomainContext } from '../orders/context.ts'
import type { Decision } from '../domain/decision.ts'
import type { Order } from '../domain/records.ts'
import { apply, contextOf, ownersOf } from '../engine/commit.ts'
import type { Services } from '../engine/services.ts'
import { findOrder } from '../store/find.ts'
import { showOrder } from './show.ts'

type OrderCall<Body, Made> = {
  services: Services
  order: Order
  context: DomainContext
  params: Record<string, string>
  body: Body
  made: Made
}

type Definition<Body, Made> = {
  /** Whatever has to be awaited, such as the making of files; it changes nothing that anybody sees. */
  make?: (call: Omit<OrderCall<Body, undefined>, 'made' | 'context'>) => Promise<Made>
  decide: (call: OrderCall<Body, Made>) => Decision
  /** What the answer holds besides the order and the events. */
  show?: (services: Services, decision: Decision) => Record<string, unknown>
}

/** More events than any one change raises. */
const mostRaised = 1_000

type Carried = { order: Record<string, unknown>; raised: { id: string; type: string }[] }

/** Applies a decision; gives the order and the events it raised, which follow an id newer than all before it. */
export const carryOut = async (services: Services, decision: Decision): Promise<Carried> => {
  const { clock, ids, store } = services
  const mark = ids.next('evt', clock.now())
  const { account, id: order_id } = apply(services, decision)
  const raised = store.listEvents(ownersOf(services, account)[0] ?? account, { after: mark, order_id }, mostRaised)
  // Read before the wait: another call may change the order meanwhile.
  const order = showOrder(services, decision.order)
  await store.flush()
  return { order, raised: raised.map(({ id, type }) => ({ id, type })) }
}

/** Carries the operation out in this process; undefined where the order, looked at last, is not wanted any more. */
export type OrderCommand = (
  services: Services,
  params: Record<string, string>,
  body: unknown,
  isWanted?: (order: Order) => boolean,
) => Promise<Record<string, unknown> | undefined>

export const orderOperation =
  <Body = Record<string, never>, Made = undefined>({ make, decide, show }: Definition<Body, Made>): OrderCommand =>
  (services, params, sent, isWanted = () => true) =>
    services.locks.run(params['order_id']!, async () => {
      const body = sent as Body
      const before = findOrder(services, params['order_id']!)
      if (!isWanted(before)) return undefined
      const made = (await make?.({ services, order: before, params, body })) as Made
      const order = findOrder(services, before.id)
      if (!isWanted(order)) return undefined
      const decision = decide({ services, order, context: contextOf(services, order), params, body, made })
      const { order: shown, raised } = await carryOut(services, decision)
      return { order: shown, ...show?.(services, decision), raised }
    })
