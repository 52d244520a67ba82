// A test call sends one signed specimen of the type asked for, returns the result, and adds nothing to the feed.
import { envelopeOf, type Delivery } from '../../evidence/delivery.ts'
import type { Receiver } from '../../receiver/receiver.ts'
import { rightSignature } from '../../evidence/signature-fault.ts'
import type { CheckContext } from '../../kit/context.ts'
import { computedFrom, seen, seenDelivery, seenSignature } from '../../evidence/seen.ts'
import { readFeed, recordsOf } from '../../steps/events-of.ts'
import { furtherEachTime, furtherSpecimens } from '../../steps/further-specimens.ts'
import { webhookIsOurs } from '../../steps/own-webhook.ts'
import { placeOrder } from '../../steps/place-order.ts'
import { textAt } from '../../steps/read.ts'
import { headerOf } from '../../evidence/exchange.ts'
import { blocked, Inconclusive } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const type = 'order.completed'
const sent = 'webhooks.test-sends-a-specimen'
const takes = [
  'webhooks.test-takes-an-event-type',
  'webhooks.test-works-in-the-sandbox',
  'transport.serves-post-webhook-test',
]
const signed = 'delivery.specimen-is-signed-with-the-current-secret'
const headers = ['X-Service-Event-Id', 'X-Service-Event-Type', 'X-Service-Signature', 'User-Agent']

const isReal = (delivery: Delivery): boolean => envelopeOf(delivery).test !== true

/** A run of this check alone has no order, and so no event, yet; gives why there is none. */
const raiseFirst = async (context: CheckContext, { inbox }: Receiver): Promise<Inconclusive | null> => {
  if (inbox.all.some(isReal)) return null
  try {
    await placeOrder(context)
    await inbox.wait(isReal, context.patience.feed)
    return null
  } catch (error) {
    if (error instanceof Inconclusive) return error
    throw error
  }
}

export default check({
  id: 'webhooks.specimen-is-sent-once',
  verifies: [
    ...takes,
    sent,
    signed,
    'webhooks.test-sends-one-event',
    'webhooks.specimen-has-the-type-asked-for',
    'delivery.specimen-has-the-same-headers',
    'delivery.test-is-true-on-a-specimen',
    'feed.specimen-is-not-in-the-feed',
  ],
  needs: ['receiver', 'sandbox', 'orders'],
  phase: 'last',
  async run(context) {
    const { client, expect, receiver, patience } = context
    if (!receiver) throw blocked('webhook-not-ours')
    const lack = await raiseFirst(context, receiver)
    const answer = await client.call('testWebhook', { json: { type } })
    expect(takes).status(answer, '2xx')
    const id = textAt(answer, '/event_id')
    const isIt = (delivery: Delivery) => envelopeOf(delivery).id === id
    const specimen = await receiver.inbox.wait(isIt, patience.feed)
    if (specimen === undefined) await webhookIsOurs(context)
    expect(sent).that(computedFrom(specimen ? id : undefined, answer), () => specimen !== undefined, id)
    if (!specimen) return
    expect('webhooks.specimen-has-the-type-asked-for').equal(seenDelivery(specimen, '/type'), type)
    expect('webhooks.specimen-has-the-type-asked-for').equal(seen(answer, '/type'), type)
    expect('delivery.test-is-true-on-a-specimen').equal(seenDelivery(specimen, '/test'), true)
    expect(signed).equal(seenSignature(specimen), rightSignature)
    const missing = headers.filter((name) => headerOf(specimen.headers, name) === undefined)
    expect('delivery.specimen-has-the-same-headers').equal(computedFrom(missing, specimen), [])
    // The feed from the newest real event on: a specimen written to it would come after that.
    const newest = receiver.inbox.all
      .filter(isReal)
      .map((delivery) => String(envelopeOf(delivery).id))
      .toSorted()
      .at(-1)
    if (newest === undefined) throw lack ?? blocked('no-real-event', answer)
    const feed = await readFeed(context, { after: newest })
    const found = recordsOf(feed).filter((record) => record.id === id)
    expect('feed.specimen-is-not-in-the-feed').equal(
      computedFrom(
        found.map((record) => record.id),
        answer,
        ...feed,
      ),
      [],
    )
    // Somebody else may ask for a specimen of this account at the same time.
    const further = await furtherEachTime(context, type, furtherSpecimens(context, [answer]))
    expect('webhooks.test-sends-one-event').equal(computedFrom([id, ...further], specimen), [id])
  },
})
