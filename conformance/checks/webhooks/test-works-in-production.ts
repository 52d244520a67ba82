// A test call works in production as well; there the webhook is set to us only where nobody has set it.
import { envelopeOf } from '../../evidence/delivery.ts'
import { headerOf } from '../../evidence/exchange.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import type { CheckContext } from '../../kit/context.ts'
import { ending } from '../../scenarios/webhook-configuration.ts'
import { fieldAt, requireSuccess, succeeded } from '../../steps/read.ts'
import { runAt } from '../../evidence/run-marks.ts'
import { normalUrl, readWebhook, receiverOf, setSecret, settingsOf, setWebhook } from '../../steps/set-webhook.ts'
import { parseSignature, signatureOf } from '../../receiver/signature.ts'
import { isLoopback } from '../../sut/addresses.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'webhooks.test-works-in-production'
const own = 'webhooks.configuration-is-of-one-environment'
const enabled = 'webhooks.put-sets-enabled'
const only = 'delivery.only-the-configured-endpoint-is-called'
const role = 'production'
const type = 'order.completed'

/** The configuration of the sandbox, which each work on it leaves switched on for every event, is not the one just set in production. */
const expectSandboxKept = async (context: CheckContext): Promise<void> => {
  if (context.environment !== 'sandbox') return
  const sandbox = requireSuccess(await readWebhook(context))
  const { url, enabled, events } = settingsOf(sandbox)
  const kept = { url: normalUrl(receiverOf(context).url), enabled: true, events: ['*'] }
  if (context.expect(own).equal(computedFrom({ url, enabled, events }, sandbox), kept)) return
  // Other checks wait for deliveries.
  await setWebhook(context, { enabled: true, events: ['*'] })
}

/** What the sandbox sends is not signed with the secret that was set in production. */
const expectOwnSecret = async (context: CheckContext, secret: string): Promise<void> => {
  if (context.environment !== 'sandbox') return
  const receiver = receiverOf(context)
  const specimen = await context.client.call('testWebhook', { json: { type } })
  const id = fieldAt(specimen, '/event_id')
  const delivery = await receiver.inbox.wait((one) => envelopeOf(one).id === id, context.patience.feed)
  const parsed = delivery && parseSignature(headerOf(delivery.headers, 'x-service-signature') ?? '')
  if (!parsed) return
  const isProductions = parsed.v1.toLowerCase() === signatureOf(secret, parsed.timestamp, delivery.body)
  const key = isProductions ? 'the secret of production' : 'another'
  if (context.expect(own).equal(computedFrom(key, specimen, delivery), 'another')) return
  await setSecret(context, receiver.secrets.at(-1)!)
}

export default check({
  id: 'webhooks.test-works-in-production',
  verifies: [rule, own, enabled, only],
  needs: [`role:${role}`, 'webhook'],
  async run(context) {
    const { client, expect, patience, profile } = context
    const receiver = receiverOf(context)
    const before = await readWebhook(context, { role })
    const isOurs = normalUrl(fieldAt(before, '/url')) === normalUrl(receiver.url)
    expect(own).equal(computedFrom(isOurs ? 'the address of the sandbox' : 'another', before), 'another')
    const secret = context.newSecret()
    let url = `${receiver.url}${ending}`
    // A run of assay before this one may have left its receiver there.
    const configured =
      succeeded(before) && (fieldAt(before, '/url') ?? null) !== null && runAt(fieldAt(before, '/url')) === null
    if (!configured) {
      if (!isLoopback(profile.production_base_url ?? '')) throw notTested('no-webhook-in-production')
      const set = (json: object) => client.call('setWebhook', { role, json })
      const first = { enabled: false, events: [type], secret }
      receiver.expectSecret(secret)
      let put = await set({ ...first, url })
      // Which addresses there are beyond https is the target's to say.
      if (!succeeded(put)) put = requireSuccess(await set({ ...first, url: (url = receiver.url) }))
      expect(enabled).equal(seen(put, '/enabled'), false)
      requireSuccess(await set({ url, enabled: true }))
    }
    const answer = await client.call('testWebhook', { role, json: { type } })
    // Ours again to switch off: orders placed in production are not for this receiver.
    if (!configured) await client.call('setWebhook', { role, json: { url: receiver.url, enabled: false } })
    expect(rule).status(answer, '2xx')
    expect(rule).equal(computedFrom(fieldAt(answer, '/type'), answer), type)
    if (configured) return expect([enabled, only]).notTested('webhook-of-production-in-use')
    await expectSandboxKept(context)
    const id = fieldAt(answer, '/event_id')
    const delivery = await receiver.inbox.wait((one) => envelopeOf(one).id === id, patience.feed)
    expect(rule).equal(computedFrom(delivery ? envelopeOf(delivery).test : 'never delivered', answer), true)
    if (!delivery) return receiver.expectSecret(null)
    const address = url.endsWith(delivery.path) ? 'the address set' : delivery.path
    expect(only).equal(computedFrom(address, answer, delivery), 'the address set')
    await expectOwnSecret(context, secret)
    receiver.expectSecret(null)
  },
})
