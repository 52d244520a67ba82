// PUT /webhook: replaces the fields sent and no others (Endpoints / GET /webhook, PUT /webhook, POST /webhook/test).
import type { WebhookChange } from '../../behaviour/webhook-settings.ts'
import { Refusal } from '../../domain/refusal.ts'
import { answer, operation } from '../operation.ts'

export const setWebhook = operation({
  id: 'setWebhook',
  access: 'token',
  body: { shape: 'setWebhook' },
  handle: async (call) => {
    const { behaviour, clock, settings, store } = call.services
    const { problems, webhookSettings, webhooks } = behaviour
    const change = call.body as WebhookChange
    const owner = webhooks.ownerOf(call.account, call.client.id)
    const current = store.webhooks.get(owner) ?? webhookSettings.initial(owner)
    const next = webhookSettings.apply(current, change, clock.now())
    const missing = webhookSettings.missing(next, current, change)
    if (missing.length > 0)
      throw new Refusal(webhookSettings.missingCode(problems), 'The webhook configuration is incomplete.', {
        details: missing,
      })
    const details = [
      ...webhookSettings.urlProblem(next.url!, settings.allowHttpWebhooks),
      ...(typeof change.secret === 'string' ? webhookSettings.secretProblem(change.secret) : []),
    ]
    if (details.length > 0)
      throw new Refusal(webhookSettings.unusableCode(problems), 'The webhook configuration cannot be used.', {
        details,
      })
    call.services.faults.changed(current, next)
    store.webhooks.put(next)
    await store.flush()
    if (webhookSettings.probes(current, next)) await call.services.outbox.probe(next.url!)
    const done = answer(call, 'setWebhook', behaviour.present.webhook(next))
    return { ...done, status: webhookSettings.putStatus(done.status, current.updated_at === null) }
  },
})
