// GET /webhook: the delivery configuration; the secret is never returned.
import { answer, operation } from '../operation.ts'

export const getWebhook = operation({
  id: 'getWebhook',
  access: 'token',
  handle: (call) => {
    const { behaviour, store } = call.services
    const { webhookSettings, webhooks } = behaviour
    const owner = webhooks.ownerOf(call.account, call.client.id)
    const configuration = store.webhooks.get(owner)
    if (!webhookSettings.isConfigured(configuration) && webhookSettings.readBeforeStatus !== null)
      throw webhookSettings.notConfigured(webhookSettings.readBeforeStatus)
    return answer(call, 'getWebhook', behaviour.present.webhook(configuration ?? webhookSettings.initial(owner)))
  },
})
