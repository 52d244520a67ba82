// After a failed first attempt the second is announced for a minute later, and is made then.
import { failing, failingAttempts, firstOf, type Fault } from '../../scenarios/failing-attempts.ts'
import { attemptsMade, isLost, secondAttempts } from '../../scenarios/second-attempts.ts'
import { envelopeOf } from '../../evidence/delivery.ts'
import { computedFrom, type Seen } from '../../evidence/seen.ts'
import { deliveryRecords, inWords, seenRecord } from '../../steps/delivery-record.ts'
import { announcedMs, gapMs, isSecondDue } from '../../steps/second-retry.ts'
import { outOfPatience } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'delivery.attempt-2-after-1-minute'
const made = 'feed.last-attempt-at-is-when-it-was-made'
const quick: readonly Fault[] = ['error', 'unverified', 'redirected']

export default check({
  id: 'delivery.second-attempt-comes-after-a-minute',
  verifies: [rule, made],
  needs: ['webhook', 'orders', 'sandbox'],
  phase: 'last',
  async run({ expect, shared, control, recordReading }) {
    const { feed } = await shared(failingAttempts)
    const attempts = await shared(secondAttempts)
    const recordIn = (pages: typeof feed, eventId: unknown) =>
      deliveryRecords(pages).find((one) => one.eventId === eventId)
    expect(made).notTested('second-attempt-came-first')
    let judged = 0
    const judge = (gap: number, seen: Seen) => {
      judged += 1
      expect(rule).that({ ...seen, value: `${gap / 1000} s` }, () => isSecondDue(gap), `${gapMs() / 1000} s`)
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
        if (isLost(attempts, fault)) expect(rule).notTested('attempt-may-be-lost')
        else expect(rule).equal(computedFrom('not sent again', first), 'sent again')
        continue
      }
      // Moved time shows in the feed alone, until a third attempt is made; time that passed shows at the receiver.
      const after = recordIn(attempts.later, id)
      const isLast = after?.attempts === attemptsMade
      const isFirst = before?.attempts === 1
      const [from, to] = [isFirst ? before.lastAttemptAt : null, isLast ? after.lastAttemptAt : null]
      if (from !== null && to !== null)
        expect(made).that(computedFrom(inWords(to), first, second), () => to > from, `after ${inWords(from)}`)
      const shown = from !== null && to !== null && to > from ? to - from : null
      const gap = control ? shown : second.receivedAt - first.receivedAt
      if (gap !== null) judge(gap, computedFrom(gap, first, second))
      if (before)
        recordReading(
          'feed.failed-meaning',
          before.status === 'failed' ? 'retry-follows' : 'pending-until-over',
          feed.at(-1)!,
        )
    }
    // What these do to a connection some senders answer on their own, so that the feed alone shows when another is due.
    for (const fault of failing.filter((one) => !quick.includes(one))) {
      const first = attempts.first[fault]
      const record = first && recordIn(attempts.slowOver, envelopeOf(first).id)
      const gap = record?.attempts === 1 ? announcedMs(record) : null
      if (record && gap !== null) judge(gap, seenRecord(null, record))
    }
    if (judged === 0) throw outOfPatience('no-second-attempt', ...feed)
  },
})
