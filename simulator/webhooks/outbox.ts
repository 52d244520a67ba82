// The webhook sender: raises events, makes their attempts when due, and keeps each event's delivery record (Events).
import type { RaisedEvent, Webhooks } from '../behaviour/webhooks.ts'
import type { Event, WebhookConfiguration } from '../domain/records.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import type { Ids } from '../time/ids.ts'
import { createAddressGuard } from './address-guard.ts'
import type { AddressGuard } from './address-guard.ts'
import { makeAttempt } from './attempt.ts'
import { redeliver, sendSpecimen } from './by-hand.ts'
import type { ByHand, SpecimenResult } from './by-hand.ts'
import { createDeliver } from './deliver.ts'
import { afterAttempt, afterStop, statusOf, untried } from './delivery-record.ts'
import { createGate, laneOf } from './gate.ts'
import { createJournal } from './journal.ts'
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
}

export type Outbox = {
  /** Stores the event with its delivery record and schedules attempt 1 at once. */
  raise(event: RaisedEvent): Event
  /** One attempt at a synthetic event, subscribed to or not, never retried. Throws `webhook_not_configured`. */
  specimen(configuration: WebhookConfiguration, type: string, now: number): Promise<SpecimenResult>
  /** One more attempt now, outside the schedule. Throws `event_not_found`, `webhook_not_configured` or `webhook_disabled`. */
  redeliver(eventId: string): Promise<Attempt>
  /** Schedules what a store that was read from disk still owes; gives their number. */
  resume(): number
  attemptsOf(eventId: string): Attempt[]
  /** Resolves when nothing that is due is unsent or under way, and all is durable. */
  idle(): Promise<void>
  /** Forgets schedule and journal, for a world that starts again. */
  reset(): void
  /** An attempt under way is broken off and leaves no trace, so that `resume` makes it again. */
  close(): Promise<void>
}

/** Connections to one receiver beside those of its events, for attempts that somebody waits for. */
const byHandBeside = 10

export function createOutbox(options: OutboxOptions): Outbox {
  const { store, clock, ids, behaviour, log, allowHttp, verifyTls } = options
  const {
    wire = Date.now,
    timestamp = (at: number) => new Date(at).toISOString(),
    guard = createAddressGuard(),
    retryFlushMs = 1_000,
  } = options
  const deliver = createDeliver({
    guard,
    allowHttp: allowHttp || behaviour.sendsOverPlainHttp,
    verifyTls: verifyTls || behaviour.verifiesLoopback,
    connections: behaviour.attemptsAtATime + byHandBeside,
    ...(options.barredPorts && { barredPorts: options.barredPorts }),
  })
  const gate = createGate(behaviour.attemptsAtATime)
  const journal = createJournal({ perEvent: 32, inAll: 2_000 })
  const scheduled = new Map<string, () => void>()
  /** Attempts of either kind; the clock knows of the scheduled ones only. */
  const underWay = new Set<Promise<unknown>>()
  let closed = false

  function cancel(id: string) {
    scheduled.get(id)?.()
    scheduled.delete(id)
  }

  function schedule(event: Event) {
    const { id, delivery } = event
    cancel(id)
    if (delivery.next_attempt_at === null || closed) return
    const number = delivery.attempts + 1
    const due = delivery.next_attempt_at + behaviour.lateBy(event, number)
    const drop = clock.at(due, `webhook attempt ${number}`, id, () => track(onDue(id)))
    scheduled.set(id, drop)
  }

  function put(row: Event): Event {
    store.events.put(row)
    schedule(row)
    return row
  }

  function report(attempt: Attempt) {
    journal.add(attempt)
    const { event_id, event_type, kind, number, url, accepted, error, total_ms } = attempt
    const fields = { event_id, event_type, kind, number, url, status: statusOf(attempt), error: error?.code, total_ms }
    if (accepted) log.info(fields, 'webhook delivered')
    else log.warn(fields, 'webhook attempt failed')
    options.onAttempt?.(attempt)
  }

  function bury(row: Event) {
    log.warn({ event_id: row.id, event_type: row.type, attempts: row.delivery.attempts }, 'webhook dead lettered')
    options.onDeadLetter?.(row)
  }

  function buryLater({ id }: Event) {
    clock.at(clock.now() + behaviour.deadLetterAfterMs, 'webhook given up', id, () => {
      const row = store.events.get(id)
      if (row?.delivery.status !== 'failed' || row.delivery.next_attempt_at !== null) return 'not any more'
      const buried: Event = { ...row, delivery: { ...row.delivery, status: 'dead_lettered' } }
      store.events.put(buried)
      bury(buried)
      return 'dead_lettered'
    })
  }

  /** In real time, as a disk has no other: a manual clock may never move again. */
  function waitForDisk(id: string) {
    const timer = setTimeout(() => {
      const event = store.events.get(id)
      if (event) schedule(event)
    }, retryFlushMs).unref()
    scheduled.set(id, () => clearTimeout(timer))
  }

  async function onDue(id: string): Promise<string> {
    scheduled.delete(id)
    // What is announced must outlive a crash.
    try {
      await store.flush()
    } catch (err) {
      log.warn({ err, event_id: id }, 'a webhook waits: its event cannot be kept at present')
      waitForDisk(id)
      return 'waits: its event cannot be kept at present'
    }
    const account = store.events.get(id)?.account ?? ''
    return gate.run(laneOf(store.webhooks.get(account)?.url ?? ''), () => attemptDue(id))
  }

  async function attemptDue(id: string): Promise<string> {
    const event = store.events.get(id)
    if (closed || !event || event.delivery.next_attempt_at === null) return 'not due any more'
    const configuration = store.webhooks.get(event.account)
    if (!behaviour.reachable(configuration) || !behaviour.stillWanted(configuration, event.type)) {
      const lookAgainAt = behaviour.whileSwitchedOff(clock.now(), event, configuration)
      const delivery = afterStop(event.delivery, lookAgainAt, behaviour.statusWhenNotSent(configuration))
      put({ ...event, delivery })
      return lookAgainAt === null ? 'stopped: delivery is switched off' : 'waits: delivery is switched off'
    }
    const number = event.delivery.attempts + 1
    const body = number === 1 ? event.body : behaviour.bodyForRedelivery(event, number)
    const attempt = await makeAttempt(attempter, { kind: 'scheduled', number, event, body, configuration })
    if (attempt.error?.code === 'closed') return 'broken off'
    const current = store.events.get(id)
    if (!current) return 'the event has left the feed'
    const row: Event = { ...current, delivery: afterAttempt(current.delivery, attempt, behaviour) }
    put(row)
    report(attempt)
    if (attempt.accepted && behaviour.repeatsAfterSuccess(event)) await repeat(event, body)
    if (row.delivery.status === 'dead_lettered') bury(row)
    else if (row.delivery.next_attempt_at === null && !attempt.accepted) buryLater(row)
    return `${row.delivery.status}: ${statusOf(attempt) ?? attempt.error?.code}`
  }

  /** Under the configuration of now: the secret may have been rotated while the attempt was under way. */
  async function repeat(event: Event, body: string): Promise<void> {
    const configuration = store.webhooks.get(event.account)
    if (closed || !behaviour.reachable(configuration) || !behaviour.stillWanted(configuration, event.type)) return
    report(await makeAttempt(attempter, { kind: 'repeat', number: null, event, body, configuration }))
  }

  function track<T>(work: Promise<T>): Promise<T> {
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }

  const attempter = { behaviour, deliver, clock, wire }
  const byHand: ByHand = { ...attempter, store, ids, gate, timestamp, report, cancel }

  return {
    raise(event) {
      const configuration = store.webhooks.get(event.account)
      const wanted = behaviour.reachable(configuration) && behaviour.subscribed(configuration, event.type)
      const body = behaviour.serialise(behaviour.envelope(event, behaviour.apiVersion, timestamp))
      const delivery = wanted
        ? untried('pending', Math.min(event.created_at, clock.now()))
        : untried(
            behaviour.statusWhenNotSent(configuration),
            behaviour.unsentUntil(configuration, event.type, clock.now()),
          )
      return put({ ...event, body, delivery })
    },

    specimen: (configuration, type, now) => track(sendSpecimen(byHand, configuration, type, now)),
    redeliver: (eventId) => track(redeliver(byHand, eventId)),

    resume() {
      const owed = store.undelivered()
      owed.forEach(schedule)
      return owed.length
    },

    attemptsOf: (eventId) => journal.of(eventId),

    async idle() {
      await clock.idle()
      while (underWay.size > 0) await Promise.allSettled(underWay)
      await store.flush()
    },

    reset() {
      for (const id of scheduled.keys()) cancel(id)
      journal.clear()
    },

    async close() {
      closed = true
      for (const id of scheduled.keys()) cancel(id)
      await deliver.close()
      await Promise.allSettled(underWay)
    },
  }
}
