// When each attempt was made is taken from the feed, by the clock of the target, and nothing is made up.
import { recordedExchange } from '../recorded-exchange.support.ts'
import t from 'tap'
import type { RecordedDelivery, RecordedExchange } from '../run-record.ts'
import { emptyRun, type Run } from '../summary.ts'
import { eventLives } from './attempts.ts'
import { schedule } from './contract-tables.ts'
import { dueTimes, timeLines } from './time-line.ts'

const at = '2026-03-02T15:00:00.000Z'

const delivery = (id: string, event: string, answer: string): RecordedDelivery => ({
  id,
  received_at: at,
  method: 'POST',
  path: '/hook',
  headers: [
    ['X-Service-Event-Id', event],
    ['X-Service-Event-Type', 'order.created'],
  ],
  body: null,
  fault: null,
  answer,
})

const feed = (id: string, answer: string): RecordedExchange =>
  recordedExchange({ id, source: 'a.check', operation: 'listEvents', path: '/events', answer, started_at: at })

const shown = (event: string, attempts: number, last: string, next: string | null, status: string): string =>
  JSON.stringify({
    data: [
      {
        id: event,
        created_at: at,
        delivery: { attempts, last_attempt_at: last, next_attempt_at: next, status },
      },
    ],
  })

const runWith = (deliveries: RecordedDelivery[], exchanges: RecordedExchange[]): Run => ({
  ...emptyRun(),
  deliveries,
  exchanges,
})

t.test('attempts by the clock of the target, with what is only announced', async (t) => {
  const run = runWith(
    [delivery('d1', 'evt_1', '503'), delivery('d2', 'evt_1', '503'), delivery('d3', 'evt_1', '204')],
    [
      feed('x1', shown('evt_1', 1, '2026-03-02T15:00:01.000Z', '2026-03-02T15:01:01.000Z', 'failed')),
      feed('x2', shown('evt_1', 3, '2026-03-02T15:06:01.000Z', null, 'delivered')),
    ],
  )
  const [life] = eventLives(run, 5)
  t.match(life, { id: 'evt_1', type: 'order.created', ended: 'delivered' })
  t.strictSame(
    life!.attempts.map(({ number, after, announced, delivery: one }) => [number, after, announced, one?.id]),
    [
      [1, 0, false, 'd1'],
      [2, 60, true, 'd2'],
      [3, 360, false, 'd3'],
    ],
  )
})

t.test('a feed that says nothing leaves the times unknown', async (t) => {
  const broken = ['not JSON', '[]', '{"data":[null,{"id":"evt_1"},{"id":"evt_1","delivery":{"attempts":"two"}}]}']
  const run = runWith(
    [delivery('d1', 'evt_1', '503'), delivery('d2', 'evt_1', '204')],
    broken.map((text, index) => feed(`x${index}`, text)),
  )
  const [life] = eventLives(run, 5)
  t.equal(life!.ended, null)
  t.strictSame(
    life!.attempts.map(({ after }) => after),
    [null, null],
  )
  t.match(timeLines(run).markup, 'Not drawn: attempts 1, 2, of unknown time.')
})

t.test('one of the events that went alike is shown, and none that was taken at once', async (t) => {
  const pair = (event: string, first: string) => [delivery('d1', event, first), delivery('d2', event, '204')]
  const run = runWith(
    [...pair('evt_1', '503'), ...pair('evt_2', '503'), ...pair('evt_3', '401'), delivery('d9', 'evt_4', '204')],
    [],
  )
  t.strictSame(
    eventLives(run, 5).map(({ id }) => id),
    ['evt_1', 'evt_3'],
  )
})

t.test('the schedule adds up', async (t) => {
  const due = dueTimes(schedule().retry_delays_seconds)
  t.equal(due.length, schedule().attempts)
  t.strictSame(due.slice(0, 4), [0, 60, 360, 2160])
})

t.test('a number of attempts that is none counts for nothing', async (t) => {
  for (const attempts of [1e308, Number.MAX_SAFE_INTEGER + 2, 4_294_967_296, 1e6, -1, 1.5]) {
    const run: Run = {
      ...emptyRun(),
      deliveries: [delivery('d1', 'evt_1', '500'), delivery('d2', 'evt_1', '204')],
      exchanges: [feed('x1', shown('evt_1', attempts, at, null, 'delivered'))],
    }
    t.match(eventLives(run, 5), [{ attempts: { length: 2 } }], String(attempts))
  }
})
