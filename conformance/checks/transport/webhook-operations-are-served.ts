// The webhook configuration can be read and set, and a specimen be sent.
import { check } from '../check.ts'

const rules = {
  read: 'transport.serves-get-webhook',
  set: 'transport.serves-put-webhook',
  test: 'transport.serves-post-webhook-test',
}

export default check({
  id: 'transport.webhook-operations-are-served',
  verifies: Object.values(rules),
  needs: ['webhook'],
  async run({ client, expect, receiver }) {
    expect(rules.read).status(await client.call('getWebhook'), '2xx')
    expect(rules.set).status(await client.call('setWebhook', { json: { url: receiver!.url } }), '2xx')
    expect(rules.test).status(await client.call('testWebhook', { json: { type: 'order.created' } }), '2xx')
  },
})
