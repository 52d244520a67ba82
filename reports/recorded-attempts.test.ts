// What a script makes of a finding about what the feed says of the attempts at an event.
import t from 'tap'
import { isHearing } from './hearing.ts'
import { finding, ground } from './retried-deliveries.support.ts'
import type { Finding } from './run-record.ts'
import { scriptModel } from './script-model.ts'

const modelFor = (given: Partial<Finding>, answers: readonly string[], delivery: object) =>
  scriptModel(finding(given), ground(answers, 'failed', undefined, delivery), 'all')

const askedFor = (given: Partial<Finding>, answers: readonly string[], delivery: object) => {
  const verdict = modelFor(given, answers, delivery)?.verdict
  return verdict?.by === 'answer' ? verdict.asked : null
}

const at = (field: string): string => `/data/type=order.created/delivery/${field}`

t.test('the feed is read once the attempts were refused as they were', (t) => {
  const counted = { rule: 'feed.delivery-has-attempts', received: 3, expected: '≤ 2' }
  const { needed, judged, isWaited } = modelFor(counted, ['410', '503'], { attempts: 3 })!
  t.strictSame(
    needed.map(({ id }) => id),
    ['x1', 'x2', 'x3 heard 1', 'x3 moved 1', 'x3 heard 2', 'x3 read'],
  )
  t.equal(judged.request.url, 'https://x.example.com/sandbox/v1/events?order_id=ord_1&per_page=100')
  t.ok(isWaited, 'what was just answered may not be booked yet')
  t.strictSame(askedFor(counted, ['410', '503', '503'], { attempts: 3 }), {
    at: at('attempts'),
    form: '≤',
    values: ['2'],
  })
  t.end()
})

t.test('each field', (t) => {
  const status = { rule: 'feed.last-response-status-is-the-one-answered', received: 419, expected: 418 }
  const shown = { attempts: 1, last_response_status: 419 }
  t.match(askedFor(status, ['418'], shown), { at: at('last_response_status'), form: 'equal', values: ['418'] })
  const due = { rule: 'feed.next-attempt-at-is-set-while-a-retry-is-due', received: null, expected: 'present' }
  t.match(askedFor(due, ['410'], { next_attempt_at: null }), {
    at: at('next_attempt_at'),
    form: 'not',
    values: ['null'],
  })
  const letter = { rule: 'feed.dead-lettered-event-has-that-status', received: 'failed', expected: 'dead_lettered' }
  const nine = Array<string>(9).fill('503')
  t.match(askedFor(letter, nine, { status: 'failed' }), { at: at('status'), values: ['"dead_lettered"'] })
  const first = { pointer: '/data/0/delivery/attempts', received: 0, expected: 1, requests: ['x3', 'd1'] }
  t.match(askedFor(first, ['204'], { attempts: 0 }), { at: at('attempts'), form: 'equal', values: ['1'] })
  const other = { ...first, received: 7 }
  t.notOk(modelFor(other, ['204'], { attempts: 0 })?.needed.some(isHearing), 'no event of which the feed says that')
  t.end()
})
