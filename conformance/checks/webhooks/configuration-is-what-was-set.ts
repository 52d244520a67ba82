// The configuration reads back as it was set, keeps what a PUT leaves out, and never shows the secret.
import { seen } from '../../evidence/seen.ts'
import { requireSuccess } from '../../steps/read.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { readWebhook } from '../../steps/set-webhook.ts'
import { check } from '../../kit/check.ts'

const url = ['webhooks.put-sets-url', 'webhooks.get-returns-the-configuration']
const kept = ['webhooks.put-replaces-only-what-is-sent', 'webhooks.omitted-events-are-kept']
const secret = [
  'webhooks.secret-set-is-true-once-set',
  'webhooks.omitted-secret-is-kept',
  'webhooks.put-never-clears-the-secret',
]

const sameUrl = (received: unknown, sent: string): boolean =>
  typeof received === 'string' && URL.canParse(received) && new URL(received).href === new URL(sent).href

export default check({
  id: 'webhooks.configuration-is-what-was-set',
  verifies: [
    ...url,
    ...kept,
    ...secret,
    'webhooks.put-sets-enabled',
    'webhooks.put-sets-events',
    'webhooks.events-are-types-or-a-star',
    'webhooks.put-returns-the-configuration',
    'transport.serves-get-webhook',
    'transport.serves-put-webhook',
  ],
  needs: ['webhook'],
  async run(context) {
    const { client, expect, receiver } = context
    if (!receiver) throw blocked('webhook-not-ours')
    const before = await readWebhook(context)
    expect('transport.serves-get-webhook').status(before, '2xx')
    // The url alone, which is what it was: nothing else may change by it.
    const put = await client.call('setWebhook', { json: { url: receiver.url } })
    expect('transport.serves-put-webhook').status(put, '2xx')
    const after = requireSuccess(await readWebhook(context))
    for (const answer of [before, put, after]) {
      expect(answer === put ? 'webhooks.put-returns-the-configuration' : url).that(
        seen(answer, '/url'),
        (value) => sameUrl(value, receiver.url),
        receiver.url,
      )
      expect('webhooks.put-sets-enabled').equal(seen(answer, '/enabled'), true)
      expect(['webhooks.put-sets-events', 'webhooks.events-are-types-or-a-star']).equal(seen(answer, '/events'), ['*'])
      expect(secret).equal(seen(answer, '/secret_set'), true)
    }
    expect(kept).equal(seen(after, '/events'), seen(before, '/events').value)
    expect('webhooks.put-replaces-only-what-is-sent').equal(
      seen(after, '/secret_rotated_at'),
      seen(before, '/secret_rotated_at').value,
    )
  },
})
