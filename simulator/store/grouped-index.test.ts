// Rows that wait to be filed: whoever reads finds them, and none is filed that is gone by then.
import t from 'tap'
import type { Order } from '../domain/records.ts'
import { createOrderIndex } from './order-index.ts'
import { findOrders } from './order-query.ts'

const account = 'len_a:sandbox'

const order = (n: number, status = 'new') =>
  ({
    id: `ord_${String(n).padStart(4, '0')}`,
    account,
    created_at: n,
    updated_at: n,
    order_number: String(n),
    lender_reference: null,
    status: { code: status, changed_at: n },
  }) as Order

const found = (index: ReturnType<typeof createOrderIndex>, filter = {}) =>
  findOrders(index, account, filter, 0, 10_000).keys.map(({ created_at }) => created_at)

const newestFirst = (count: number) => Array.from({ length: count }, (_, n) => count - 1 - n)

t.test('however many rows are put before somebody reads', async (t) => {
  for (const count of [1, 255, 256, 257, 700]) {
    const index = createOrderIndex()
    for (let n = 0; n < count; n += 1) index.put(order(n))
    t.equal([...index.keys()].length, count)
    for (let n = count; n < count + 10; n += 1) index.put(order(n))
    t.strictSame(found(index), newestFirst(count + 10), `${count} rows and ten more`)
  }
})

t.test('a row that is put twice, or taken out, before somebody reads', async (t) => {
  const index = createOrderIndex()
  for (let n = 0; n < 10; n += 1) index.put(order(n))
  for (let n = 0; n < 10; n += 2) index.put(order(n, 'on_hold'))
  index.put(order(4, 'cancelled'))
  index.delete(order(3).id)
  t.strictSame(found(index, { statuses: ['on_hold'] }), [8, 6, 2, 0])
  t.strictSame(found(index, { statuses: ['new'] }), [9, 7, 5, 1])
  t.strictSame(found(index, { statuses: ['cancelled'] }), [4])
  t.strictSame(found(index, { order_number: '3' }), [])
})

t.test('nothing that waited is there after everything was forgotten', async (t) => {
  const index = createOrderIndex()
  index.put(order(1))
  index.clear()
  t.strictSame(found(index), [])
  t.strictSame([...index.keys()], [])
  index.put(order(2))
  t.strictSame(found(index), [2])
})

const loaded = () => {
  const index = createOrderIndex()
  index.load(Array.from({ length: 10 }, (_, n) => order(n)))
  return index
}

t.test('rows that were there at the start are found, whatever happens to them before somebody reads', async (t) => {
  t.strictSame(found(loaded()), newestFirst(10))
  const index = loaded()
  index.put(order(4, 'on_hold'))
  index.put(order(10))
  index.delete(order(3).id)
  t.equal([...index.keys()].length, 10)
  t.strictSame(found(index), [10, 9, 8, 7, 6, 5, 4, 2, 1, 0])
  t.strictSame(found(index, { statuses: ['on_hold'] }), [4])
  t.strictSame(found(index, { statuses: ['new'] }), [10, 9, 8, 7, 6, 5, 2, 1, 0])
  t.strictSame(found(index, { order_number: '3' }), [])
  const gone = loaded()
  gone.delete(order(3).id)
  t.strictSame(found(gone, { order_number: '3' }), [], 'taken out with nothing else waiting')
  gone.clear()
  t.strictSame(found(gone), [])
  const forgotten = loaded()
  forgotten.clear()
  t.strictSame(found(forgotten), [])
})
