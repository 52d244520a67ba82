// PUT /webhook: replaces the fields sent and no others (Endpoints / GET /webhook, PUT /webhook, POST /webhook/test).
import type { WebhookChange } from '../../behaviour/webhook-settings.ts'
import { Refusal } from '../../domain/refusal.ts'
import { answer, operation } from '../operation.ts'

export const setWebhook = operation({
  id: 'setWebhook',
  method: 'put',
  path: '/webhook',
  access: 'token',
  body: { shape: 'setWebhook' },
  handle: async (call) => {
    const { behaviour, clock, settings, store } = call.services
    const { problems, webhookSettings } = behaviour
    const change = call.body as WebhookChange
    const current = store.webhooks.get(call.account) ?? webhookSettings.initial(call.account)
    const next = webhookSettings.apply(current, change, clock.now())
    const missing = webhookSettings.missing(next)
    if (missing.length > 0)
      throw new Refusal(problems.missingField, 'The webhook configuration is incomplete.', { details: missing })
    const details = webhookSettings.urlProblem(next.url!, settings.allowHttpWebhooks)
    if (details.length > 0)
      throw new Refusal(problems.unusableValue, 'The webhook address cannot be used.', { details })
    store.webhooks.put(next)
    await store.flush()
    return answer(call, 'setWebhook', behaviour.present.webhook(next))
  },
})
