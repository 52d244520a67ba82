// Reads and changes of the webhook configuration: each change names our address, since a PUT may need it every time.
import type { Receiver } from '../receiver/receiver.ts'
import type { StepContext } from '../kit/context.ts'
import type { CallOptions } from '../sut/call.ts'
import type { Answered } from '../evidence/exchange.ts'
import { blocked } from '../evidence/inconclusive.ts'
import { fieldAt, succeeded } from './read.ts'

type Change = { url?: string; enabled?: boolean; events?: readonly string[]; secret?: string | null }

export const receiverOf = ({ receiver }: StepContext): Receiver => {
  if (receiver) return receiver
  throw blocked('webhook-not-ours')
}

export const readWebhook = ({ client }: Pick<StepContext, 'client'>, options: CallOptions = {}): Promise<Answered> =>
  client.call('getWebhook', options)

export const setWebhook = (context: StepContext, change: Change): Promise<Answered> =>
  context.client.call('setWebhook', { json: { url: receiverOf(context).url, ...change } })

/** Sets a secret; once the target accepted it, deliveries are verified with it. */
export const setSecret = async (context: StepContext, secret: string, more: Change = {}): Promise<Answered> => {
  const receiver = receiverOf(context)
  receiver.expectSecret(secret)
  const answer = await setWebhook(context, { ...more, secret })
  if (succeeded(answer)) receiver.useSecret(secret)
  else receiver.expectSecret(null)
  return answer
}

/** Does some work that changes the configuration, and subscribes to every event again, however the work ends. */
export const restoring = async <T>(
  context: StepContext,
  work: () => Promise<T>,
): Promise<{ done: T; restored: Answered }> => {
  let outcome: { done: T } | { error: unknown }
  try {
    outcome = { done: await work() }
  } catch (error) {
    outcome = { error }
  }
  const restored = await setWebhook(context, { enabled: true, events: ['*'] })
  if ('error' in outcome) throw outcome.error
  return { done: outcome.done, restored }
}

/** What a configuration says, its timestamps and the order of its events aside. */
export const settingsOf = (answer: Answered): Record<string, unknown> => {
  const events = fieldAt(answer, '/events')
  return {
    url: normalUrl(fieldAt(answer, '/url')),
    enabled: fieldAt(answer, '/enabled'),
    events: Array.isArray(events) ? events.map(String).toSorted() : events,
    secret_set: fieldAt(answer, '/secret_set'),
  }
}

/** The normal form of an address, which a server may give back instead of the one sent. */
export const normalUrl = (value: unknown): unknown =>
  typeof value === 'string' && URL.canParse(value) ? new URL(value).href : value
