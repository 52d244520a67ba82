// An event of a type that is not subscribed to is never delivered, while one that is arrives; and the feed has both.
import { silence } from '../../scenarios/undelivered-events.ts'
import { narrow } from '../../scenarios/webhook-configuration.ts'
import { envelopeOf } from '../../evidence/delivery.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { findEvent, recordsOf } from '../../steps/events-of.ts'
import { deliveryRecords, seenRecord } from '../../steps/delivery-record.ts'
import { receiverOf } from '../../steps/set-webhook.ts'
import { check } from '../../kit/check.ts'

const readable = ['feed.unsubscribed-event-is-readable', 'feed.holds-every-event']

const isSilent = (type: string): boolean => !(narrow as readonly string[]).includes(type)

const attempted = 'feed.last-attempt-at-is-when-it-was-made'
const answered = 'feed.last-response-status-is-the-one-answered'

export default check({
  id: 'delivery.unsubscribed-event-is-not-delivered',
  verifies: [
    'delivery.unsubscribed-event-is-not-delivered',
    'delivery.subscribed-event-is-delivered',
    ...readable,
    'feed.unsubscribed-event-has-that-status',
    attempted,
    answered,
  ],
  needs: ['webhook', 'orders'],
  phase: 'last',
  async run(context) {
    const { expect, shared } = context
    const { held, resume, resumed, unsubscribed, responded } = await shared(silence)
    expect('delivery.subscribed-event-is-delivered').equal(
      computedFrom(resumed ? envelopeOf(resumed).type : 'never delivered', resume),
      'order.resumed',
    )
    // The company may hold the order once more when its events are subscribed to again.
    const event = findEvent(recordsOf(held), { type: 'order.on_hold' })
    // A reply that came shows that what was raised between the two was looked at before every type was subscribed to again.
    const until = String((responded && envelopeOf(responded).id) ?? '')
    const silent = new Set(
      recordsOf(held)
        .filter(({ id, type }) => id === event?.id || (isSilent(type) && event && id > event.id && id < until))
        .map(({ id }) => id),
    )
    const { all } = receiverOf(context).inbox
    const sent = all.filter((one) => silent.has(String(envelopeOf(one).id)))
    expect('delivery.unsubscribed-event-is-not-delivered').equal(
      computedFrom(
        sent.map(({ id }) => id),
        resume,
        ...sent,
      ),
      [],
    )
    const events = recordsOf(held)
    for (const wanted of unsubscribed) {
      const failure = { kind: 'missing_event', key: wanted.type } as const
      const shown = { ...computedFrom(findEvent(events, wanted)?.type, ...held), failure }
      expect(readable).equal(shown, wanted.type)
    }
    const record = deliveryRecords(held).find(({ type }) => type === 'order.on_hold')
    if (!record) return
    const shown = { ...seenRecord(record.status, record), pointer: `${record.pointer}/status` }
    expect('feed.unsubscribed-event-has-that-status').equal(shown, 'not_subscribed')
    if (record.status !== 'not_subscribed' || record.attempts > 0) return
    expect(attempted).equal(computedFrom(record.lastAttemptAt ?? 'none', ...held), 'none')
    // A target may write 0 for no answer.
    expect(answered).that(computedFrom(record.lastResponseStatus, ...held), (status) => !status, null)
  },
})
