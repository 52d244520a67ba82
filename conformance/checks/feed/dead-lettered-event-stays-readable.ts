// After the last failed attempt the event is still in the feed, marked as dead lettered, with its attempts counted and the last of them
// shown.
import { retrySchedule } from '../../contract/limits.ts'
import { deadLetter, lackingIn } from '../../scenarios/dead-letter.ts'
import { statusAnswered } from '../../scenarios/second-attempts.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { deliveryRecords, inWords } from '../../steps/delivery-record.ts'
import { check } from '../../kit/check.ts'

const answered = 'feed.last-response-status-is-the-one-answered'
const filter = 'feed.delivery-status-filter'
const made = 'feed.last-attempt-at-is-when-it-was-made'

export default check({
  id: 'feed.dead-lettered-event-stays-readable',
  verifies: [
    'feed.dead-lettered-event-stays-readable',
    'feed.dead-lettered-event-has-that-status',
    'feed.delivery-has-attempts',
    filter,
    answered,
    made,
  ],
  needs: ['webhook', 'orders', 'control'],
  phase: 'last',
  async run({ expect, shared }) {
    const {
      eventId,
      record,
      feed,
      filtered,
      deliveriesInTheEnd,
      lastDelivery,
      attempts: followed,
    } = await shared(deadLetter)
    expect('feed.dead-lettered-event-stays-readable').equal(
      computedFrom(record?.eventId ?? 'not in the feed', ...feed),
      eventId,
    )
    const { attempts } = retrySchedule()
    if (record && deliveriesInTheEnd >= attempts)
      expect('feed.dead-lettered-event-has-that-status').equal(computedFrom(record.status, ...feed), 'dead_lettered')
    if (deliveriesInTheEnd === attempts) expect([answered, made]).notTested('attempts-not-shown')
    if (record && deliveriesInTheEnd === attempts) {
      expect('feed.delivery-has-attempts').equal(computedFrom(record.attempts, ...feed), attempts)
      expect(answered).equal(
        computedFrom(record.lastResponseStatus, lastDelivery, ...feed),
        statusAnswered(lastDelivery),
      )
      const before = followed[attempts - 2]!.at
      if (before !== null)
        expect(made).that(
          computedFrom(inWords(record.lastAttemptAt), lastDelivery, ...feed),
          () => (record.lastAttemptAt ?? 0) > before,
          `after ${inWords(before)}`,
        )
    }
    for (const { status, page, due } of filtered) {
      const records = deliveryRecords([page])
      const others = records.filter((one) => one.status !== status)
      expect(filter).equal(
        computedFrom(
          [...others.map((one) => `${one.eventId}: ${one.status}`), ...lackingIn(page, due).map((id) => `not ${id}`)],
          page,
        ),
        [],
      )
    }
    // What was sent more or less often says nothing of an event that was given up after the last attempt.
    if (deliveriesInTheEnd !== attempts) throw blocked('not-dead-lettered', ...feed)
  },
})
