// An event raised long after its order was placed, and delivered long after that, has the time at which it was raised.
import { clocksApartMs } from '../../contract/clocks.ts'
import { deadLetter } from '../../scenarios/dead-letter.ts'
import { attemptsAt, envelopeOf } from '../../evidence/delivery.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { instantOf } from '../../steps/instant-of.ts'
import { receiverOf } from '../../steps/set-webhook.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const raised = 'delivery.created-at-is-when-raised'
const kept = 'delivery.created-at-is-kept-on-redelivery'

export default check({
  id: 'delivery.late-event-says-when-it-was-raised',
  verifies: [raised, kept, 'delivery.redelivery-keeps-the-id'],
  needs: ['webhook', 'orders', 'control'],
  phase: 'last',
  async run(context) {
    const { expect, shared } = context
    const { eventId, orderId } = await shared(deadLetter)
    const [first, ...later] = attemptsAt(eventId, receiverOf(context).inbox.all)
    if (!first) throw blocked('failing-event-not-delivered')
    const { created_at, data } = envelopeOf(first)
    const changedAt = (data?.['status'] as { changed_at?: unknown } | undefined)?.changed_at
    expect(raised).that(
      computedFrom(created_at, first),
      (value) => Math.abs(Date.parse(String(value)) - Date.parse(String(changedAt))) <= clocksApartMs,
      `about ${String(changedAt)}`,
    )
    const times = [...new Set(later.map((one) => instantOf(envelopeOf(one).created_at)))]
    expect(kept).equal(computedFrom(times, ...later.slice(0, 3)), [instantOf(created_at)])
    const same = receiverOf(context).inbox.all.filter(
      (one) => envelopeOf(one).data?.order_id === orderId && envelopeOf(one).type === 'order.on_hold',
    )
    const ids = [...new Set(same.map((one) => envelopeOf(one).id))]
    expect('delivery.redelivery-keeps-the-id').equal(computedFrom(ids, ...same.slice(0, 3)), [eventId])
  },
})
