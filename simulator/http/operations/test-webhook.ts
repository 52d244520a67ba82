// POST /webhook/test: one signed specimen event to the configured address, not written to the feed.
import { answer, operation } from '../operation.ts'

export const testWebhook = operation({
  id: 'testWebhook',
  method: 'post',
  path: '/webhook/test',
  access: 'token',
  body: { shape: 'testWebhook' },
  handle: async (call) => {
    const { behaviour, clock, outbox, store } = call.services
    const configuration = store.webhooks.get(call.account)
    if (!behaviour.webhookSettings.isConfigured(configuration) || !behaviour.webhooks.reachable(configuration)) {
      throw behaviour.webhookSettings.notConfigured(409)
    }
    const { type } = call.body as { type: string }
    const result = await outbox.specimen(configuration, type, clock.now())
    return answer(call, 'testWebhook', { ...result, attempted_at: behaviour.present.timestamp(result.attempted_at) })
  },
})
