// A feed record says when the last attempt was made, which status the receiver answered with, and, while another attempt is due,
// when that is.
import { notTested } from '../../evidence/inconclusive.ts'
import { present } from '../../evidence/expected.ts'
import { attemptsAt, envelopeOf } from '../../evidence/delivery.ts'
import { failing, failingAttempts, type Fault } from '../../scenarios/failing-attempts.ts'
import { attemptsMade, recordOf, secondAttempts, statusAnswered } from '../../scenarios/second-attempts.ts'
import { deliveryRecords, inWords, seenRecord } from '../../steps/delivery-record.ts'
import { isWithin, shownMoment } from '../../steps/moment.ts'
import { receiverOf } from '../../steps/set-webhook.ts'
import { check } from '../../kit/check.ts'

const answered = 'feed.last-response-status-is-the-one-answered'
const made = 'feed.last-attempt-at-is-when-it-was-made'
const due = 'feed.next-attempt-at-is-set-while-a-retry-is-due'

const statuses: Partial<Record<Fault, number>> = { error: 410, unverified: 401, accepted: 200, unusual: 299 }

export default check({
  id: 'feed.record-says-how-the-receiver-answered',
  verifies: [answered, made, due],
  needs: ['webhook', 'orders', 'sandbox'],
  phase: 'last',
  async run(context) {
    const { expect, shared } = context
    const { inbox, late } = receiverOf(context)
    const { first, arrivals, feed } = await shared(failingAttempts)
    const records = deliveryRecords(feed)
    expect([answered, made, due]).notTested('second-attempt-came-first')
    for (const [fault, status] of Object.entries(statuses) as [Fault, number][]) {
      const delivery = first[fault]
      const record = delivery && records.find(({ eventId }) => eventId === envelopeOf(delivery).id)
      const moment = arrivals[fault]
      // A later attempt was answered otherwise, and an earlier one, lost on its way, by nobody.
      if (!record || record.attempts !== 1 || !moment) continue
      // A sender that had given up has no answer to show.
      if (late.has(delivery.id)) expect(answered).unfinished(notTested('receiver-answered-late'))
      else {
        // Deliveries can repeat: what the last of them was answered is the last status.
        const given: unknown[] = attemptsAt(record.eventId, inbox.all).flatMap((one) => statusAnswered(one) ?? [])
        const isGiven = (shown: unknown): boolean => shown === status || given.includes(shown)
        expect(answered).that(seenRecord(record.lastResponseStatus, record), isGiven, status)
      }
      const at = record.lastAttemptAt
      expect(made).that(seenRecord(inWords(at), record), (time) => isWithin(moment, time), shownMoment(moment))
      if (status >= 300) expect(due).that(seenRecord(record.nextAttemptAt, record), (at) => at !== null, present)
    }
    const { second, later } = await shared(secondAttempts)
    for (const delivery of failing.flatMap((fault) => second[fault] ?? [])) {
      const record = recordOf(delivery, later)
      const arrived = attemptsAt(record?.eventId, inbox.all).length
      const status = statusAnswered(delivery)
      const isKnown = arrived === attemptsMade && status !== null
      if (record?.attempts !== attemptsMade || !isKnown) continue
      if (late.has(delivery.id)) expect(answered).unfinished(notTested('receiver-answered-late'))
      else expect(answered).equal(seenRecord(record.lastResponseStatus, record), status)
    }
  },
})
