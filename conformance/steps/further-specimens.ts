// Specimens that come with a test call beside its own: those that come each time are the target's, others somebody else's.
import { envelopeOf } from '../evidence/delivery.ts'
import type { Answered } from '../evidence/exchange.ts'
import type { StepContext } from '../kit/context.ts'
import { persistsOnRetry } from './persists-on-retry.ts'
import { fieldAt } from './read.ts'
import { receiverOf } from './set-webhook.ts'

/** The ids of all that came since the first of some calls began, until the last had its answer where `end` is given. */
export const furtherSpecimens = (
  context: StepContext,
  calls: readonly Answered[],
  end = Infinity,
): { id: string; type: string }[] => {
  const own = new Set(calls.map((call) => fieldAt(call, '/event_id')))
  const from = Math.min(...calls.map(({ startedAt }) => startedAt))
  const came = receiverOf(context).inbox.all.filter(({ receivedAt }) => receivedAt >= from && receivedAt <= end)
  const events = came.map(envelopeOf).filter(({ id, test }) => test === true && !own.has(id))
  return [...new Map(events.map(({ id, type }) => [String(id), { id: String(id), type: String(type) }])).values()]
}

/** Of such specimens of one type those that come again whenever one of that type is asked for. */
export const furtherEachTime = async (
  context: StepContext,
  type: string,
  first: readonly { id: string }[],
): Promise<string[]> => {
  const { inbox } = receiverOf(context)
  const found = await persistsOnRetry(first, async () => {
    const call = await context.client.call('testWebhook', { json: { type } })
    const own = fieldAt(call, '/event_id')
    await inbox.wait((delivery) => envelopeOf(delivery).id === own, context.patience.feed)
    return furtherSpecimens(context, [call])
  })
  return found.map(({ id }) => id)
}
