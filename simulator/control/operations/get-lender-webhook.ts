// GET /lenders/{lender_id}/webhooks/{environment}: a lender's delivery configuration.
import { accountKey } from '../../orders/context.ts'
import type { Environment } from '../../domain/records.ts'
import { ownersOf } from '../../engine/commit.ts'
import { findLender } from '../../store/find.ts'
import { controlOperation } from '../operation.ts'

export const getLenderWebhook = controlOperation({
  id: 'getLenderWebhook',
  method: 'get',
  path: '/lenders/{lender_id}/webhooks/{environment}',
  handle: ({ services, params }) => {
    const { behaviour, store } = services
    const lender = findLender(services, params['lender_id']!)
    const account = accountKey(lender.id, params['environment'] as Environment)
    return behaviour.present.webhook(
      store.webhooks.get(ownersOf(services, account)[0] ?? account) ?? behaviour.webhookSettings.initial(account),
    )
  },
})
