// PUT /lenders/{lender_id}/webhooks/{environment}: the endpoint as set from the company's screens; the last write wins.
import type { WebhookChange } from '../../behaviour/webhook-settings.ts'
import { accountKey } from '../../orders/context.ts'
import type { Environment } from '../../domain/records.ts'
import { Refusal } from '../../domain/refusal.ts'
import { ownersOf } from '../../engine/commit.ts'
import { findLender } from '../../store/find.ts'
import { controlOperation } from '../operation.ts'

export const setLenderWebhook = controlOperation({
  id: 'setLenderWebhook',
  method: 'put',
  path: '/lenders/{lender_id}/webhooks/{environment}',
  body: 'required',
  handle: async ({ services, params, body }) => {
    const { behaviour, clock, settings, store } = services
    const { webhookSettings } = behaviour
    const lender = findLender(services, params['lender_id']!)
    const account = accountKey(lender.id, params['environment'] as Environment)
    const settle = (owner: string) =>
      webhookSettings.apply(
        store.webhooks.get(owner) ?? webhookSettings.initial(owner),
        body as WebhookChange,
        clock.now(),
      )
    const all = ownersOf(services, account).map(settle)
    const next = all[0] ?? settle(account)
    const missing = webhookSettings.missing(next)
    const details = missing.length > 0 ? missing : webhookSettings.urlProblem(next.url!, settings.allowHttpWebhooks)
    if (details.length > 0) {
      const said = details.map(({ field, message }) => `${field} ${message}`).join('; ')
      throw new Refusal('unusable_value', `The webhook cannot be set: ${said}.`, { status: 422, details })
    }
    for (const configuration of all) {
      services.faults.changed(store.webhooks.get(configuration.account) ?? configuration, configuration)
      store.webhooks.put(configuration)
    }
    await store.flush()
    return behaviour.present.webhook(next)
  },
})
