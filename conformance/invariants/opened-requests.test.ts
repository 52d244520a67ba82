// Shows that a revision request is compared with what was sent for it, in its answer and on every list.
import t from 'tap'
import { createSecrets } from '../sut/secrets.ts'
import type { Answered } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createMemory } from './invariant.ts'
import { openedRequests } from './opened-requests.ts'

const url = 'https://target.test/v1/orders/ord_1/revision-requests'
const first = { kind: 'correction', reason: 'The garage is missing.' }
const record = { id: 'rr_1', ...first, responses: [] }

const opened = (sent: unknown, body: unknown, status = 201): Answered =>
  exchangeOf({ operation: 'createRevisionRequest', url, sent, body, status })

const listed = (...data: unknown[]): Answered =>
  exchangeOf({ operation: 'listRevisionRequests', url, body: { data }, status: 200 })

const missed = (...exchanges: Answered[]): string[] => {
  const memory = createMemory(createSecrets())
  return exchanges
    .flatMap((one) => openedRequests.assert(one, memory))
    .flatMap(({ passed, pointer }) => (passed ? [] : [String(pointer)]))
}

t.test('another kind or reason, or a response, is not what was sent', async (t) => {
  t.strictSame(missed(opened(first, { ...record, reason: 'The attic is missing.' })), ['/reason'])
  t.strictSame(missed(opened(first, { ...record, reason: null })), ['/reason'])
  t.strictSame(missed(opened(first, { ...record, kind: 'reconsideration_of_value' })), ['/kind'])
  t.strictSame(missed(opened(first, { ...record, responses: [{ id: 'msg_1' }] })), ['/responses'])
  const later = listed({ ...record, id: 'rr_2' }, { ...record, reason: 'Another.' })
  t.strictSame(missed(opened(first, record), later), ['/data/1/reason'])
})

t.test('what was sent, what nobody sent, and what was answered before are no failures', async (t) => {
  t.strictSame(missed(opened(first, record), listed({ ...record, responses: [{ id: 'msg_1' }] })), [])
  t.strictSame(missed(opened({ kind: 'correction', reason: 'Cafe\u0301 ' }, { ...record, reason: 'Caf\u00e9' })), [])
  t.strictSame(missed(opened({ kind: 'correction' }, { ...record, reason: 'The company asks.' })), [])
  t.strictSame(missed(opened(first, { code: 'validation_failed' }, 422)), [], 'a refusal')
  const again = opened({ ...first, reason: 'Another.' }, { ...record, responses: [{ id: 'msg_1' }] })
  t.strictSame(missed(opened(first, record), again), [], 'an answer that is repeated')
})
