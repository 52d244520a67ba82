// What a script makes of a delivery that must not come: the writes of the webhook that were in force, and that nothing of that type is heard.
import t from 'tap'
import { finding, ground } from './retried-deliveries.support.ts'
import { recordedExchange } from './recorded-exchange.support.ts'
import { byUnwanted } from './unwanted-deliveries.ts'

const { exchanges: usual, deliveries } = ground(['204'])
const write = (id: string, at: string, sent: object) =>
  recordedExchange({ id, operation: 'setWebhook', method: 'PUT', sent, started_at: `2026-03-02T15:04:${at}.000Z` })
const off = write('x5', '06', { enabled: false })
const on = write('x6', '09', { enabled: true })
const exchanges = [...usual, off, on]
const came = deliveries!.map((one) => ({ ...one, received_at: '2026-03-02T15:04:07.000Z' }))
const unwanted = (rule: string, received: unknown) =>
  byUnwanted(finding({ rule, expected: [], received, requests: ['d1'] }), exchanges, came)

const asked = { at: 'list:/data/type=order.created/type', form: 'less often', values: ['order.created', '1'] }

t.test('while delivery is off, or its type is not subscribed to: with what was set then', async (t) => {
  for (const rule of ['webhooks.disabling-stops-delivery', 'delivery.unsubscribed-event-is-not-delivered'])
    t.match(unwanted(rule, ['d1']), { settings: ['x1', 'x5'], asked })
})

t.test('of another account: whatever the webhook of that account is', async (t) => {
  const rule = 'delivery.events-of-another-account-are-not-delivered'
  t.match(unwanted(rule, ['order.created']), { settings: undefined, asked })
  t.equal(unwanted(rule, ['order.cancelled']), null, 'no delivery of that type is named')
})

t.equal(unwanted('webhooks.disabling-stops-delivery', 'evt_1 again'), null, 'a retry is another matter')
t.equal(unwanted('delivery.a-rule', ['d1']), null)
