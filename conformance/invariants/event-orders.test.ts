// Events are held against the orders that they are about: the number, the currency of a fee, and when a status was taken.
import t from 'tap'
import type { Answered } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import type { Delivery } from '../evidence/delivery.ts'
import { ordersDelivered, ordersRead } from './event-orders.ts'
import { createMemory } from './invariant.ts'
import { createSecrets } from '../sut/secrets.ts'

const answered = (operation: string, body: unknown): Answered => exchangeOf({ operation, body })

const at = '2026-03-02T10:00:00.000Z'

const event = (type: string, data: object) =>
  answered('listEvents', { data: [{ id: 'evt_1', type, created_at: at, data: { order_id: 'ord_1', ...data } }] })

const order = (more: object) => answered('getOrder', { id: 'ord_1', order_number: 'A-1', ...more })

const brokenBy = (...exchanges: Answered[]): string[] => {
  const memory = createMemory(createSecrets())
  return exchanges
    .flatMap((one) => ordersRead.assert(one, memory))
    .flatMap(({ passed, rule }) => (passed ? [] : [rule]))
}

const bothWays = (...exchanges: Answered[]): string[] => {
  const [one, other] = [brokenBy(...exchanges), brokenBy(...exchanges.toReversed())]
  t.strictSame(one, other, 'in either order')
  return one
}

t.test('an event has the number of its order', async (t) => {
  t.strictSame(bothWays(event('order.assigned', { order_number: 'A-1' }), order({})), [])
  t.strictSame(bothWays(event('order.assigned', { order_number: 'A-2' }), order({})), [
    'delivery.data-has-order-number',
  ])
  t.strictSame(bothWays(event('order.assigned', { order_number: 'B-7', order_id: 'ord_2' }), order({})), [])
})

t.test('the answer to a hold has the number of its order', async (t) => {
  const held = (order_number: string) => answered('holdOrder', { id: 'ord_1', order_number })
  t.strictSame(bothWays(held('A-1'), order({})), [])
  t.strictSame(bothWays(held('A-2'), order({})), ['actions.hold-answer-has-order-number'])
})

t.test('a changed fee is in the currency of that fee', async (t) => {
  const changed = (currency: string) => event('order.fee_changed', { appraisal_fee: '500.00', currency })
  const fees = (appraisal_fee: string | null, currency: string) => order({ fees: { appraisal_fee, currency } })
  t.strictSame(bothWays(changed('USD'), fees('500.00', 'USD')), [])
  t.strictSame(bothWays(changed('CAD'), fees('500.00', 'USD')), ['events.fee-changed-has-currency'])
  t.strictSame(bothWays(changed('CAD'), fees('450.00', 'USD')), [], 'another fee')
  t.strictSame(bothWays(changed('CAD'), fees(null, 'USD')), [], 'while it is quoted')
})

t.test('a status is taken when its event is raised', async (t) => {
  const taken = (type: string, changed_at: string, more: object = {}) =>
    brokenBy(event(type, { status: { code: 'x', changed_at }, ...more }))
  const hourBefore = '2026-03-02T09:00:00.000Z'
  t.strictSame(taken('order.resumed', at), [])
  t.strictSame(taken('order.resumed', '2026-03-02T09:59:30Z'), [])
  t.strictSame(taken('order.resumed', hourBefore), ['events.resumed-status-is-of-that-moment'])
  t.strictSame(taken('order.cancelled', hourBefore), ['events.cancelled-has-status'])
  t.strictSame(taken('order.completed', hourBefore, { revision: false }), ['events.completed-status-is-of-that-moment'])
  t.strictSame(taken('order.completed', hourBefore, { revision: true }), [], 'the status may have stayed')
  t.strictSame(taken('order.status_changed', hourBefore), [], 'it may report the status already held')
  t.strictSame(taken('order.resumed', 'soon'), [], 'another rule is about its form')
})

t.test('an event that is dated in two ways says nothing of its status', async (t) => {
  const [memory, hourBefore] = [createMemory(createSecrets()), '2026-03-02T09:00:00.000Z']
  const record = event('order.resumed', { status: { code: 'x', changed_at: hourBefore } })
  const json = { id: 'evt_1', created_at: hourBefore, data: {} }
  ordersDelivered.assert({ id: 'd1', json } as Delivery, memory)
  t.strictSame(ordersRead.assert(record, memory), [])
})
