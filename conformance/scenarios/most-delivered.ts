// The order that was delivered most often, as `order.completed` in the feed of the run tells, read when everything else is over.
import type { Answered } from '../evidence/exchange.ts'
import { blocked } from '../evidence/inconclusive.ts'
import type { Scenario } from '../kit/context.ts'
import type { SeenEvent } from '../steps/events-of.ts'
import { readOrder } from '../steps/order-state.ts'
import { runEvents } from './run-events.ts'

type MostDelivered = { deliveries: SeenEvent[]; order: Answered }

const deliveriesByOrder = (events: readonly SeenEvent[]): Map<string, SeenEvent[]> => {
  const deliveries = new Map<string, SeenEvent[]>()
  for (const event of events) {
    const order = String(event.data['order_id'])
    if (event.type === 'order.completed') deliveries.set(order, [...(deliveries.get(order) ?? []), event])
  }
  return deliveries
}

export const mostDelivered: Scenario<MostDelivered> = {
  id: 'most-delivered',
  async run(context) {
    const { events, pages } = await context.shared(runEvents)
    const [most] = [...deliveriesByOrder(events)].toSorted(([, one], [, other]) => other.length - one.length)
    if (most === undefined) throw blocked('no-event-of-run', ...pages)
    const [id, deliveries] = most
    return { deliveries, order: await readOrder(context, id) }
  },
}
