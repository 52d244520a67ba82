// The deliveries of each order, as its `order.completed` tell of them.
import type { SeenEvent } from './events-of.ts'

/** By order; the order with most deliveries comes first. */
export const deliveriesByOrder = (events: readonly SeenEvent[]): [order: string, deliveries: SeenEvent[]][] => {
  const deliveries = new Map<string, SeenEvent[]>()
  for (const event of events) {
    const order = String(event.data['order_id'])
    if (event.type === 'order.completed') deliveries.set(order, [...(deliveries.get(order) ?? []), event])
  }
  return [...deliveries].toSorted(([, one], [, other]) => other.length - one.length)
}
