// An order that was placed without a reference is listed without one, and what is listed is what was read, by any two clocks.
import t from 'tap'
import type { Answered } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createSecrets } from '../sut/secrets.ts'
import { createMemory } from './invariant.ts'
import { listedOrders } from './listed-orders.ts'

const rule = 'list.order-item-agrees-with-the-order'

const shown = (lender_reference: string | null) => ({
  id: 'ord_1',
  lender_reference,
  status: { code: 'new' },
  order_type: {},
  dates: { updated_at: '2026-03-02T10:00:00Z' },
})

const created = (reference: string | null) =>
  exchangeOf({ operation: 'createOrder', status: 201, body: shown(reference) })
const listed = (reference: string | null) => exchangeOf({ operation: 'listOrders', body: { data: [shown(reference)] } })
const amended = exchangeOf({ operation: 'amendOrder', url: 'https://sandbox.example.com/v1/orders/ord_1', body: {} })

const brokenBy = (...exchanges: Answered[]): string[] => {
  const memory = createMemory(createSecrets())
  return exchanges
    .flatMap((one) => listedOrders.assert(one, memory))
    .flatMap(({ passed, rule: broken }) => (passed ? [] : [broken]))
}

t.test('an order placed without a reference is listed without one, unless it was amended', async (t) => {
  t.strictSame(brokenBy(created(null), listed(null)), [])
  t.strictSame(brokenBy(created(null), listed('26-01873')), [rule])
  t.strictSame(brokenBy(created(null), amended, listed('26-01873')), [])
  t.strictSame(brokenBy(created(null), amended, created(null), listed('26-01873')), [], 'the original order again')
  t.strictSame(brokenBy(created('FS-1'), listed('FS-2')), [], 'that is for a read of the same moment to judge')
})

t.test('each environment may count its orders from one', async (t) => {
  const elsewhere = exchangeOf({ operation: 'listOrders', environment: 'production', body: { data: [shown('FS-1')] } })
  t.strictSame(brokenBy(created(null), elsewhere), [])
})

t.test('an order has no reference that was not sent', async (t) => {
  const placed = (sent: object, reference: string | null) =>
    exchangeOf({ operation: 'createOrder', status: 201, sent, body: shown(reference) })
  t.strictSame(brokenBy(placed({}, null)), [])
  t.strictSame(brokenBy(placed({}, '26-01873')), ['create.order-shows-the-lender-reference-sent'])
  t.strictSame(brokenBy(placed({ lender_reference: null }, '26-01873')), [
    'create.order-shows-the-lender-reference-sent',
  ])
  t.strictSame(brokenBy(placed({ lender_reference: 'FS-1' }, 'FS-1')), [])
  t.strictSame(brokenBy(placed({}, null), placed({}, 'FS-1')), [], 'a create sent again, after an amendment')
})

t.test('what was read long after the last change is listed, by the clock that dates both', async (t) => {
  const at = (second: number): Answered['response']['headers'] => [
    ['Content-Type', 'application/json'],
    ['Date', new Date(Date.UTC(2026, 2, 2, 10, 0, second)).toUTCString()],
  ]
  const whole = (code: string) => ({ ...shown('FS-1'), status: { code, changed_at: '2026-03-02T10:00:00Z' } })
  const placed = (second: number) =>
    exchangeOf({ operation: 'createOrder', status: 201, body: whole('new'), headers: at(second) })
  const read = (second: number) => exchangeOf({ operation: 'getOrder', body: whole('new'), headers: at(second) })
  const held = (second: number) =>
    exchangeOf({ operation: 'listOrders', body: { data: [whole('on_hold')] }, headers: at(second) })
  t.strictSame(brokenBy(placed(0), read(5), held(6)), [rule])
  t.strictSame(brokenBy(placed(5), read(5), held(5)), [], 'the answers are dated by a clock that is ahead')
  t.strictSame(brokenBy(placed(5), read(10), held(11)), [rule], 'which says as much later on')
})
