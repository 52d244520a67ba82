// A sender that may have given up before our answer came has no answer to show.
import t from 'tap'
import type { Delivery } from '../../evidence/delivery.ts'
import { exchangeOf } from '../../evidence/exchange.support.ts'
import type { Receiver } from '../../receiver/receiver.ts'
import { judgedBy } from '../judged-by.support.ts'
import check from './record-says-how-the-receiver-answered.ts'

const answered = 'feed.last-response-status-is-the-one-answered'
const made = 'feed.last-attempt-at-is-when-it-was-made'
const at = Date.parse('2026-03-02T15:04:05Z')

const deliveryOf = (fault: string, answer: string) =>
  ({ id: `d-${fault}`, json: { id: `evt_${fault}` }, answer }) as unknown as Delivery

/** @param repeated what a second delivery of the event was answered */
const outcomesFor = async (shown: number | null, late: string[], repeated?: string) => {
  const first = { accepted: deliveryOf('accepted', '200'), unusual: deliveryOf('unusual', '299') }
  const moment = { from: at, to: at, ahead: 0 }
  const data = [
    ['accepted', shown],
    ['unusual', 299],
  ].map(([fault, last_response_status]) => ({
    id: `evt_${fault}`,
    type: 'order.assigned',
    delivery: {
      status: 'delivered',
      attempts: 1,
      last_response_status,
      last_attempt_at: new Date(at).toISOString(),
      next_attempt_at: null,
    },
  }))
  const feed = [exchangeOf({ operation: 'listEvents', body: { data, next_cursor: null } })]
  const again = repeated === undefined ? [] : [deliveryOf('accepted', repeated)]
  const receiver = { inbox: { all: [...Object.values(first), ...again] }, late: new Set(late) } as unknown as Receiver
  const seen = { first, arrivals: { accepted: moment, unusual: moment }, feed, second: {}, later: feed }
  const outcomes = await judgedBy(check, seen, { receiver })
  return (rule: string) => outcomes.find((one) => one.rule === rule)
}

const outcomesWith = (shown: number | null, ...late: string[]) => outcomesFor(shown, late)

t.test('the status that was answered is in the record', async (t) => {
  t.match((await outcomesWith(200))(answered), { verdict: 'pass', compared: 2 })
  t.match((await outcomesWith(null))(answered), { verdict: 'fail' })
})

t.test('a record without the status of an answer that may be late is not blamed, and is no pass', async (t) => {
  const outcomeOf = await outcomesWith(null, 'd-accepted')
  t.match(outcomeOf(answered), { verdict: 'not-tested', reason_code: 'receiver-answered-late', compared: 1 })
  t.match(outcomeOf(made), { verdict: 'pass', compared: 2 })
})

t.test('a delivery may repeat, and the last answer is in the record', async (t) => {
  t.match((await outcomesFor(204, [], '204'))(answered), { verdict: 'pass', compared: 2 })
  t.match((await outcomesFor(204, []))(answered), { verdict: 'fail' })
  t.match((await outcomesFor(410, [], '204'))(answered), { verdict: 'fail' })
})
