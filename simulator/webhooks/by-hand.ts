// Attempts on request: the specimen of `POST /webhook/test`, and one event sent once more.
import type { Event, WebhookConfiguration } from '../domain/records.ts'
import type { Store } from '../store/store.ts'
import type { Ids } from '../time/ids.ts'
import { makeAttempt, struckAt } from './attempt.ts'
import type { Attempter, Sending } from './attempt.ts'
import { afterRedelivery, statusOf, untried } from './delivery-record.ts'
import { laneOf } from './gate.ts'
import type { Gate } from './gate.ts'
import type { Attempt } from './journal.ts'

/** `response_status` is null when there was no answer; `response_time_ms` is whole and real, `attempted_at` domain time. */
export type SpecimenResult = {
  event_id: string
  type: string
  url: string
  delivered: boolean
  response_status: number | null
  response_time_ms: number | null
  attempted_at: number
}

type OutboxError = Error & { code: 'event_not_found' | 'webhook_disabled' | 'webhook_not_configured' }

const outboxError = (code: OutboxError['code'], sentence: string): OutboxError =>
  Object.assign(new Error(`${code}: ${sentence}`), { code })

export type ByHand = Attempter & {
  store: Pick<Store, 'events' | 'webhooks'>
  ids: Pick<Ids, 'next'>
  gate: Gate
  timestamp: (at: number) => string
  report: (attempt: Attempt) => void
  /** Takes the event's next attempt off the schedule. */
  cancel: (eventId: string) => void
}

const send = (by: ByHand, sending: Omit<Sending, 'number'>): Promise<Attempt> =>
  // Who asks waits for the answer, so the events that wait for the same receiver are passed by.
  by.gate.run(`by hand ${laneOf(sending.configuration.url)}`, () => makeAttempt(by, { ...sending, number: null }))

/** Tries whether an address answers a POST: nothing is delivered, signed or written down. */
export const probe = async ({ behaviour, deliver }: ByHand, url: string): Promise<void> => {
  const { timeoutMs, needsWholeAnswer, followRedirects } = behaviour
  const headers: [string, string][] = [['Content-Type', 'application/json']]
  await deliver.send({ url, headers, body: Buffer.from('{}'), timeoutMs, needsWholeAnswer, followRedirects })
}

/** One attempt at a synthetic event, subscribed to or not, never retried. Throws `webhook_not_configured`. */
export async function sendSpecimen(
  by: ByHand,
  configuration: WebhookConfiguration,
  type: string,
  now: number,
): Promise<SpecimenResult> {
  const { behaviour, timestamp } = by
  if (!behaviour.reachable(configuration)) {
    throw outboxError('webhook_not_configured', 'A specimen needs a webhook with a URL and a secret; set both first.')
  }
  const { account } = configuration
  const event = behaviour.specimenEvent(type, { id: by.ids.next('evt', now), account, now, timestamp })
  const body = behaviour.serialise(behaviour.envelope(event, behaviour.apiVersion, timestamp))
  const attempt = await send(by, { kind: 'specimen', event, body, configuration })
  if (behaviour.specimenIsInFeed) {
    const delivery = afterRedelivery(untried('not_subscribed', null), attempt, behaviour)
    by.store.events.put({ ...event, body, delivery })
  }
  by.report(attempt)
  return {
    event_id: event.id,
    type,
    url: attempt.url,
    delivered: attempt.accepted,
    response_status: statusOf(attempt),
    response_time_ms: behaviour.responseTimeMs(attempt.answered_ms, attempt.total_ms),
    attempted_at: attempt.started_at,
  }
}

/** One more attempt outside the schedule. Throws `event_not_found`, `webhook_not_configured` or `webhook_disabled`. */
export async function redeliver(by: ByHand, eventId: string): Promise<Attempt> {
  const { behaviour, store } = by
  const event = store.events.get(eventId)
  if (!event)
    throw outboxError('event_not_found', `There is no event ${eventId} in the feed; take an id from the feed.`)
  const configuration = store.webhooks.get(event.account)
  if (!behaviour.reachable(configuration)) {
    throw outboxError('webhook_not_configured', 'A redelivery needs a webhook with a URL and a secret; set both first.')
  }
  if (!behaviour.stillWanted(configuration, event)) {
    throw outboxError('webhook_disabled', 'The webhook is switched off; enable it first.')
  }
  const body = behaviour.bodyForRedelivery(event, event.delivery.attempts + 1)
  const struck = struckAt(by, { event, number: null })
  const attempt = await send(by, { kind: 'redelivery', event, body, configuration, struck })
  const current: Event | undefined = store.events.get(eventId)
  if (attempt.accepted) by.cancel(eventId)
  if (current) {
    store.events.put({ ...current, delivery: afterRedelivery(current.delivery, attempt, behaviour) })
  }
  by.report(attempt)
  return attempt
}
