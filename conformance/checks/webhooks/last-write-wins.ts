// The company's own screens and the lender write to one configuration, and what was written last holds, also for what is sent.
import { ofCompany, webhookConfiguration } from '../../scenarios/webhook-configuration.ts'
import { envelopeOf } from '../../evidence/delivery.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { isSigned } from '../../receiver/signature.ts'
import { fieldAt, requireSuccess } from '../../steps/read.ts'
import { normalUrl, receiverOf, settingsOf } from '../../steps/set-webhook.ts'
import { Inconclusive } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'webhooks.last-write-wins'

export default check({
  id: 'webhooks.last-write-wins',
  verifies: [rule],
  needs: ['webhook', 'control'],
  async run(context) {
    const { expect, patience, shared } = context
    const { company, repeated, restored } = await shared(webhookConfiguration)
    if (company instanceof Inconclusive) throw company
    const { url, secret, specimen, between, last } = company
    requireSuccess(repeated)
    const theirs = { url: normalUrl(url), enabled: false, events: [...ofCompany], secret_set: true }
    expect(rule).equal(computedFrom(settingsOf(between), between), theirs)
    // The lender switches delivery off, and says nothing of the events.
    const ours = { ...theirs, url: normalUrl(receiverOf(context).url) }
    expect(rule).equal(computedFrom(settingsOf(requireSuccess(last)), last), ours)
    expect(rule).equal(computedFrom(restored.response.status < 300, restored), true)
    const id = fieldAt(specimen, '/event_id')
    const delivery = await receiverOf(context).inbox.wait((one) => envelopeOf(one).id === id, patience.feed)
    if (!delivery) return
    const signer = isSigned(delivery, secret) ? "the company's secret" : 'another secret'
    expect(rule).equal(computedFrom(signer, specimen, delivery), "the company's secret")
    // How each sign of it is called is looked at elsewhere.
    const address = delivery.path.includes('?set-by=') ? "the company's address" : delivery.path
    expect(rule).equal(computedFrom(address, specimen, delivery), "the company's address")
  },
})
