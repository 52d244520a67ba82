// Each kind of failed attempt is followed by another one, which the feed counts.
import { failing, firstOf, type Fault } from '../../scenarios/failing-attempts.ts'
import { answered, attemptsMade, recordOf, secondAttempts } from '../../scenarios/second-attempts.ts'
import { envelopeOf } from '../../evidence/delivery.ts'
import { atLeast, atMost, type Form } from '../../evidence/expected.ts'
import { seenRecord, verdictOf, type DeliveryRecord } from '../../steps/delivery-record.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { blocked, Inconclusive } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const again = 'delivery.at-least-once'
const counted = 'feed.delivery-has-attempts'

const rules: Partial<Record<Fault, string[]>> = {
  error: ['delivery.other-status-is-a-failed-attempt', again],
  unverified: ['delivery.answer-401-is-a-failed-attempt', 'delivery.answer-401-is-retried', again],
  redirected: ['delivery.other-status-is-a-failed-attempt', again],
  cut: [again],
  late: ['delivery.timeout-is-a-failed-attempt', again],
}

export default check({
  id: 'delivery.failed-attempt-is-made-again',
  verifies: [...new Set(Object.values(rules).flat()), counted],
  needs: ['webhook', 'orders', 'sandbox'],
  phase: 'last',
  async run({ expect, shared, receiver }) {
    const attempts = await shared(secondAttempts)
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
      const arrived = (receiver?.inbox.all ?? []).filter((one) => envelopeOf(one).id === record?.eventId).length
      if (record && arrived >= attemptsMade) count(record, (made) => made <= arrived, atMost(arrived))
    }
    if (lacking) throw lacking
    if (!isCounted) throw blocked('no-event-of-order', ...attempts.later)
  },
})
