// After a second failed attempt the feed announces the third for five minutes later: nobody has to wait for it.
import { attemptsMade, recordOf, secondAttempts } from '../../scenarios/second-attempts.ts'
import { seenRecord, verdictOf, type DeliveryRecord } from '../../steps/delivery-record.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { retrySchedule } from '../../contract/limits.ts'
import { envelopeOf } from '../../evidence/delivery.ts'
import { check } from '../../kit/check.ts'

const rule = 'delivery.attempt-3-after-5-minutes'
const fails = 'delivery.other-status-is-a-failed-attempt'
const nine = 'delivery.nine-attempts-in-all'
const due = 'feed.next-attempt-at-is-set-while-a-retry-is-due'
const givenUp = 'dead_lettered'

/** Seconds, as for the other attempts. */
const [early, late] = [3, 65]

export default check({
  id: 'delivery.third-attempt-is-announced',
  verifies: [rule, fails, nine, due],
  needs: ['webhook', 'orders', 'sandbox'],
  phase: 'last',
  async run({ expect, shared, receiver }) {
    const { refused, later } = await shared(secondAttempts)
    const made = ({ eventId, attempts }: DeliveryRecord): number =>
      Math.max(attempts, (receiver?.inbox.all ?? []).filter((one) => envelopeOf(one).id === eventId).length)
    const records = refused
      .flatMap((delivery) => recordOf(delivery, later) ?? [])
      .filter(({ attempts }) => attempts >= attemptsMade)
    if (records.length === 0) expect(fails).notTested('third-attempt-not-shown')
    expect(due).notTested('third-attempt-not-shown')
    let judged = 0
    for (const record of records) {
      // A third one, made where the clock was moved on meanwhile, follows a failure.
      const isRetried = made(record) > attemptsMade
      expect(fails).equal(seenRecord(isRetried ? 'failed' : verdictOf(record), record), 'failed')
      expect(nine).equal(seenRecord(record.status === givenUp ? givenUp : 'not given up', record), 'not given up')
      // Made already, or not in the feed: then only the clock could show it.
      if (isRetried || record.lastAttemptAt === null || record.nextAttemptAt === null) continue
      judged += 1
      const expected = retrySchedule().delays[1]!
      const gap = (record.nextAttemptAt - record.lastAttemptAt) / 1000
      if (!expect(due).that(seenRecord(`${gap} s`, record), () => gap > 0, `${expected} s`)) continue
      expect(rule).that(
        seenRecord(`${gap} s`, record),
        () => gap >= expected - early && gap <= expected + late,
        `${expected} s`,
      )
    }
    if (judged === 0) throw notTested('third-attempt-not-shown')
  },
})
