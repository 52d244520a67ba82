// After a second failed attempt the feed announces the third for five minutes later: nobody has to wait for it.
import { recordOf, secondAttempts } from '../../scenarios/second-attempts.ts'
import { seenRecord, verdictOf } from '../../steps/delivery-record.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { retrySchedule } from '../../contract/limits.ts'
import { check } from '../../kit/check.ts'

const rule = 'delivery.attempt-3-after-5-minutes'
const fails = 'delivery.other-status-is-a-failed-attempt'

/** Seconds, as for the other attempts. */
const [early, late] = [3, 65]

export default check({
  id: 'delivery.third-attempt-is-announced',
  verifies: [rule, fails],
  needs: ['webhook', 'orders', 'sandbox'],
  phase: 'last',
  async run({ expect, shared }) {
    const { refused, later } = await shared(secondAttempts)
    const record = refused && recordOf(refused, later)
    if (record?.attempts === 2) expect(fails).equal(seenRecord(verdictOf(record), record), 'failed')
    else expect(fails).notTested('third-attempt-not-shown')
    // Made already, or not in the feed: then only the clock could show it.
    if (record?.attempts !== 2 || record.lastAttemptAt === null || record.nextAttemptAt === null)
      throw notTested('third-attempt-not-shown')
    const due = retrySchedule().delays[1]!
    const gap = (record.nextAttemptAt - record.lastAttemptAt) / 1000
    expect(rule).that(seenRecord(`${gap} s`, record), () => gap >= due - early && gap <= due + late, `${due} s`)
  },
})
