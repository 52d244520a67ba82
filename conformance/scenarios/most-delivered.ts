// The order that was delivered most often, as `order.completed` in the feed of the run tells, read when everything else is over.
import { groupBy } from '../../reports/group-by.ts'
import type { Answered } from '../evidence/exchange.ts'
import { blocked } from '../evidence/inconclusive.ts'
import type { Scenario } from '../kit/context.ts'
import type { SeenEvent } from '../steps/events-of.ts'
import { readOrder } from '../steps/order-state.ts'
import { runEvents } from './run-events.ts'

type MostDelivered = { deliveries: SeenEvent[]; order: Answered }

export const mostDelivered: Scenario<MostDelivered> = {
  id: 'most-delivered',
  async run(context) {
    const { events, pages } = await context.shared(runEvents)
    const completed = events.filter(({ type }) => type === 'order.completed')
    const byOrder = groupBy(completed, ({ data }) => String(data['order_id']))
    const [most] = [...byOrder].toSorted(([, one], [, other]) => other.length - one.length)
    if (most === undefined) throw blocked('no-event-of-run', ...pages)
    const [id, deliveries] = most
    return { deliveries, order: await readOrder(context, id) }
  },
}
