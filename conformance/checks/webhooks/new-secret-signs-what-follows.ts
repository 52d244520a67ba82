// A secret of the shortest length is taken, signs what is sent from then on, and is kept by a PUT that leaves it out.
import { webhookConfiguration } from '../../scenarios/webhook-configuration.ts'
import { envelopeOf } from '../../evidence/delivery.ts'
import { parseSignature, signatureOf } from '../../receiver/signature.ts'
import { rightSignature } from '../../evidence/signature-fault.ts'
import { seenSignature } from '../../evidence/seen.ts'
import { textAt } from '../../steps/read.ts'
import { receiverOf } from '../../steps/set-webhook.ts'
import { headerOf } from '../../evidence/exchange.ts'
import { outOfPatience } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = [
  'webhooks.put-sets-the-secret',
  'webhooks.omitted-secret-is-kept',
  'webhooks.put-never-clears-the-secret',
  'delivery.specimen-is-signed-with-the-current-secret',
]

export default check({
  id: 'webhooks.new-secret-signs-what-follows',
  verifies: ['webhooks.secret-of-32-characters-accepted', ...rules],
  needs: ['webhook'],
  async run(context) {
    const { expect, shared, patience } = context
    const { rotated, secret, specimen } = await shared(webhookConfiguration)
    expect('webhooks.secret-of-32-characters-accepted').status(rotated, '2xx')
    const id = textAt(specimen, '/event_id')
    const delivery = await receiverOf(context).inbox.wait((one) => envelopeOf(one).id === id, patience.feed)
    if (!delivery) throw outOfPatience('no-specimen-after-rotation', specimen)
    const parsed = parseSignature(headerOf(delivery.headers, 'x-service-signature') ?? '')
    const expected = parsed && signatureOf(secret, parsed.timestamp, delivery.body)
    const isSigned = expected !== null && parsed?.v1.toLowerCase() === expected
    const { value, ...at } = seenSignature(delivery)
    const other = value === rightSignature ? 'HMAC-SHA256(another secret, "t.body")' : value
    const requests = [rotated.id, delivery.id]
    expect(rules).equal({ ...at, requests, value: isSigned ? rightSignature : other }, rightSignature)
  },
})
