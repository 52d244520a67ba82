// Every event of the orders of this run reaches our receiver, signed, with the endpoint that was configured.
import { envelopeOf } from '../../receiver/delivery.ts'
import { derived } from '../../run/seen.ts'
import { readFeed, recordsOf } from '../../steps/events-of.ts'
import { exampleSequence } from '../../steps/example-sequence.ts'
import { blocked } from '../../target/unjudged.ts'
import { check } from '../check.ts'

const arrives = [
  'delivery.subscribed-event-is-delivered',
  'delivery.attempt-1-when-raised',
  'webhooks.star-subscribes-to-every-type',
]
const signed = 'sandbox.advance-events-are-delivered-signed'

export default check({
  id: 'delivery.every-event-is-delivered',
  verifies: [...arrives, signed],
  needs: ['orders', 'sandbox', 'webhook'],
  phase: 'last',
  async run(context) {
    const { shared, expect, receiver, patience, now } = context
    const { placed } = await shared(exampleSequence)
    const records = recordsOf(await readFeed(context, { order_id: placed.id }))
    if (records.length === 0 || !receiver) throw blocked('the feed shows no event of the example sequence')
    for (const { id, type, createdAt, source } of records) {
      // Attempt 1 is made when the event is raised; a busy sender may be some tens of seconds late.
      const left = Date.parse(createdAt) + patience.delivery - now()
      const delivery = await receiver.inbox.wait((one) => envelopeOf(one).id === id, Math.max(left, 0))
      const shown = derived(delivery ? 'delivered' : 'never delivered', { id: delivery?.id ?? source })
      if (!expect(arrives).that(shown, () => delivery !== undefined, `a delivery of ${type} ${id}`)) continue
      expect(signed).equal({ ...shown, value: delivery?.fault ?? null }, null)
    }
  },
})
