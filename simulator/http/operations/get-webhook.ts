// GET /webhook: the delivery configuration; the secret is never returned.
import { answer, operation } from '../operation.ts'

export const getWebhook = operation({
  id: 'getWebhook',
  method: 'get',
  path: '/webhook',
  access: 'token',
  handle: (call) => {
    const { behaviour, store } = call.services
    const configuration = store.webhooks.get(call.account)
    if (!behaviour.webhookSettings.isConfigured(configuration)) throw behaviour.webhookSettings.notConfigured(404)
    return answer(call, 'getWebhook', behaviour.present.webhook(configuration))
  },
})
