// Scripts whose receiver refuses an event while the clock is moved: with the bug they end with 1, without it with 0, and where an attempt cannot come with 2.
// Silent for up to 120 s.
import t from 'tap'
import { curlScript } from '../../reports/curl-script.ts'
import { attemptsOf, finding, ground } from '../../reports/retried-deliveries.support.ts'
import type { Finding } from '../../reports/run-record.ts'
import { scriptModel } from '../../reports/script-model.ts'
import { runScript } from '../defect-script.ts'
import { sampled } from '../sampled.ts'
import { minimal } from '../simulator/samples.ts'

const scriptOf = (given: Partial<Finding>, answers: readonly string[], status?: string, said?: object): string => {
  const record = ground(answers, status, minimal(Date.now()), said)
  const { needed } = scriptModel(finding(given), record, 'all')!
  const kept = new Set(needed.filter(({ id }) => id !== 'x3').map(({ id }) => id))
  return curlScript(finding(given), record, { kept })
}

const again = { received: 'not sent again', expected: 'sent again', requests: ['d1'] }
const failed = { received: 'failed', expected: 'taken' }
const both = { requests: attemptsOf(2) }

type Row = [given: Partial<Finding>, answers: string[], status?: string, said?: object]

const rows: Record<string, Row> = {
  'one-attempt-only': [again, ['503']],
  'answer-410-ends-the-attempts': [again, ['410']],
  'answer-401-taken-as-final': [again, ['401']],
  'redirect-taken-as-success': [again, ['307 to https://127.0.0.1:9/assay?elsewhere']],
  'answer-4xx-given-up-once-repeated': [
    { received: 'dead_lettered', expected: 'not given up' },
    ['503', '400'],
    'dead_lettered',
  ],
  'answer-5xx-tried-five-times': [{ received: 5, expected: '≥ 9' }, Array<string>(5).fill('503')],
  'third-failed-connection-is-the-last': [
    { received: 3, expected: '≥ 9' },
    Array<string>(3).fill('the connection cut'),
  ],
  'retries-without-end': [{ received: 11, expected: '≤ 9' }, Array<string>(11).fill('503')],
  'conflict-taken-as-received': [{ received: 'taken', expected: 'failed' }, ['503', '409'], 'delivered'],
  'created-counts-as-failed': [failed, ['201']],
  'attempt-3-at-another-time': [
    { rule: 'delivery.attempt-3-after-5-minutes', received: '120 s', expected: '300 s' },
    ['503', '503', '503'],
  ],
  'attempt-4-at-another-time': [
    { rule: 'delivery.attempt-4-after-30-minutes', received: 3, expected: 4 },
    ['503', '503', '503'],
  ],
  'redelivery-with-a-new-time': [{ rule: 'delivery.created-at-is-kept-on-redelivery', ...both }, ['503', '204']],
  'redelivery-with-a-new-id': [
    { rule: 'delivery.redelivery-keeps-the-id', pointer: '/id', expected: 'evt_1', requests: ['d2'] },
    ['503', '204'],
  ],
  'redirects-followed': [
    {
      rule: 'delivery.only-the-configured-endpoint-is-called',
      received: ['/assay/a1b2c3d4?elsewhere'],
      expected: [],
      requests: ['d1'],
    },
    ['307 to https://127.0.0.1:9/assay/a1b2c3d4?elsewhere'],
  ],
  'retried-delivery-counts-failures': [
    { rule: 'feed.delivery-has-attempts', received: 1, expected: '≥ 2' },
    ['503', '204'],
    'delivered',
    { attempts: 1 },
  ],
  'feed-delivery-with-another-last-response-status': [
    { rule: 'feed.last-response-status-is-the-one-answered', received: 411, expected: 410 },
    ['410'],
    'failed',
    { attempts: 1, last_response_status: 411 },
  ],
  'next-attempt-not-shown': [
    { rule: 'feed.next-attempt-at-is-set-while-a-retry-is-due', received: null, expected: 'present' },
    ['503'],
    'failed',
    { attempts: 1 },
  ],
  'late-retries-with-the-former-secret': [
    { kind: 'bad_signature', received: 'former', expected: 'new', requests: ['d3'] },
    ['503', '503', '401'],
  ],
  'retry-goes-where-the-first-attempt-went': [
    { rule: 'delivery.retry-goes-to-the-url-in-force', received: 'another address', expected: 'the new address' },
    ['503'],
  ],
  'receiver-gets-five-seconds': [failed, ['204 after 6000 ms']],
  'receiver-gets-thirty-seconds': [again, ['204 after 13000 ms']],
  'signature-time-of-the-event': [
    { rule: 'delivery.retry-has-a-fresh-t', received: '0 s', expected: '60 s', ...both },
    ['503', '204'],
  ],
}

t.jobs = 2

for (const [defect, row] of sampled(Object.entries(rows), 8))
  t.test(defect, async (t) => {
    const script = scriptOf(...row)
    const withBug = await runScript(script, defect)
    t.equal(withBug.code, 1, withBug.output)
    const fixed = await runScript(script)
    t.equal(fixed.code, 0, fixed.output)
  })

t.test('where an attempt cannot come, nothing is judged', async (t) => {
  const script = scriptOf(again, ['503'])
  const unreachable = await runScript(script, undefined, { ASSAY_WEBHOOK_URL: 'https://127.0.0.1:1/hooks' })
  t.equal(unreachable.code, 2, unreachable.output)
  t.match(unreachable.last, /^not judged: nothing came to the webhook receiver/)
  const alone = await runScript(script, undefined, { ASSAY_CONTROL_URL: '' })
  t.equal(alone.code, 2)
  t.match(alone.last, /^not judged: the company acted in between \(POST \/clock\/advance\)/)
  // An attempt before the judged one is missing: that one says nothing.
  const third = scriptOf({ received: 'dead_lettered', expected: 'not given up' }, ['503', '400'], 'dead_lettered')
  const early = await runScript(third, 'one-attempt-only')
  t.equal(early.code, 2, early.output)
  t.equal(early.last, 'not judged: attempt 2 at order.created did not come.')
})
