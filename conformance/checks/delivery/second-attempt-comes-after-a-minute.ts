// After a failed first attempt the second is announced for a minute later, and is made then.
import { failingAttempts, firstOf, type Fault } from '../../scenarios/failing-attempts.ts'
import { attemptsMade, gapMs, latenessMs, secondAttempts } from '../../scenarios/second-attempts.ts'
import { envelopeOf } from '../../evidence/delivery.ts'
import { derived, type Seen } from '../../evidence/seen.ts'
import { deliveryRecords, seenRecord } from '../../steps/delivery-record.ts'
import { outOfPatience } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'delivery.attempt-2-after-1-minute'
const quick: readonly Fault[] = ['error', 'unverified', 'redirected']

// Timestamps may be cut to the second, and the wait may run from the end of an attempt of up to ten seconds.
const earlyMs = 2_500

const isDue = (value: unknown): boolean =>
  typeof value === 'number' && value >= gapMs() - earlyMs && value <= gapMs() + latenessMs

export default check({
  id: 'delivery.second-attempt-comes-after-a-minute',
  verifies: [rule],
  needs: ['webhook', 'orders', 'sandbox'],
  phase: 'last',
  async run({ expect, shared, control, recordReading }) {
    const { feed } = await shared(failingAttempts)
    const attempts = await shared(secondAttempts)
    const recordIn = (pages: typeof feed, eventId: unknown) =>
      deliveryRecords(pages).find((one) => one.eventId === eventId)
    let judged = 0
    const judge = (gap: number, seen: Seen) => {
      judged += 1
      expect(rule).that({ ...seen, value: `${gap / 1000} s` }, () => isDue(gap), `${gapMs() / 1000} s`)
    }
    for (const fault of quick) {
      const first = firstOf(attempts, fault)
      const { id } = envelopeOf(first)
      const before = recordIn(feed, id)
      if (before?.attempts === 1 && before.lastAttemptAt !== null && before.nextAttemptAt !== null)
        judge(before.nextAttemptAt - before.lastAttemptAt, seenRecord(null, before))
      const second = attempts.second[fault]
      if (!second) {
        judged += 1
        expect(rule).equal(derived('not sent again', first), 'sent again')
        continue
      }
      // Moved time shows in the feed alone, until a third attempt is made; time that passed shows at the receiver.
      const after = recordIn(attempts.later, id)
      const isLast = after?.attempts === attemptsMade
      const [from, to] = [before?.lastAttemptAt ?? null, isLast ? after.lastAttemptAt : null]
      const shown = from !== null && to !== null ? to - from : null
      const gap = control ? shown : second.receivedAt - first.receivedAt
      if (gap !== null) judge(gap, derived(gap, first, second))
      if (before)
        recordReading(
          'feed.failed-meaning',
          before.status === 'failed' ? 'retry-follows' : 'pending-until-over',
          feed.at(-1)!,
        )
    }
    if (judged === 0) throw outOfPatience('no-second-attempt', ...feed)
  },
})
