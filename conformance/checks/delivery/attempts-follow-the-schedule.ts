// Nine attempts at the times of the table, and none after the ninth.
import { timeText } from '../../../reports/texts.ts'
import { atLeast, atMost } from '../../evidence/expected.ts'
import { deadLetter, gaps, lateness, type FollowedAttempt } from '../../scenarios/dead-letter.ts'
import { computedFrom, type Seen } from '../../evidence/seen.ts'
import { reason, type GivenReason } from '../../evidence/inconclusive.ts'
import type { CheckContext } from '../../kit/context.ts'
import { secondsUntil, waitForAttempts } from '../../scenarios/waited-attempts.ts'
import { inWords, seenRecord, verdictOf } from '../../steps/delivery-record.ts'
import { check, type Wait } from '../../kit/check.ts'
import { retrySchedule } from '../../contract/limits.ts'

const rules: Record<number, string> = {
  2: 'delivery.attempt-2-after-1-minute',
  3: 'delivery.attempt-3-after-5-minutes',
  4: 'delivery.attempt-4-after-30-minutes',
  5: 'delivery.attempt-5-after-2-hours',
  6: 'delivery.attempt-6-after-4-hours',
  7: 'delivery.attempt-7-after-6-hours',
  8: 'delivery.attempt-8-after-6-hours',
  9: 'delivery.attempt-9-after-11-hours-or-about-6',
}

const near = (seconds: number, gap: number, early: number, late: number): boolean =>
  seconds >= gap - early && seconds <= gap + late

/** Whether N seconds lie between an attempt and the one before it. */
const fits =
  (number: number) =>
  (value: unknown): boolean => {
    const seconds = Number(value)
    const usual = (gap: number) => near(seconds, gap, -lateness.earliest, lateness.latest)
    const { usual: all, last } = gaps()
    if (number < retrySchedule().attempts) return usual(all[number - 2]!)
    return usual(last.table) || near(seconds, last.total, lateness.ninth, lateness.ninth)
  }

const isByTable = (seconds: number): boolean => {
  const { table, total } = gaps().last
  return Math.abs(seconds - table) < Math.abs(seconds - total)
}

const inSeconds = (seconds: unknown, answer: { id: string }): Seen => computedFrom(`${String(seconds)} s`, answer)

const fails = 'delivery.other-status-is-a-failed-attempt'
const nine = 'delivery.nine-attempts-in-all'

const stops = 'delivery.delivery-stops-after-the-ninth-failure'

const lackOf = (number: number): GivenReason =>
  reason('needs-time', { what: `attempt ${number} to deliver`, time: timeText(secondsUntil(number)) })

const made = 'feed.last-attempt-at-is-when-it-was-made'
const due = 'feed.next-attempt-at-is-set-while-a-retry-is-due'

/** Whether the record counts the attempt, and has an earlier one as its last: then it is the record that is wrong, not the time. */
const isStale = ({ at }: FollowedAttempt, before: FollowedAttempt | undefined): boolean =>
  at !== null && (before?.at ?? null) !== null && at <= before!.at!

const shown = (number: number): string => {
  const { usual, last } = gaps()
  return number < retrySchedule().attempts ? `${usual[number - 2]} s` : `${last.table} s or about ${last.total} s`
}

/** Every run waits for the second. */
const wait: Wait = { what: 'the third attempt to deliver, and what comes after it', seconds: () => secondsUntil(3) }

/** The attempts that there was time for, as the receiver saw them. */
const judgeWaited = async (context: CheckContext): Promise<void> => {
  const { expect } = context
  const { deliveries, lost, awaited, isDisturbed } = await waitForAttempts(context)
  expect([fails, nine, stops, made, due]).notTested(lackOf(retrySchedule().attempts))
  for (const [number, rule] of Object.entries(rules)) {
    const [before, own] = [deliveries[Number(number) - 2], deliveries[Number(number) - 1]]
    if (Number(number) === lost || (own && Number(number) - 1 === lost)) expect(rule).notTested('attempt-may-be-lost')
    else if (before && own) {
      const gap = (own.receivedAt - before.receivedAt) / 1000
      expect(rule).that(computedFrom(`${gap} s`, before, own), () => fits(Number(number))(gap), shown(Number(number)))
    } else if (Number(number) === deliveries.length + 1 && Number(number) <= awaited && !isDisturbed)
      expect(rule).equal(
        computedFrom(
          'not sent again',
          deliveries.findLast((one) => one !== undefined)!,
        ),
        'sent again',
      )
    else expect(rule).notTested(isDisturbed ? 'webhook-set-meanwhile' : lackOf(Number(number)))
  }
}

export default check({
  id: 'delivery.attempts-follow-the-schedule',
  verifies: [...Object.values(rules), fails, nine, stops, made, due],
  needs: ['webhook', 'orders', 'time'],
  wait,
  phase: 'last',
  async run(context) {
    const { expect, shared, recordReading } = context
    if (!context.control) return judgeWaited(context)
    const { attempts, deliveriesInTheEnd, beside, record, feed } = await shared(deadLetter)
    const judge = (attempt: FollowedAttempt, before: FollowedAttempt, earlier: FollowedAttempt | undefined) => {
      const { number, deliveries, at, gap, feed: page } = attempt
      const rule = rules[number]!
      expect(rule).equal(computedFrom(deliveries, page), number)
      const { announced } = before
      if (announced !== null) expect(due).that(inSeconds(announced, before.feed), () => announced > 0, shown(number))
      if (announced !== null && announced > 0 && !isStale(before, earlier))
        expect(rule).that(inSeconds(announced, before.feed), () => fits(number)(announced), shown(number))
      if (at !== null && before.at !== null)
        expect(made).that(
          computedFrom(inWords(at), page),
          () => !isStale(attempt, before),
          `after ${inWords(before.at)}`,
        )
      if (gap !== null && !isStale(attempt, before))
        expect(rule).that(inSeconds(gap, page), () => fits(number)(gap), shown(number))
    }
    expect([made, due, fails]).notTested('attempts-not-shown')
    // What was taken as received, whatever it was answered, was not to be sent again.
    const { attempts: most } = retrySchedule()
    const isTaken = record !== undefined && deliveriesInTheEnd < most && verdictOf(record) === 'taken'
    if (record) expect(fails).equal(seenRecord(isTaken ? 'taken' : 'failed', record), 'failed')
    for (const [index, attempt] of attempts.slice(0, isTaken ? deliveriesInTheEnd : most).entries())
      if (index > 0) judge(attempt, attempts[index - 1]!, attempts[index - 2])
    const last = attempts.at(-1)!
    const all = computedFrom(deliveriesInTheEnd, ...feed)
    const isEnough = (count: unknown): boolean => Number(count) >= most
    if (!isTaken) expect(nine).that(all, isEnough, atLeast(most))
    // One that was delivered at all was refused otherwise, and is to be sent as often.
    if (beside.length > 0) expect(nine).that(computedFrom(beside.length, beside[0]!, ...feed), isEnough, atLeast(most))
    expect(stops).that(all, (count) => Number(count) <= most, atMost(most))
    if (last.gap !== null)
      recordReading('delivery.ninth-attempt-gap', isByTable(last.gap) ? 'eleven-hours' : 'six-hours', last.feed)
  },
})
