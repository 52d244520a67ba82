// Attempts that are made again.
import { instantIn } from '../../contract/instant.ts'
import { retrySchedule } from '../../contract/limits.ts'
import { attemptsAt, envelopeOf, type Delivery } from '../../evidence/delivery.ts'
import { headerOf } from '../../evidence/exchange.ts'
import { atLeast, atMost, type Form } from '../../evidence/expected.ts'
import { blocked, Inconclusive, notTested } from '../../evidence/inconclusive.ts'
import { computedFrom, seenDelivery } from '../../evidence/seen.ts'
import { claims } from '../../kit/claims.ts'
import { parseSignature } from '../../receiver/signature.ts'
import { failing, firstOf, type Fault } from '../../scenarios/failing-attempts.ts'
import { answered, attemptsMade, isLost, recordOf, secondAttempts } from '../../scenarios/second-attempts.ts'
import { seenRecord, verdictOf, type DeliveryRecord } from '../../steps/delivery-record.ts'
import { isFreshTime } from '../../steps/fresh-time.ts'
import { instantOf } from '../../steps/instant-of.ts'
import { mostMade } from '../../steps/second-retry.ts'

const again = 'delivery.at-least-once'
const counted = 'feed.delivery-has-attempts'

const rules: Partial<Record<Fault, string[]>> = {
  error: ['delivery.other-status-is-a-failed-attempt', again],
  unverified: ['delivery.answer-401-is-a-failed-attempt', 'delivery.answer-401-is-retried', again],
  redirected: ['delivery.other-status-is-a-failed-attempt', again],
  cut: [again],
  late: ['delivery.timeout-is-a-failed-attempt', again],
}

const fresh = 'delivery.retry-has-a-fresh-t'

const timeOf = ({ headers }: Delivery): number | null =>
  parseSignature(headerOf(headers, 'x-service-signature') ?? '')?.t ?? null

const rule = 'delivery.attempt-3-after-5-minutes'
const fails = 'delivery.other-status-is-a-failed-attempt'
const nine = 'delivery.nine-attempts-in-all'
const due = 'feed.next-attempt-at-is-set-while-a-retry-is-due'
const givenUp = 'dead_lettered'

/** Seconds, as for the other attempts. */
const [early, late] = [3, 65]

export default claims(secondAttempts, ['webhook', 'orders', 'sandbox'], {
  // Each kind of failed attempt is followed by another one, which the feed counts.
  'delivery.failed-attempt-is-made-again': {
    verifies: [...new Set(Object.values(rules).flat()), counted],
    phase: 'last',
    judge(attempts, { expect, receiver }) {
      let lacking: Inconclusive | null = null
      let isCounted = false
      const count = (record: DeliveryRecord, fits: (made: number) => boolean, expected: Form): void => {
        isCounted = true
        expect(counted).that(seenRecord(record.attempts, record), (made) => fits(Number(made)), expected)
      }
      for (const fault of failing) {
        try {
          const first = firstOf(attempts, fault)
          const second = attempts.second[fault]
          if (isLost(attempts, fault)) throw notTested('attempt-may-be-lost')
          const shown = computedFrom(second ? 'sent again' : 'not sent again', first, ...(second ? [second] : []))
          expect(rules[fault]!).equal(shown, 'sent again')
        } catch (error) {
          if (!(error instanceof Inconclusive)) throw error
          lacking = error
        }
      }
      for (const second of answered.flatMap((fault) => attempts.second[fault] ?? [])) {
        const record = recordOf(second, attempts.later)
        if (record) count(record, (made) => made >= attemptsMade, atLeast(attemptsMade))
      }
      for (const fault of failing) {
        const [first, second] = [attempts.first[fault], attempts.second[fault]]
        const over = first && recordOf(first, attempts.slowOver)
        // No attempt is under way any longer.
        if (over && over.lastAttemptAt !== null && verdictOf(over) === 'failed')
          count(over, (made) => made >= 1, atLeast(1))
        const record = second && recordOf(second, attempts.later)
        const arrived = attemptsAt(record?.eventId, receiver?.inbox.all ?? []).length
        if (!record || arrived < attemptsMade) continue
        const most = Math.max(
          arrived,
          mostMade(instantIn(envelopeOf(second).created_at), record.lastAttemptAt ?? Number.NaN),
        )
        count(record, (made) => made <= most, atMost(most))
      }
      if (lacking) throw lacking
      if (!isCounted) throw blocked('no-event-of-order', ...attempts.later)
    },
  },
  // A second attempt carries the id and the creation time of the first, and a time of its own.
  'delivery.retry-is-the-same-event': {
    verifies: ['delivery.redelivery-keeps-the-id', 'delivery.created-at-is-kept-on-redelivery', fresh],
    phase: 'last',
    judge({ first, second }, { expect }) {
      let pairs = 0
      for (const fault of failing) {
        const [before, after] = [first[fault], second[fault]]
        if (!before || !after) continue
        pairs += 1
        const envelope = envelopeOf(before)
        expect('delivery.redelivery-keeps-the-id').equal(seenDelivery(after, '/id'), envelope.id)
        expect('delivery.created-at-is-kept-on-redelivery').equal(
          computedFrom(instantOf(envelopeOf(after).created_at), before, after),
          instantOf(envelope.created_at),
        )
        const [t1, t2] = [timeOf(before), timeOf(after)]
        if (t1 === null || t2 === null) continue
        const passed = (after.receivedAt - before.receivedAt) / 1000
        expect(fresh).that(
          computedFrom(`${t2 - t1} s`, before, after),
          () => isFreshTime(t1, t2, passed),
          `${Math.round(passed)} s`,
        )
      }
      if (pairs === 0) throw blocked('no-second-delivery')
    },
  },
  // After a second failed attempt the feed announces the third for five minutes later: nobody has to wait for it.
  'delivery.third-attempt-is-announced': {
    verifies: [rule, fails, nine, due],
    phase: 'last',
    judge({ refused, later }, { expect, receiver }) {
      const made = ({ eventId, attempts }: DeliveryRecord): number =>
        Math.max(attempts, attemptsAt(eventId, receiver?.inbox.all ?? []).length)
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
  },
})
