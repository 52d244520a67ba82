// An empty note or reason violates the rule where nobody wrote one, and not where somebody did.
import t from 'tap'
import type { Answered } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createMemory } from './invariant.ts'
import { createSecrets } from '../sut/secrets.ts'
import { textsRead } from './event-texts.ts'

const note = 'events.status-changed-note-is-never-an-empty-text'
const reason = 'events.reason-is-never-an-empty-text'

const exchange = (method: string, operation: string, path: string, body: unknown, sent?: unknown): Answered =>
  exchangeOf({ id: operation, method, operation, url: `https://target.test/v1${path}`, body, sent })

const act = (action: string, sent: unknown) => exchange('POST', `${action}Order`, `/orders/ord_1/${action}`, {}, sent)

const feed = (type: string, data: object) =>
  exchange('GET', 'listEvents', '/events', { data: [{ type, data: { order_id: 'ord_1', ...data } }] })

const judged = (...exchanges: Answered[]): [rule: string, passed: boolean][] => {
  const memory = createMemory(createSecrets())
  return exchanges.flatMap((one) => textsRead.assert(one, memory)).map(({ rule, passed }) => [rule, passed])
}

t.test('an empty text where nobody wrote one', async (t) => {
  t.strictSame(judged(act('hold', {}), feed('order.on_hold', { reason: '' })), [[reason, false]])
  t.strictSame(judged(act('cancel', { reason: 'Sold.' }), feed('order.cancelled', { reason: '' })), [[reason, false]])
  t.strictSame(judged(act('hold', {}), feed('order.status_changed', { note: '' })), [[note, false]])
})

t.test('null and words', async (t) => {
  t.strictSame(judged(act('hold', {}), feed('order.on_hold', { reason: null })), [[reason, true]])
  t.strictSame(judged(act('hold', {}), feed('order.on_hold', { reason: 'By the lender.' })), [[reason, true]])
  t.strictSame(judged(act('hold', {}), feed('order.status_changed', { note: null })), [[note, true]])
})

t.test('what others wrote, and what we wrote ourselves', async (t) => {
  t.strictSame(judged(feed('order.on_hold', { reason: '' })), [], 'an order that we did nothing to')
  t.strictSame(judged(act('hold', {}), feed('order.cancelled', { reason: '' })), [], 'the company cancelled it')
  t.strictSame(judged(act('hold', { reason: ' ' }), feed('order.on_hold', { reason: '' })), [], 'a blank of our own')
})
