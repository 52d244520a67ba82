// Every decision about sending webhooks: who gets what, signed how, and when again (Events; Limits).
import { createHmac } from 'node:crypto'
import type { AccountKey, DeliveryStatus, Event, WebhookConfiguration } from '../domain/records.ts'
import { specimenData } from './specimens.ts'

/** The part of the contract's data that these decisions are read from. */
type WebhookContract = {
  webhooks: {
    api_version: string
    /** Seconds from each attempt to the one after it. */
    retry_delays_seconds: readonly number[]
    timeout_seconds: number
    /** By type, what a specimen of it says. */
    specimens: Readonly<Record<string, Record<string, unknown>>>
  }
}

/** An event as the domain raises it: without what its delivery adds. */
export type RaisedEvent = Pick<Event, 'id' | 'account' | 'type' | 'created_at' | 'order_id' | 'data'>

/** A synthetic event that only `POST /webhook/test` sends. */
type SpecimenEvent = RaisedEvent & { test: true }

type Envelope = Record<string, unknown>

/** A configuration that an event can be sent to: it says where, and how to sign. */
export type Reachable = WebhookConfiguration & { url: string; secret: string }

/** Each member may be replaced on its own: the sender calls them one by one, and none calls another. */
export const webhooks = (contract: WebhookContract) => ({
  apiVersion: contract.webhooks.api_version,
  /** Seconds between attempts; one attempt more than there are delays. */
  schedule: [...contract.webhooks.retry_delays_seconds] as readonly number[],
  /** Real milliseconds that a receiver has to answer. */
  timeoutMs: contract.webhooks.timeout_seconds * 1000,
  /** False: a receiver has answered once its status is there, and a body that never ends changes nothing. */
  needsWholeAnswer: false,
  /** False: on loopback, where nobody signs certificates, any is accepted; elsewhere they are always verified. */
  verifiesLoopback: false,
  /** Attempts under way to one receiver; a file descriptor each, and two when the receiver shares the process. */
  attemptsAtATime: 100,
  followRedirects: false,
  method: 'POST' as 'POST' | 'PUT',
  specimenIsInFeed: false,

  envelope: (
    event: RaisedEvent & { test?: boolean },
    apiVersion: string,
    timestamp: (at: number) => string,
  ): Envelope => {
    const { id, type, data } = event
    const envelope: Envelope = { id, type, created_at: timestamp(event.created_at), api_version: apiVersion, data }
    if (event.test) envelope['test'] = true
    return envelope
  },

  /** Called once an event: its result is stored, signed and sent at every attempt. */
  serialise: (envelope: Envelope): string => JSON.stringify(envelope),

  /** What a later attempt sends; `attempt` is the number of the coming one. */
  bodyForRedelivery: (event: Event, _attempt: number): string => event.body,

  /** Under which key an account's configuration and events are kept that a credential sees. */
  ownerOf: (account: AccountKey, _clientId: string): AccountKey => account,
  /** Every such key of an account; `clientIds` gives those of its credentials that count. */
  owners: (account: AccountKey, _clientIds: () => readonly string[]): readonly AccountKey[] => [account],

  /** Whether there is anywhere to send to. Without a secret nothing could be signed, so nothing is sent. */
  reachable: (configuration: WebhookConfiguration | undefined): configuration is Reachable =>
    typeof configuration?.url === 'string' && typeof configuration.secret === 'string',

  /** Decided once, when the event is raised. */
  subscribed: (configuration: WebhookConfiguration, type: string): boolean =>
    configuration.enabled && (configuration.events.includes('*') || configuration.events.includes(type)),

  /** The feed's word for an event that is not sent: no webhook, switched off, or not subscribed to. */
  statusWhenNotSent: (_configuration: WebhookConfiguration | undefined): DeliveryStatus => 'not_subscribed',

  /** When to look again at an event that is not sent as it is raised; null for never. */
  unsentUntil: (_configuration: WebhookConfiguration | undefined, _type: string, _now: number): number | null => null,

  /** Decided before each attempt: switching delivery off stops the attempts that remain; narrowing the subscription does not. */
  stillWanted: (configuration: WebhookConfiguration, _event: RaisedEvent): boolean => configuration.enabled,

  /**
   * When to look again at an attempt that fell due while delivery was switched off. Null drops the rest of the schedule for
   * good: delivery was stopped, and events of days ago sent all at once would be no service. The feed is there to catch up.
   */
  whileSwitchedOff: (_now: number, _event: Event, _configuration: WebhookConfiguration | undefined): number | null =>
    null,

  /** Whether attempts may go over plain HTTP where the sender is not set to. */
  sendsOverPlainHttp: false,

  /** How many specimens one test call sends. */
  specimensPerTest: 1,

  /** The URL in force at the attempt. */
  urlFor: (configuration: Reachable, _event: RaisedEvent): string => configuration.url,

  /** The secret in force at the attempt. */
  secretFor: (configuration: Reachable, _event: RaisedEvent): string => configuration.secret,

  /** The `t` of an attempt, Unix seconds of the wire clock: receivers hold it against their own. */
  timestamp: (wireNow: number, _event: RaisedEvent): number => Math.floor(wireNow / 1000),

  /** Hex, over `t`, a dot and the body bytes. */
  signature: (secret: string, t: number, body: Buffer): string =>
    createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex'),

  signatureHeader: (t: number, v1: string): string => `t=${t},v1=${v1}`,

  /** Header names and values as they go out; the sender adds `content-length`, `host` and `connection`. */
  headers: (event: RaisedEvent, signatureHeader: string): [name: string, value: string][] => [
    ['Content-Type', 'application/json'],
    ['User-Agent', 'Service-Webhooks/1.0'],
    ['X-Service-Event-Id', event.id],
    ['X-Service-Event-Type', event.type],
    ['X-Service-Signature', signatureHeader],
  ],

  accepted: (status: number, _body: Buffer): boolean => status >= 200 && status <= 299,

  /** When the attempt after the `attemptsMade`-th is due, counted from the start of that one, whatever its answer; null when there is none. */
  nextAttempt: (
    schedule: readonly number[],
    attemptsMade: number,
    attemptStartedAt: number,
    _attemptEndedAt: number,
    _answered: number | null = null,
    /** What the receiver asked for in `Retry-After`, which moves no attempt. */
    _retryAfter: string | null = null,
  ): number | null => {
    const delay = schedule[attemptsMade - 1]
    return delay === undefined ? null : attemptStartedAt + delay * 1000
  },

  /** The attempts made once one more is over, whatever its answer; null for none, and the domain milliseconds that it took. */
  attemptsAfter: (before: number, _answered: number | null, _tookMs: number): number => before + 1,

  /** Domain milliseconds by which an attempt goes out after it is due. */
  lateBy: (_event: RaisedEvent, _attempt: number): number => 0,

  /** Whether an event that was just accepted goes out once more. */
  repeatsAfterSuccess: (_event: RaisedEvent): boolean => false,

  statusAfter: (accepted: boolean, nextAttemptAt: number | null): DeliveryStatus =>
    accepted ? 'delivered' : nextAttemptAt === null ? 'dead_lettered' : 'failed',

  /** Domain milliseconds between the last failure and the dead letter, for a status that distinguishes the two. */
  deadLetterAfterMs: 1_000,

  /** What the record keeps of an attempt's answer; null when there was none. */
  statusToRecord: (answered: number | null, _before: number | null): number | null => answered,

  /** Whether a specimen is sent when asked for; else it is shown as not delivered. */
  sendsSpecimen: (_configuration: WebhookConfiguration, _type: string): boolean => true,

  /** What `POST /webhook/test` says in `response_time_ms`: the wait for a status, or for nothing when none came. */
  responseTimeMs: (answeredMs: number | null, totalMs: number): number | null => Math.round(answeredMs ?? totalMs),

  /** `id` is the event's own; the order, its number and all else are made up. */
  specimenEvent: (
    type: string,
    at: { id: string; account: AccountKey; now: number; timestamp: (at: number) => string },
  ): SpecimenEvent => {
    const order_id = `ord_test_${at.id.slice(at.id.lastIndexOf('_') + 1).slice(-26)}`
    return {
      id: at.id,
      account: at.account,
      type,
      created_at: at.now,
      order_id,
      data: {
        order_id,
        order_number: 'TEST-0001',
        ...specimenData(contract.webhooks.specimens[type] ?? {}, order_id, at.now, at.timestamp),
      },
      test: true,
    }
  },
})

export type Webhooks = ReturnType<typeof webhooks>
