// Any 2xx that comes within ten seconds is a success, and no attempt is due after it.
import { firstOf, succeeding } from '../../scenarios/failing-attempts.ts'
import { secondAttempts } from '../../scenarios/second-attempts.ts'
import { attemptsAt, envelopeOf } from '../../evidence/delivery.ts'
import { deliveryRecords, seenRecord, verdictOf, type DeliveryRecord } from '../../steps/delivery-record.ts'
import { receiverOf } from '../../steps/set-webhook.ts'
import { blocked, Inconclusive, notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'delivery.any-2xx-is-success'
const words: Record<string, string> = { delivered: 'delivered', succeeded: 'succeeded' }

export default check({
  id: 'delivery.any-2xx-is-success',
  verifies: [rule],
  needs: ['webhook', 'orders', 'sandbox'],
  phase: 'last',
  async run(context) {
    const { expect, shared, recordReading } = context
    const { inbox, late } = receiverOf(context)
    const attempts = await shared(secondAttempts)
    // A retry may have been taken later, so each look at the feed counts.
    const looks = [attempts.feed, attempts.slowOver, attempts.firstOver, attempts.later].map(deliveryRecords)
    const lacking: Inconclusive[] = []
    let judged = 0
    for (const fault of succeeding) {
      try {
        const delivery = firstOf(attempts, fault)
        const { id } = envelopeOf(delivery)
        if (!attempts.arrivals[fault]) throw notTested('attempt-may-be-lost')
        // On a busy machine an answer leaves when the sender has given up, and rightly.
        if (late.has(delivery.id)) throw notTested('receiver-answered-late')
        // An attempt that did not come to us has failed, and rightly.
        const arrived = attemptsAt(id, inbox.all).length
        const isOurs = ({ eventId, attempts: made }: DeliveryRecord) => eventId === id && made > 0 && made <= arrived
        const seen = looks.flatMap((records) => records.find(isOurs) ?? [])
        const record = seen.at(-1)
        if (!record) throw blocked('no-event-of-run', ...attempts.later)
        for (const one of seen) expect(rule).equal(seenRecord(verdictOf(one), one), 'taken')
        judged += 1
        recordReading('feed.delivered-status-word', words[record.status] ?? 'another-word', attempts.later.at(-1)!)
        const next = record.nextAttemptAt === null ? 'null-value' : 'last-value'
        recordReading('feed.next-attempt-when-done', next, attempts.later.at(-1)!)
      } catch (error) {
        if (!(error instanceof Inconclusive)) throw error
        lacking.push(error)
      }
    }
    if (judged === 0) throw lacking.at(-1)!
    // Each answer shows another part of the rule: words beside a status, a rare status, eight seconds.
    for (const why of lacking)
      expect(rule).unfinished(why.verdict === 'not-tested' ? why : notTested('success-not-shown'))
  },
})
