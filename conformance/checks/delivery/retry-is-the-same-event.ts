// A second attempt carries the id and the creation time of the first, and a time of its own.
import { failing } from '../../scenarios/failing-attempts.ts'
import { secondAttempts } from '../../scenarios/second-attempts.ts'
import { parseSignature } from '../../receiver/signature.ts'
import { envelopeOf, type Delivery } from '../../evidence/delivery.ts'
import { computedFrom, seenDelivery } from '../../evidence/seen.ts'
import { instantOf } from '../../steps/instant-of.ts'
import { headerOf } from '../../evidence/exchange.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { isFreshTime } from '../../steps/fresh-time.ts'
import { check } from '../../kit/check.ts'

const fresh = 'delivery.retry-has-a-fresh-t'

const timeOf = ({ headers }: Delivery): number | null =>
  parseSignature(headerOf(headers, 'x-service-signature') ?? '')?.t ?? null

export default check({
  id: 'delivery.retry-is-the-same-event',
  verifies: ['delivery.redelivery-keeps-the-id', 'delivery.created-at-is-kept-on-redelivery', fresh],
  needs: ['webhook', 'orders', 'sandbox'],
  phase: 'last',
  async run({ expect, shared }) {
    const { first, second } = await shared(secondAttempts)
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
})
