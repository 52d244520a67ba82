// What lists show.
import t from 'tap'
import { type Given, created, none, seen } from './order-traffic.ts'

t.test('an empty list shows how many pages it has', async (t) => {
  const empty = (total_pages: number) =>
    seen('list.total-pages-when-empty', { operation: 'listMessages', body: { data: [], total: 0, total_pages } })
  t.same([empty(0), empty(1)], [['zero'], ['one']])
})

t.test('a list asked for at once shows whether a new order is in it', async (t) => {
  const listed = (ids: string[], startedAt: number, query = ''): Given => ({
    operation: 'listOrders',
    path: `/orders${query}`,
    body: { data: ids.map((id) => ({ id })), total: ids.length },
    startedAt,
  })
  const freedom = 'list.new-order-visibility'
  t.same(seen(freedom, created(), listed(['ord_1', 'ord_0'], 20)), ['at-once'])
  t.same(seen(freedom, created(), listed(['ord_9', 'ord_0'], 20)), ['shortly-after'])
  t.same(seen(freedom, created(), listed(['ord_9', 'ord_0'], 20, '?status=new')), none, 'a filter may leave it out')
  t.same(seen(freedom, created(), listed(['ord_1'], 5000)), none, 'that is moments later')
})
