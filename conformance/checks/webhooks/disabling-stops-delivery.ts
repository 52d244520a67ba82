// While delivery is switched off an event is raised and stays in the feed, but is not sent.
import { silence } from '../../scenarios/undelivered-events.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { findEvent, recordsOf } from '../../steps/events-of.ts'
import { deliveryRecords } from '../../steps/delivery-record.ts'
import { check } from '../../kit/check.ts'

const readings: Record<string, string> = { not_subscribed: 'not-subscribed', pending: 'pending' }

export default check({
  id: 'webhooks.disabling-stops-delivery',
  verifies: ['webhooks.disabling-stops-delivery', 'feed.holds-every-event'],
  needs: ['webhook', 'orders'],
  async run({ expect, shared, recordReading }) {
    const { heard, unheard, unheardId, disabled } = await shared(silence)
    expect('webhooks.disabling-stops-delivery').equal(
      computedFrom(
        heard.map(({ id }) => id),
        unheard,
        ...heard,
      ),
      [],
    )
    const event = findEvent(recordsOf(disabled), { type: 'order.created' })
    expect('feed.holds-every-event').equal(computedFrom(event?.data['order_id'], unheard, ...disabled), unheardId)
    const record = deliveryRecords(disabled).find(({ type }) => type === 'order.created')
    if (record) recordReading('feed.disabled-status-word', readings[record.status] ?? 'another-word', disabled.at(-1)!)
  },
})
