// What depends on an order (documents, messages, revision requests), kept in reading order per order.
import type { Dated } from './compare.ts'
import { Family, createGroupedIndex, type Index } from './grouped-index.ts'
import { SortedList } from './sorted-list.ts'

type Child = Dated & { order_id: string }

type OrderChildren<Row> = Index<Row> & { idsOf(order_id: string): string[] }

export function createOrderChildren<Row extends Child>(compare: (a: Dated, b: Dated) => number): OrderChildren<Row> {
  const perOrder = new Family<Dated, Child, undefined>(
    (key) => key.order_id,
    () => new SortedList({ compare }),
  )
  const index = createGroupedIndex<Row, Child>(
    ({ id, created_at, order_id }) => ({ id, created_at, order_id }),
    [perOrder],
  )
  return { ...index, idsOf: (order_id) => Array.from(perOrder.list(order_id) ?? [], (key) => key.id) }
}
