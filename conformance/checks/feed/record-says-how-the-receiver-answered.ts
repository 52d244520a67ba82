// A feed record says when the last attempt was made, which status the receiver answered with, and, while another attempt is due,
// when that is.
import { present } from '../../evidence/expected.ts'
import { envelopeOf } from '../../evidence/delivery.ts'
import { failingAttempts, type Fault } from '../../scenarios/failing-attempts.ts'
import { deliveryRecords, seenRecord } from '../../steps/delivery-record.ts'
import { isWithin, shownMoment } from '../../steps/moment.ts'
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
  async run({ expect, shared }) {
    const { first, arrivals, feed } = await shared(failingAttempts)
    const records = deliveryRecords(feed)
    expect([answered, made, due]).notTested('second-attempt-came-first')
    for (const [fault, status] of Object.entries(statuses) as [Fault, number][]) {
      const delivery = first[fault]
      const record = delivery && records.find(({ eventId }) => eventId === envelopeOf(delivery).id)
      // A later attempt was answered otherwise.
      if (!record || record.attempts !== 1) continue
      expect(answered).equal(seenRecord(record.lastResponseStatus, record), status)
      const moment = arrivals[fault]
      const at = record.lastAttemptAt
      if (moment)
        expect(made).that(
          seenRecord(at === null ? null : new Date(at).toISOString(), record),
          (time) => isWithin(moment, time),
          shownMoment(moment),
        )
      if (status >= 300) expect(due).that(seenRecord(record.nextAttemptAt, record), (at) => at !== null, present)
    }
  },
})
