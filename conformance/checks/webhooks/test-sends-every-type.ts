// A specimen of each event type goes out as asked: one each, marked, signed, with the headers of a real delivery.
import { startsWith } from '../../evidence/expected.ts'
import { specimens } from '../../scenarios/specimens.ts'
import { envelopeOf } from '../../evidence/delivery.ts'
import { rightSignature } from '../../evidence/signature-fault.ts'
import { computedFrom, seen, seenDelivery, seenSignature } from '../../evidence/seen.ts'
import { furtherEachTime, furtherSpecimens } from '../../steps/further-specimens.ts'
import { webhookIsOurs } from '../../steps/own-webhook.ts'
import { fieldAt } from '../../steps/read.ts'
import { normalUrl, receiverOf } from '../../steps/set-webhook.ts'
import { headerOf } from '../../evidence/exchange.ts'
import { check } from '../../kit/check.ts'

const takes = [
  'webhooks.test-takes-an-event-type',
  'webhooks.test-works-in-the-sandbox',
  'transport.serves-post-webhook-test',
]
const headers = ['Content-Type', 'X-Service-Event-Id', 'X-Service-Event-Type', 'X-Service-Signature', 'User-Agent']
const id = 'delivery.specimen-order-id-is-synthetic'

export default check({
  id: 'webhooks.test-sends-every-type',
  verifies: [
    ...takes,
    id,
    'webhooks.test-sends-a-specimen',
    'webhooks.test-sends-one-event',
    'webhooks.specimen-has-the-type-asked-for',
    'webhooks.test-answers-type',
    'webhooks.test-answers-url',
    'delivery.test-is-true-on-a-specimen',
    'delivery.specimen-has-the-same-headers',
    'delivery.specimen-is-signed-with-the-current-secret',
  ],
  needs: ['webhook', 'sandbox'],
  async run(context) {
    const { expect, shared, recordReading } = context
    const { all, refused, cut } = await shared(specimens)
    const receiver = receiverOf(context)
    if (all.some(({ delivery }) => delivery === undefined)) await webhookIsOurs(context)
    for (const { type, answer, delivery } of all) {
      expect(takes).status(answer, '2xx')
      expect('webhooks.test-answers-type').equal(seen(answer, '/type'), type)
      expect('webhooks.test-answers-url').equal(
        computedFrom(normalUrl(fieldAt(answer, '/url')), answer),
        normalUrl(receiver.url),
      )
      const arrived = computedFrom(delivery ? 'delivered' : 'never delivered', answer)
      if (!expect('webhooks.test-sends-a-specimen').equal(arrived, 'delivered') || !delivery) continue
      expect('webhooks.specimen-has-the-type-asked-for').equal(seenDelivery(delivery, '/type'), type)
      expect('delivery.test-is-true-on-a-specimen').equal(seenDelivery(delivery, '/test'), true)
      const isSynthetic = (value: unknown) => typeof value === 'string' && value.startsWith('ord_test_')
      expect(id).that(seenDelivery(delivery, '/data/order_id'), isSynthetic, startsWith('ord_test_'))
      const missing = headers.filter((name) => headerOf(delivery.headers, name) === undefined)
      expect('delivery.specimen-has-the-same-headers').equal(computedFrom(missing, delivery), [])
      expect('delivery.specimen-is-signed-with-the-current-secret').equal(seenSignature(delivery), rightSignature)
    }
    // Other specimens of the run are asked for in turn, so that what came between the first and the last is all of these.
    const asked = [...all, refused, cut].map(({ answer }) => answer)
    const own = asked.map((answer) => String(fieldAt(answer, '/event_id')))
    const until = asked.at(-1)!.startedAt + asked.at(-1)!.ms
    const came = new Set(receiver.inbox.all.map((one) => envelopeOf(one).id))
    const sent = own.filter((one) => came.has(one))
    // Somebody else may ask for a specimen of this account at the same time.
    const further = furtherSpecimens(context, asked, until)
    for (const type of new Set(further.map((one) => one.type))) {
      const ofType = further.filter((one) => one.type === type)
      sent.push(...(await furtherEachTime(context, type, ofType)))
    }
    expect('webhooks.test-sends-one-event').equal(computedFrom(sent.toSorted(), ...asked), own.toSorted())
    recordReading('webhooks.test-success-status', `status-${asked[0]!.response.status}`, asked[0]!)
  },
})
