// Where no address is configured yet, a PUT without one is refused and configures nothing.
import { includes } from '../../evidence/expected.ts'
import { seen } from '../../evidence/seen.ts'
import { fieldAt, fieldsNamed, succeeded } from '../../steps/read.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { notTested, reason } from '../../evidence/inconclusive.ts'
import { readWebhook } from '../../steps/set-webhook.ts'
import { check } from '../../kit/check.ts'

const rule = 'webhooks.url-is-required'
const role = 'other_company'

export default check({
  id: 'webhooks.address-is-required-at-first',
  verifies: [rule],
  needs: [`role:${role}`],
  async run(context) {
    const { client, expect, recordReading, newSecret } = context
    const before = await readWebhook(context, { role })
    if (succeeded(before) && fieldAt(before, '/url') !== null) throw notTested(reason('webhook-has-address', { role }))
    recordReading(
      'webhooks.read-before-configuration',
      succeeded(before) ? 'empty-configuration' : `status-${before.response.status}`,
      before,
    )
    const put = await client.call('setWebhook', { role, json: { enabled: true, events: ['*'], secret: newSecret() } })
    expect(rule).status(put, 400, 422)
    recordReading('webhooks.first-put-without-url-status', `status-${put.response.status}`, put)
    const fields = fieldsNamed(put)
    if (fields.length > 0)
      expect(rule).that(computedFrom(fields, put), () => fields.some((one) => one.includes('url')), includes('url'))
    const after = await readWebhook(context, { role })
    if (succeeded(after)) expect(rule).equal(seen(after, '/url'), null)
    else expect(rule).equal({ ...seen(after), value: after.response.status, pointer: 'status' }, before.response.status)
  },
})
