// The webhook sender: raises events, makes their attempts when due, and keeps each event's delivery record (Events).
import { clearTimeout, setTimeout } from 'node:timers'
import type { Event } from '../domain/records.ts'
import type { DeliveryFault } from '../public/fault.ts'
import type { Strike } from '../faults/faults.ts'
import { createHeldAttempts } from '../faults/held-attempts.ts'
import { createAddressGuard } from './address-guard.ts'
import { makeAttempt, struckAt } from './attempt.ts'
import { probe, redeliver, sendSpecimen } from './by-hand.ts'
import type { ByHand } from './by-hand.ts'
import { createDeliver } from './deliver.ts'
import { afterAttempt, afterStop, statusOf, untried } from './delivery-record.ts'
import { createDueAttempts } from './due-attempts.ts'
import { createGate, laneOf } from './gate.ts'
import { createJournal } from './journal.ts'
import type { Attempt } from './journal.ts'
import type { Outbox, OutboxOptions } from './outbox-options.ts'

/** How often an attempt goes out. */
const copiesOf = (struck: Strike<DeliveryFault> | undefined): number =>
  struck?.fault.kind === 'duplicate' ? (struck.fault.copies ?? 2) : 1

const attemptKind = { kind: 'delivery_attempt' } as const

/** Connections to one receiver beside those of its events, for attempts on request. */
const byHandBeside = 10

export function createOutbox(options: OutboxOptions): Outbox {
  const { store, clock, ids, behaviour, log, allowHttp, verifyTls } = options
  const {
    wire = Date.now,
    timestamp = (at: number) => new Date(at).toISOString(),
    guard = createAddressGuard(),
    retryFlushMs = 1_000,
    // Shorter than any receiver's own: a connection that the receiver is closing must not be taken for one that failed.
    keepAliveMs = 1_000,
  } = options
  const deliver = createDeliver({
    guard,
    allowHttp: allowHttp || behaviour.sendsOverPlainHttp,
    verifyTls: verifyTls || behaviour.verifiesLoopback,
    connections: behaviour.attemptsAtATime + byHandBeside,
    keepAliveMs,
    ...(options.barredPorts && { barredPorts: options.barredPorts }),
  })
  const gate = createGate(behaviour.attemptsAtATime)
  const journal = createJournal({ perEvent: 32, inAll: 2_000 })
  const scheduled = new Map<string, () => void>()
  const held = createHeldAttempts()
  let closed = false
  /** Rises when the world is replaced: what was begun before leaves no trace. */
  let era = 0

  function cancel(id: string) {
    scheduled.get(id)?.()
    scheduled.delete(id)
  }

  function schedule(event: Event) {
    const { id, delivery } = event
    cancel(id)
    if (delivery.next_attempt_at === null || closed) return
    const number = delivery.attempts + 1
    scheduleAt(event, delivery.next_attempt_at + behaviour.lateBy(event, number))
  }

  function scheduleAt({ id, delivery }: Event, due: number) {
    const number = delivery.attempts + 1
    scheduled.get(id)?.()
    scheduled.set(
      id,
      clock.at(due, `webhook attempt ${number}`, id, () => onDue(id), attemptKind),
    )
  }

  /** A reordered attempt goes out behind the event that it waited for. */
  function letReorderedGo(delivered: Event) {
    for (const id of held.waitingFor(delivered)) {
      const event = store.events.get(id)
      if (event) scheduleAt(event, clock.now())
    }
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
    const isOpen = (row = store.events.get(id)): row is Event =>
      row?.delivery.status === 'failed' && row.delivery.next_attempt_at === null
    const giveUp = () => {
      const row = store.events.get(id)
      if (!isOpen(row)) return 'not any more'
      const buried: Event = { ...row, delivery: { ...row.delivery, status: 'dead_lettered' } }
      store.events.put(buried)
      bury(buried)
      return 'dead_lettered'
    }
    const due = clock.now() + behaviour.deadLetterAfterMs
    clock.at(due, 'webhook given up', id, giveUp, { kind: 'delivery_given_up', isOpen: () => isOpen() })
  }

  /** In real time, as a disk has no other: a manual clock may never move again. */
  function waitForDisk(id: string) {
    const timer = setTimeout(() => {
      const event = store.events.get(id)
      if (event) schedule(event)
    }, retryFlushMs).unref()
    scheduled.set(id, () => clearTimeout(timer))
  }

  const dueAttempts = createDueAttempts({
    gate,
    flush: () => store.flush(),
    laneOf: (id) => laneOf(store.webhooks.get(store.events.get(id)?.account ?? '')?.url ?? ''),
    attempt: attemptDue,
    onUnkept(id, err) {
      log.warn({ err, event_id: id }, 'a webhook waits: its event cannot be kept at present')
      waitForDisk(id)
    },
  })

  function onDue(id: string): Promise<string> {
    scheduled.delete(id)
    return dueAttempts.fall(id)
  }

  async function attemptDue(id: string): Promise<string> {
    const event = store.events.get(id)
    if (closed || !event || event.delivery.next_attempt_at === null) return 'not due any more'
    const configuration = store.webhooks.get(event.account)
    if (!behaviour.reachable(configuration) || !behaviour.stillWanted(configuration, event)) {
      const lookAgainAt = behaviour.whileSwitchedOff(clock.now(), event, configuration)
      const delivery = afterStop(event.delivery, lookAgainAt, behaviour.statusWhenNotSent(configuration))
      put({ ...event, delivery })
      return lookAgainAt === null ? 'stopped: delivery is switched off' : 'waits: delivery is switched off'
    }
    const mine = era
    const number = event.delivery.attempts + 1
    const body = number === 1 ? event.body : behaviour.bodyForRedelivery(event, number)
    const heldBy = held.release(id)
    const struck = heldBy ?? struckAt(attempter, { event, number })
    const seconds = heldBy ? undefined : held.secondsOf(struck)
    if (struck && seconds !== undefined) {
      held.hold(event, struck)
      scheduleAt(event, clock.now() + seconds * 1000)
      return 'held back by a fault'
    }
    const attempt = await makeAttempt(attempter, { kind: 'scheduled', number, event, body, configuration, struck })
    if (attempt.error?.code === 'closed' || mine !== era) return 'broken off'
    const current = store.events.get(id)
    if (!current) return 'the event has left the feed'
    const row: Event = { ...current, delivery: afterAttempt(current.delivery, attempt, behaviour) }
    put(row)
    report(attempt)
    if (attempt.accepted && behaviour.repeatsAfterSuccess(event)) await repeat(event, body)
    for (let copy = 1; copy < copiesOf(struck); copy++) await repeat(event, body, struck)
    if (attempt.accepted) letReorderedGo(row)
    if (row.delivery.status === 'dead_lettered') bury(row)
    else if (row.delivery.next_attempt_at === null && !attempt.accepted) buryLater(row)
    return `${row.delivery.status}: ${statusOf(attempt) ?? attempt.error?.code}`
  }

  /** Under the configuration of now: the secret may have been rotated while the attempt was under way. */
  async function repeat(event: Event, body: string, struck?: Strike<DeliveryFault>): Promise<void> {
    const configuration = store.webhooks.get(event.account)
    if (closed || !behaviour.reachable(configuration) || !behaviour.stillWanted(configuration, event)) return
    report(await makeAttempt(attempter, { kind: 'repeat', number: null, event, body, configuration, struck }))
  }

  const attempter = { behaviour, deliver, clock, wire, faults: options.faults }
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
      const { id, account, type, created_at, order_id, data } = event
      return put({ id, account, type, created_at, order_id, data, body, delivery })
    },

    specimen: (configuration, type, now) => dueAttempts.track(sendSpecimen(byHand, configuration, type, now)),
    probe: (url) => dueAttempts.track(probe(byHand, url)),
    redeliver: (eventId) => dueAttempts.track(redeliver(byHand, eventId)),

    resume() {
      const owed = store.undelivered()
      owed.forEach(schedule)
      return owed.length
    },

    attemptsOf: (eventId) => journal.of(eventId),

    async idle() {
      await clock.idle()
      await dueAttempts.ended()
      await store.flush()
    },

    async breakOff() {
      era += 1
      for (const id of scheduled.keys()) cancel(id)
      held.clear()
      const ended = dueAttempts.breakOff()
      deliver.breakOff()
      await ended
    },

    attempts: journal.all,
    replaceAttempts: journal.replace,

    reset() {
      for (const id of scheduled.keys()) cancel(id)
      journal.clear()
      held.clear()
    },

    async close() {
      closed = true
      for (const id of scheduled.keys()) cancel(id)
      await deliver.close()
      await dueAttempts.ended()
    },
  }
}
