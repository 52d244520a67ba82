// The webhook configuration of another lender, as it is before anything sets it.
import type { Answered } from '../evidence/exchange.ts'
import type { Scenario } from '../kit/context.ts'
import { readWebhook } from '../steps/set-webhook.ts'

export const webhookOfAnother: Scenario<Answered> = {
  id: 'webhook-of-another',
  run: (context) => readWebhook(context, { role: 'other_lender' }),
}
