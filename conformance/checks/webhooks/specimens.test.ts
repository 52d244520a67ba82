// What the target says of a specimen is judged by what our receiver knows, unless it answered too late.
import t from 'tap'
import type { Delivery } from '../../evidence/delivery.ts'
import { exchangeOf } from '../../evidence/exchange.support.ts'
import type { Profile } from '../../sut/profile.ts'
import type { Receiver } from '../../receiver/receiver.ts'
import { judgedBy } from '../judged-by.support.ts'
import checks from './specimens.ts'

const check = checks.find(({ id }) => id === 'webhooks.test-shows-its-delivery')!
const at = Date.parse('2026-03-02T15:04:05Z')

type Shown = { delivered?: boolean; response_status?: number | null }

const specimenOf = (id: string, answer: string, status: number | null, shown: Shown = {}) => ({
  type: 'order.created',
  delivery: { id, answer, json: { id: `evt_${id}` } } as unknown as Delivery,
  moment: { from: at, to: at, ahead: 0 },
  answer: exchangeOf({
    operation: 'testWebhook',
    ms: 6_000,
    body: {
      event_id: `evt_${id}`,
      delivered: status !== null && status < 300,
      response_status: status,
      response_time_ms: answer.includes('after') ? 5_500 : 3,
      attempted_at: new Date(at).toISOString(),
      ...shown,
    },
  }),
})

const outcomesWith = async (slow: Shown, ...late: string[]) => {
  const seen = {
    all: [specimenOf('d1', '204', 204)],
    refused: specimenOf('d2', '500', 500),
    cut: specimenOf('d3', 'the connection cut', null),
    slow: specimenOf('d4', '200 after 5500 ms', 200, slow),
  }
  const receiver = { late: new Set(late) } as unknown as Receiver
  return judgedBy(check, seen, { receiver, profile: { webhook: {} } as unknown as Profile })
}

t.test('what the receiver answered is what the target shows', async (t) => {
  for (const { verdict, rule } of await outcomesWith({})) t.equal(verdict, 'pass', rule)
  const blamed = (await outcomesWith({ delivered: false, response_status: null })).filter(
    ({ verdict }) => verdict === 'fail',
  )
  t.strictSame(
    blamed.map(({ rule }) => rule),
    ['webhooks.test-answers-delivered', 'webhooks.test-answers-response-status'],
  )
})

t.test('a specimen that was answered too late is not blamed, and leaves its rules open', async (t) => {
  const outcomes = await outcomesWith({ delivered: false, response_status: null }, 'd4')
  for (const one of outcomes) t.match(one, { verdict: 'not-tested', reason_code: 'receiver-answered-late' }, one.rule)
})
