// Whether the webhook is still the one that this run set: the last write wins, whichever client wrote.
import { blocked } from '../evidence/inconclusive.ts'
import type { StepContext } from '../kit/context.ts'
import { fieldAt, succeeded } from './read.ts'
import { normalUrl, readWebhook, receiverOf } from './set-webhook.ts'

/** @throws Inconclusive where something else moved it, so that missing deliveries are inconclusive */
export const webhookIsOurs = async (context: StepContext, url = receiverOf(context).url): Promise<void> => {
  const read = await readWebhook(context)
  if (!succeeded(read)) return
  const isOurs = normalUrl(fieldAt(read, '/url')) === normalUrl(url)
  if (!isOurs || fieldAt(read, '/enabled') === false) throw blocked('webhook-moved', read)
}
