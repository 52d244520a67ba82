// The end of `off_hold` violates the rule for an order that was cancelled or advanced by then, and for no other.
import t from 'tap'
import type { Answered } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createMemory } from './invariant.ts'
import { createSecrets } from '../sut/secrets.ts'
import { endOfOffHold } from './end-of-off-hold.ts'

const at = (second: number): string => `2026-03-02T10:00:${String(second).padStart(2, '0')}.000Z`

const exchange = (second: number, method: string, operation: string, path: string, body: unknown, sent?: unknown) =>
  exchangeOf({
    id: `x${second}`,
    method,
    operation,
    url: `https://target.test/v1${path}`,
    body,
    sent,
    startedAt: second * 1000,
    ms: 10,
  })

const action = (second: number, name: string, sent: unknown = {}) =>
  exchange(second, 'POST', name === 'advance' ? 'advanceOrder' : `${name}Order`, `/orders/ord_1/${name}`, {}, sent)

/** Held in `new`, and resumed a second later. */
const rest = [
  exchange(0, 'POST', 'holdOrder', '/orders/ord_1/hold', { previous_status: { code: 'new', label: 'New' } }, {}),
  action(1, 'resume'),
]

const read = (second: number, code: string, changed: number) => {
  const status = { code, label: code, changed_at: at(changed) }
  return exchange(second, 'GET', 'getOrder', '/orders/ord_1', { id: 'ord_1', status })
}

const moved = (second: number, from: string, to: string) => {
  const data = { order_id: 'ord_1', status: { code: to, changed_at: at(second) }, previous_status: { code: from } }
  return exchange(second, 'GET', 'listEvents', '/events', { data: [{ type: 'order.status_changed', data }] })
}

const brokenBy = (...exchanges: Answered[]): string[] => {
  const memory = createMemory(createSecrets())
  return exchanges
    .flatMap((one) => endOfOffHold.assert(one, memory))
    .flatMap(({ passed, rule }) => (passed ? [] : [rule]))
}

const advanced = action(3, 'advance', { to_status: 'appointment_scheduled' })

t.test('an order that comes alive again is found, by a read or an event', async (t) => {
  const cancel = 'actions.cancel-moves-order-to-cancelled'
  t.strictSame(brokenBy(...rest, action(3, 'cancel'), moved(8, 'cancelled', 'new')), [cancel])
  t.strictSame(brokenBy(...rest, advanced, moved(8, 'appointment_scheduled', 'new')), [
    'sandbox.advance-puts-the-order-in-to-status',
  ])
})

t.test('what else may become of it is not', async (t) => {
  t.strictSame(brokenBy(...rest, action(3, 'cancel'), read(4, 'new', 2), read(5, 'cancelled', 3)), [], 'a late read')
  t.strictSame(brokenBy(...rest, action(3, 'cancel'), moved(8, 'cancelled', 'reactivated')), [], 'reactivated')
  const cancelled = [action(3, 'cancel'), read(4, 'cancelled', 3)]
  t.strictSame(brokenBy(...rest, ...cancelled, read(9, 'new', 8)), [], 'put back in production, perhaps')
  t.strictSame(brokenBy(...rest, advanced, moved(8, 'appointment_scheduled', 'awaiting_review')), [], 'gone on')
  const back = moved(8, 'appointment_scheduled', 'appraiser_accepted')
  t.strictSame(brokenBy(...rest, advanced, back), [], 'moved back by the company')
  t.strictSame(brokenBy(...rest, moved(2, 'off_hold', 'new'), action(3, 'cancel'), read(4, 'cancelled', 3)), [])
  const held = [action(3, 'hold'), read(4, 'on_hold', 3)]
  t.strictSame(brokenBy(...rest, ...held, action(5, 'resume'), read(9, 'new', 8)), [], 'resumed again')
  t.strictSame(brokenBy(...rest, ...held, read(9, 'new', 8)), [], 'resumed by the company')
})
