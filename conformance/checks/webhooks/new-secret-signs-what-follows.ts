// A secret of the shortest length is taken, signs what is sent from then on, and is kept by a PUT that leaves it out.
import { webhookConfiguration } from '../../scenarios/webhook-configuration.ts'
import { envelopeOf } from '../../evidence/delivery.ts'
import { isSigned } from '../../receiver/signature.ts'
import { rightSignature } from '../../evidence/signature-fault.ts'
import { computedFrom, seenSignature } from '../../evidence/seen.ts'
import { succeeded, textAt } from '../../steps/read.ts'
import { receiverOf } from '../../steps/set-webhook.ts'
import { blocked, outOfPatience, reason } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const sets = ['webhooks.put-sets-the-secret', 'delivery.specimen-is-signed-with-the-current-secret']
// A PUT that is refused has no part that holds.
const refuses = { url: 'webhooks.url-must-be-https', secret: 'webhooks.short-secret-refused' }
const keeps = ['webhooks.omitted-secret-is-kept', 'webhooks.put-never-clears-the-secret']

export default check({
  id: 'webhooks.new-secret-signs-what-follows',
  verifies: ['webhooks.secret-of-32-characters-accepted', ...sets, ...keeps, ...Object.values(refuses)],
  needs: ['webhook'],
  async run(context) {
    const { expect, shared, patience } = context
    const { rotated, secret, late, specimen } = await shared(webhookConfiguration)
    expect('webhooks.secret-of-32-characters-accepted').status(rotated, '2xx')
    const id = textAt(specimen, '/event_id')
    const delivery = await receiverOf(context).inbox.wait((one) => envelopeOf(one).id === id, patience.feed)
    if (!delivery) throw outOfPatience('no-specimen-after-rotation', specimen)
    const isSignedWith = (one: string): boolean => isSigned(delivery, one)
    for (const { field, secret: refused, answer } of late.filter((one) => !succeeded(one.answer))) {
      const signer = isSignedWith(refused) ? 'the secret of a refused PUT' : 'another'
      expect(refuses[field]).equal(computedFrom(signer, answer, delivery), 'another')
    }
    // Another secret may be in force since then.
    const taken = late.find(({ answer }) => succeeded(answer))
    if (taken) throw blocked(reason('stopped-after-failure', { rule: refuses[taken.field] }), taken.answer)
    if (late.some(({ secret: other }) => isSignedWith(other))) return
    const isRight = isSignedWith(secret)
    const { secrets } = receiverOf(context)
    const isFormer = secrets.slice(0, secrets.indexOf(secret)).some(isSignedWith)
    const { value, ...at } = seenSignature(delivery)
    const other = value === rightSignature ? 'HMAC-SHA256(another secret, "t.body")' : value
    const requests = [rotated.id, delivery.id]
    // A secret that was lost is not the one before it.
    expect(isFormer ? sets : [...sets, ...keeps]).equal(
      { ...at, requests, value: isRight ? rightSignature : other },
      rightSignature,
    )
  },
})
