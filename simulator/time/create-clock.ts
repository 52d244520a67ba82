// The domain clock: real, accelerated or manual, moved forward by `advance`, running in order whatever falls due.
import { setTimeout as sleep } from 'node:timers/promises'
import { setImmediate } from 'node:timers'
import { createAlarm } from './alarm.ts'
import { clockError } from './clock-error.ts'
import type { About, Clock, ClockMode, Fired } from './clock.ts'
import { createDueQueue } from './due-queue.ts'
import type { Due } from './due-queue.ts'
import { createFlow, rateOf } from './flow.ts'
import { checked, createMoves, LATEST, tooLate } from './moves.ts'
import { createRunner } from './run-items.ts'
import type { Running } from './run-items.ts'

type Item = Due & Running & About

export type ClockOptions = ClockMode & {
  /** First instant, epoch milliseconds; the wire clock's when left out. */
  start?: number
  wire?: () => number
  /** Awaited before a move is answered: what it has moved to must not be lost any more. */
  keep?: () => Promise<void>
  /** Called when a scheduled item throws; the clock goes on. A process warning when left out. */
  onError?: (error: unknown, what: string, subject: string) => void
}

const iso = (instant: number) => new Date(instant).toISOString()
const isOpen = ({ isOpen: asked }: Item) => asked?.() ?? true

const warn: NonNullable<ClockOptions['onError']> = (error, what, subject) =>
  process.emitWarning(`${what} of ${subject} failed: ${String(error)}`, 'ClockItemError')

/**
 * Beside what `Clock` says: while an advance runs, the clock shows the due time of the item that runs, and wire time does not
 * count. Items due at one instant run together; one that is scheduled for an instant already reached joins those that run.
 * An item must not wait for another one, nor call `advance` or `idle`. Throws `clock_bad_rate`, `clock_bad_instant`;
 * `advance` rejects with `clock_past_instant`, `clock_nested`, `clock_closed`.
 */
export function createClock(options: ClockOptions): Clock {
  const { wire = Date.now, onError = warn, keep } = options
  const rate = rateOf(options)
  const flow = createFlow(checked(options.start ?? wire()), rate, wire)
  const queue = createDueQueue<Item>()
  const runner = createRunner(onError)
  let seq = 0
  let closed = false
  let frozen = false
  /** What an advance under way shows instead of the flow, and where it notes what it fires. */
  let shown: number | undefined
  let fired: Fired[] | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let turns = 0
  let soon: Promise<void> | undefined

  const now = () => shown ?? Math.min(flow.now(), LATEST)
  const isDue = () => (queue.peek()?.due ?? Infinity) <= now()

  function startDue() {
    while (isDue()) runner.start(queue.pop()!, iso(now()), fired && ((record) => fired?.push(record)))
  }

  function startSoon() {
    soon ??= new Promise((resolve) => {
      setImmediate(() => {
        soon = undefined
        startDue()
        arm()
        resolve()
      })
    })
  }

  const alarm = createAlarm(() => {
    startDue()
    arm()
  })

  function arm() {
    const due = queue.peek()?.due
    if (due === alarm.due && !frozen) return
    alarm.off()
    if (rate === 0 || frozen || shown !== undefined || due === undefined) return
    alarm.set(due, (due - now()) / rate)
  }

  async function settle() {
    for (;;) {
      const waiting = soon ?? runner.ended()
      if (!waiting) return
      await waiting
    }
  }

  /** The soonest item that would do something. */
  function nextOpen(): Item | undefined {
    const head = queue.peek()
    return head === undefined || isOpen(head) ? head : queue.sorted().find(isOpen)
  }

  /** Goes from one instant to the next, as long as there is one, and on to `last`. */
  async function move(next: (fired: number) => number | undefined, last = -Infinity): Promise<Fired[]> {
    const list: Fired[] = []
    shown = now()
    fired = list
    alarm.off()
    await settle()
    for (let due = next(0); due !== undefined; due = next(list.length)) {
      shown = Math.max(shown, due)
      startDue()
      await settle()
    }
    flow.goOnFrom(Math.max(shown, last))
    shown = fired = undefined
    arm()
    return list
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    turns += 1
    const mine = turn.then(work).finally(() => (turns -= 1))
    turn = mine.catch(() => undefined)
    return mine
  }

  function refuseToMove() {
    runner.refuseWithin('advance')
    if (closed) throw clockError('clock_closed', 'The clock was closed and moves no more; create another one.')
  }

  const moving =
    <Given extends unknown[], Moved>(move: (...given: Given) => Promise<Moved>) =>
    async (...given: Given): Promise<Moved> => {
      refuseToMove()
      return move(...given)
    }

  const moves = createMoves({
    now,
    nextDue: () => queue.peek()?.due,
    nextOpen: () => nextOpen()?.due,
    move,
    inTurn,
    keep,
  })

  return {
    mode: options.mode,
    get frozen() {
      return frozen
    },
    now,

    at(due, what, subject, run, about = { kind: 'other' }) {
      checked(due)
      if (closed) return () => undefined
      const item: Item = { due, seq: seq++, index: -1, what, subject, run, ...about }
      queue.push(item)
      if (due <= now()) startSoon()
      else arm()
      return () => queue.remove(item)
    },

    upcoming: (until) => queue.sorted(until).map(({ due, what, subject }) => ({ at: iso(due), what, subject })),

    open(until) {
      const seen = new Set<string>()
      return queue.sorted(until).flatMap((item) => {
        const { due, what, subject, kind } = item
        const key = `${due} ${what} ${subject}`
        if (seen.has(key) || !isOpen(item)) return []
        seen.add(key)
        return [{ at: iso(due), what, subject, kind }]
      })
    },

    advance: moving(moves.advance),
    advanceBy: moving(moves.by),
    advanceToNextDue: moving(moves.toNextDue),
    advanceUntilIdle: moving(moves.untilIdle),

    freeze() {
      if (frozen) return
      frozen = true
      flow.setFrozen(true)
      alarm.off()
    },

    unfreeze() {
      if (!frozen) return
      frozen = false
      flow.setFrozen(false)
      arm()
    },

    async hold(milliseconds) {
      runner.refuseWithin('hold')
      this.at(now(), 'hold', 'clock', () => sleep(milliseconds, undefined))
      await moves.stay()
    },

    scheduled: (but) =>
      queue
        .sorted()
        .filter(({ kind }) => !but.includes(kind))
        .map(({ seq: _seq, index: _index, ...item }) => item),

    async goOnFrom(instant, { scheduled, stop, replace }) {
      refuseToMove()
      if (checked(instant) > LATEST) throw tooLate(instant)
      await inTurn(async () => {
        shown = now()
        alarm.off()
        queue.clear()
        await stop()
        await settle()
        queue.clear()
        shown = instant
        try {
          await replace()
        } finally {
          for (const { due, what, subject, run, ...about } of scheduled) this.at(due, what, subject, run, about)
          flow.goOnFrom(instant)
          shown = undefined
          arm()
        }
      })
    },

    async idle() {
      runner.refuseWithin('idle')
      for (;;) {
        await settle()
        if (turns > 0) await turn
        else if (isDue()) startDue()
        else return
      }
    },

    close() {
      closed = true
      queue.clear()
      alarm.off()
    },
  }
}
