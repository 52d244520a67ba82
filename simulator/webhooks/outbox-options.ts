// What the webhook sender is made from and what it offers.
import type { RaisedEvent, Webhooks } from '../behaviour/webhooks.ts'
import type { Event, WebhookConfiguration } from '../domain/records.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import type { Ids } from '../time/ids.ts'
import type { AddressGuard } from './address-guard.ts'
import type { Attempter } from './attempt.ts'
import type { SpecimenResult } from './by-hand.ts'
import type { Attempt } from './journal.ts'

export type OutboxOptions = {
  store: Pick<Store, 'events' | 'webhooks' | 'undelivered' | 'flush'>
  clock: Clock
  ids: Pick<Ids, 'next'>
  behaviour: Webhooks
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
  /** Deliver to `http:` URLs too, whatever their host. */
  allowHttp: boolean
  /** Verify certificates on loopback too. */
  verifyTls: boolean
  /** After each attempt, its event's record being up to date. */
  onAttempt?: (attempt: Attempt) => void
  /** The notice to the company (Events / Answering and retries, item 3). */
  onDeadLetter?: (event: Event) => void
  /** How an instant looks on the wire; ISO 8601 with milliseconds and `Z` when left out. */
  timestamp?: (at: number) => string
  /** Real time, epoch milliseconds. */
  wire?: () => number
  guard?: AddressGuard
  /** Ports of this machine that no delivery goes to. */
  barredPorts?: () => readonly number[]
  /** Real milliseconds until an event that could not be kept is looked at again. */
  retryFlushMs?: number
  /** Real milliseconds that a connection is kept which nothing goes over. */
  keepAliveMs?: number
  /** None when left out. */
  faults?: Attempter['faults']
}

export type Outbox = {
  /** Stores the event with its delivery record and schedules attempt 1 at once. */
  raise(event: RaisedEvent): Event
  /** One attempt at a synthetic event, subscribed to or not, never retried. Throws `webhook_not_configured`. */
  specimen(configuration: WebhookConfiguration, type: string, now: number): Promise<SpecimenResult>
  /** One more attempt now, outside the schedule. Throws `event_not_found`, `webhook_not_configured` or `webhook_disabled`. */
  /** Tries whether an address answers, and delivers nothing. */
  probe(url: string): Promise<void>
  redeliver(eventId: string): Promise<Attempt>
  /** Schedules the pending deliveries of a store that was read from disk; returns their number. */
  resume(): number
  attemptsOf(eventId: string): Attempt[]
  /** Resolves when nothing that is due is unsent or under way, and all is durable. */
  idle(): Promise<void>
  /** Ends every attempt under way without a trace, and forgets the schedule: the events are about to be replaced. */
  breakOff(): Promise<void>
  /** The attempts that `attemptsOf` knows. */
  attempts(): Attempt[]
  replaceAttempts(attempts: readonly Attempt[]): void
  /** Forgets schedule and journal, for a world that starts again. */
  reset(): void
  /** An attempt under way is broken off and leaves no trace, so that `resume` makes it again. */
  close(): Promise<void>
}
