// The webhook configuration can be read and set, and a specimen be sent.
import { grandTour } from '../../journeys/grand-tour.ts'
import { check } from '../check.ts'

const rules = {
  read: 'transport.serves-get-webhook',
  set: 'transport.serves-put-webhook',
  test: 'transport.serves-post-webhook-test',
}

export default check({
  id: 'transport.webhook-operations-are-served',
  verifies: Object.values(rules),
  needs: ['webhook', 'orders'],
  async run({ client, expect, receiver, shared }) {
    // By now an address is set, so that there is something to read.
    expect(rules.read).status((await shared(grandTour)).answers['getWebhook']!, '2xx')
    expect(rules.set).status(await client.call('setWebhook', { json: { url: receiver!.url } }), '2xx')
    expect(rules.test).status(await client.call('testWebhook', { json: { type: 'order.created' } }), '2xx')
  },
})
