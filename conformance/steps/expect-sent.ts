// While the star is subscribed to, the feed shows no event as one that is not sent; one that came before the feed shows it was sent.
import type { CheckContext } from '../kit/context.ts'
import { computedFrom } from '../evidence/seen.ts'
import type { SeenEvent } from './events-of.ts'
import { webhookIsOurs } from './own-webhook.ts'

export const sentRules = ['webhooks.star-subscribes-to-every-type', 'delivery.subscribed-event-is-delivered']

export const expectSent = async (context: CheckContext, event: SeenEvent): Promise<void> => {
  if (!context.receiver) return
  if (event.unsent) await webhookIsOurs(context)
  const shown = computedFrom(event.unsent ? 'not_subscribed' : 'subscribed', { id: event.source })
  context.expect(sentRules).equal(shown, 'subscribed')
}
