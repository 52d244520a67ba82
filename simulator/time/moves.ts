// The ways that domain time is moved forward: to an instant, to what is due next, until nothing is due any more.
import { clockError } from './clock-error.ts'
import type { Fired, Moved, MoveBounds } from './clock.ts'

/** The last instant a Date can hold. */
const LAST_INSTANT = 8.64e15
/** The last that domain time moves to: what lies some years behind it still has four digits of year. */
export const LATEST = Date.UTC(9900, 0)
/** What `untilIdle` does at most, where no bound is given: a year, and N items. */
const MOST_SECONDS = 31_536_000
const MOST_FIRED = 10_000

const iso = (instant: number) => new Date(instant).toISOString()

export function checked(instant: number): number {
  if (Number.isFinite(instant) && Math.abs(instant) <= LAST_INSTANT) return instant
  throw clockError(
    'clock_bad_instant',
    `An instant is epoch milliseconds, and ${instant} is none; pass a finite number.`,
  )
}

export const tooLate = (instant: number): Error => {
  const sentence = `The clock goes to ${iso(LATEST)} at most, and ${iso(instant)} is later; advance to an earlier instant.`
  return clockError('clock_bad_instant', sentence)
}

/** The instant N seconds after `now`. @throws ClockError clock_bad_instant */
const secondsAfter = (now: number, seconds: unknown): number => {
  const most = Math.floor((LATEST - now) / 1000)
  if (typeof seconds === 'number' && seconds <= most) return now + seconds * 1000
  const came = typeof seconds === 'number' ? String(seconds) : (JSON.stringify(seconds) ?? String(seconds))
  const sentence = `The clock moves by a number of seconds, ${most} at most now, but ${came} came; give fewer, such as 3600.`
  throw clockError('clock_bad_instant', sentence)
}

/** The instant to go to next; undefined ends the move. `fired` is the number of items so far. */
type Next = (fired: number) => number | undefined

type Movable = {
  now: () => number
  /** When the soonest item is due. */
  nextDue: () => number | undefined
  /** When the soonest is due that would do something. */
  nextOpen: () => number | undefined
  /** Goes from instant to instant, and on to `last`. */
  move: (next: Next, last?: number) => Promise<Fired[]>
  /** One move at a time. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Awaited before a move is answered. */
  keep?: (() => Promise<void>) | undefined
}

export function createMoves({ now, nextDue, nextOpen, move, inTurn, keep }: Movable) {
  const kept = async <T>(moving: Promise<T>): Promise<T> => {
    const moved = await moving
    await keep?.()
    return moved
  }

  const to = (last: number): Promise<Fired[]> => {
    const next = () => {
      const due = nextDue()
      return due !== undefined && due <= last ? due : undefined
    }
    return move(next, last)
  }

  const moved = (fired: Fired[], bound: Moved['bounded_by']): Moved => {
    const due = nextOpen()
    const idle = due === undefined
    const next_due_at = idle ? null : iso(due)
    return { now: iso(now()), fired, idle, next_due_at, bounded_by: idle ? null : bound }
  }

  const forward = (last: number, from: number): Promise<Fired[]> => {
    if (last < from) {
      const sentence = `The clock moves forward only: it shows ${iso(from)} and ${iso(last)} is past; advance to a later instant.`
      throw clockError('clock_past_instant', sentence)
    }
    // A call that another one has overtaken meanwhile finds its instant reached, and fires nothing.
    return kept(inTurn(() => to(Math.max(last, now()))))
  }

  return {
    async advance(last: number): Promise<Fired[]> {
      if (checked(last) > LATEST) throw tooLate(last)
      return forward(last, now())
    },

    /** Time goes on between two readings of it: from one alone, none is past. */
    async by(seconds: number): Promise<Fired[]> {
      const from = now()
      return forward(checked(secondsAfter(from, seconds)), from)
    },

    /** What is due now runs. */
    stay: (): Promise<Fired[]> => inTurn(() => to(now())),

    toNextDue: (): Promise<Moved> => {
      let last: number | undefined
      const next = () => {
        const due = nextOpen()
        last ??= due
        return due !== undefined && due <= Math.min(last!, LATEST) ? due : undefined
      }
      return kept(inTurn(async () => moved(await move(next), null)))
    },

    untilIdle: ({ max_seconds = MOST_SECONDS, max_fired = MOST_FIRED }: MoveBounds = {}): Promise<Moved> => {
      const work = async (): Promise<Moved> => {
        const last = Math.min(now() + max_seconds * 1000, LATEST)
        let bound: Moved['bounded_by'] = null
        const next = (fired: number) => {
          const due = nextOpen()
          if (due === undefined) return undefined
          bound = due > last ? 'max_seconds' : fired >= max_fired ? 'max_fired' : null
          return bound === null ? due : undefined
        }
        return moved(await move(next), bound)
      }
      return kept(inTurn(work))
    },
  }
}
