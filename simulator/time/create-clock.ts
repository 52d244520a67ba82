// The domain clock: real, accelerated or manual, moved forward by `advance`, running in order whatever falls due.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { clockError } from './clock-error.ts'
import type { Clock, ClockMode, Fired } from './clock.ts'
import { createDueQueue } from './due-queue.ts'
import type { Due } from './due-queue.ts'
import { createFlow } from './flow.ts'

type Item = Due & { what: string; subject: string; run: Parameters<Clock['at']>[3] }

export type ClockOptions = ClockMode & {
  /** First instant, epoch milliseconds; the wire clock's when left out. */
  start?: number
  wire?: () => number
  /** Told when a scheduled item throws; the clock goes on. A process warning when left out. */
  onError?: (error: unknown, what: string, subject: string) => void
}

/** The longest wait a Node timer takes; anything longer is waited for in pieces. */
const LONGEST_TIMER = 2 ** 31 - 1
/** The last instant a Date can hold. */
const LAST_INSTANT = 8.64e15
/** The last that domain time moves to: what lies some years behind it still has four digits of year. */
const LATEST = Date.UTC(9900, 0)

const iso = (instant: number) => new Date(instant).toISOString()

function rateOf(mode: ClockMode): number {
  if (mode.mode === 'real') return 1
  if (mode.mode === 'manual') return 0
  if (Number.isFinite(mode.rate) && mode.rate > 0) return mode.rate
  throw clockError(
    'clock_bad_rate',
    `An accelerated clock needs a rate above 0 and got ${mode.rate}; pass one, such as 60.`,
  )
}

const warn: NonNullable<ClockOptions['onError']> = (error, what, subject) =>
  process.emitWarning(`${what} of ${subject} failed: ${String(error)}`, 'ClockItemError')

function checked(instant: number): number {
  if (Number.isFinite(instant) && Math.abs(instant) <= LAST_INSTANT) return instant
  throw clockError(
    'clock_bad_instant',
    `An instant is epoch milliseconds, and ${instant} is none; pass a finite number.`,
  )
}

/**
 * Beside what `Clock` says: while an advance runs, the clock shows the due time of the item that runs, and wire time does not
 * count. Items due at one instant run together; one that is scheduled for an instant already reached joins those that run.
 * An item must not wait for another one, nor call `advance` or `idle`. Throws `clock_bad_rate`, `clock_bad_instant`;
 * `advance` rejects with `clock_past_instant`, `clock_nested`, `clock_closed`.
 */
export function createClock(options: ClockOptions): Clock {
  const { wire = Date.now, onError = warn } = options
  const rate = rateOf(options)
  const flow = createFlow(checked(options.start ?? wire()), rate, wire)
  const queue = createDueQueue<Item>()
  const running = new Set<Promise<void>>()
  /** The item that the current code runs for; `active` ends with it, so that a timer it leaves behind is not taken for it. */
  const within = new AsyncLocalStorage<{ active: boolean }>()
  let seq = 0
  let closed = false
  /** What an advance under way shows instead of the flow, and where it notes what it fires. */
  let shown: number | undefined
  let fired: Fired[] | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let turns = 0
  let soon: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let timerDue: number | undefined

  const now = () => shown ?? Math.min(flow.now(), LATEST)
  const isDue = () => (queue.peek()?.due ?? Infinity) <= now()

  function start(item: Item) {
    const record: Fired = { at: iso(now()), what: item.what, subject: item.subject }
    fired?.push(record)
    const scope = { active: true }
    const work = within.run(scope, async () => {
      try {
        const outcome = await item.run()
        if (outcome !== undefined) record.outcome = outcome
      } catch (error) {
        record.outcome = `error: ${error instanceof Error ? error.message : String(error)}`
        // Apart from this item: a listener that throws must not stop the clock.
        queueMicrotask(() => onError(error, item.what, item.subject))
      } finally {
        scope.active = false
      }
    })
    running.add(work)
    void work.finally(() => {
      running.delete(work)
      // Following the context costs every promise of the process a little, so it is done only while items run.
      if (running.size === 0) within.disable()
    })
  }

  function startDue() {
    while (isDue()) start(queue.pop()!)
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

  function disarm() {
    clearTimeout(timer)
    timer = timerDue = undefined
  }

  function arm() {
    const due = queue.peek()?.due
    if (due === timerDue) return
    disarm()
    if (rate === 0 || shown !== undefined || due === undefined) return
    timerDue = due
    const wait = Math.min(Math.max(1, Math.ceil((due - now()) / rate)), LONGEST_TIMER)
    timer = setTimeout(() => {
      disarm()
      startDue()
      arm()
    }, wait)
    timer.unref()
  }

  async function settle() {
    for (;;) {
      const waiting = soon ?? (running.size > 0 ? Promise.all(running) : undefined)
      if (!waiting) return
      await waiting
    }
  }

  function refuseWithin(what: string) {
    if (!within.getStore()?.active) return
    const sentence = `${what} was called by an item that the clock runs, and would wait for itself; call it from outside.`
    throw clockError('clock_nested', sentence)
  }

  async function move(to: number): Promise<Fired[]> {
    const list: Fired[] = []
    shown = now()
    fired = list
    disarm()
    await settle()
    for (let head = queue.peek(); head && head.due <= to; head = queue.peek()) {
      shown = Math.max(shown, head.due)
      startDue()
      await settle()
    }
    flow.goOnFrom(Math.max(shown, to))
    shown = fired = undefined
    arm()
    return list
  }

  function inTurn(to: () => number): Promise<Fired[]> {
    turns += 1
    const mine = turn.then(() => move(to())).finally(() => (turns -= 1))
    turn = mine
    return mine
  }

  return {
    mode: options.mode,
    now,

    at(due, what, subject, run) {
      checked(due)
      if (closed) return () => undefined
      const item: Item = { due, seq: seq++, index: -1, what, subject, run }
      queue.push(item)
      if (due <= now()) startSoon()
      else arm()
      return () => queue.remove(item)
    },

    upcoming: (until) => queue.sorted(until).map(({ due, what, subject }) => ({ at: iso(due), what, subject })),

    async advance(to) {
      refuseWithin('advance')
      checked(to)
      if (closed) throw clockError('clock_closed', 'The clock was closed and moves no more; create another one.')
      if (to > LATEST) {
        const sentence = `The clock goes to ${iso(LATEST)} at most, and ${to} is later; advance to an earlier instant.`
        throw clockError('clock_bad_instant', sentence)
      }
      if (to < now()) {
        const sentence = `The clock moves forward only: it shows ${iso(now())} and ${iso(to)} is past; advance to a later instant.`
        throw clockError('clock_past_instant', sentence)
      }
      // A call that another one has overtaken meanwhile finds its instant reached, and fires nothing.
      return inTurn(() => Math.max(to, now()))
    },

    async hold(milliseconds) {
      refuseWithin('hold')
      this.at(now(), 'hold', 'clock', () => sleep(milliseconds, undefined))
      await inTurn(now)
    },

    async idle() {
      refuseWithin('idle')
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
      disarm()
    },
  }
}
