// Attempts that the clock starts: those of one instant are kept by one write, and go out in turn, a bounded number to one receiver at a time.
import { createUnderWay } from '../time/under-way.ts'
import type { Gate } from './gate.ts'

type Options = {
  gate: Pick<Gate, 'enter'>
  /** What is announced must outlive a crash. */
  flush: () => Promise<void>
  /** Of an event's receiver. */
  laneOf: (eventId: string) => string
  /** Makes the attempt that is due, and returns its result. */
  attempt: (eventId: string) => Promise<string>
  /** The event cannot be kept at present. */
  onUnkept: (eventId: string, error: unknown) => void
}

type DueAttempts = {
  /** Reports its result. */
  fall(eventId: string): Promise<string>
  /** Also counts attempts on request. */
  track<T>(work: Promise<T>): Promise<T>
  /** Resolves when nothing is under way any more. */
  ended(): Promise<void>
  /** What fell due and has not begun never will; resolves when what is under way has ended. */
  breakOff(): Promise<void>
}

/** All that was begun since the world is this one. */
type Era = ReturnType<typeof createUnderWay>

type Due = { id: string; era: Era; resolve: (outcome: string) => void; reject: (error: unknown) => void }

const unkept = 'waits: its event cannot be kept at present'

export function createDueAttempts({ gate, flush, laneOf, attempt, onUnkept }: Options): DueAttempts {
  let era = createUnderWay()
  let falling: Due[] | undefined

  function end({ era: mine, resolve }: Due, outcome: string) {
    mine.end()
    resolve(outcome)
  }

  async function make(due: Due, leave: () => void) {
    try {
      end(due, due.era === era ? await attempt(due.id) : 'broken off')
    } catch (error) {
      due.era.end()
      due.reject(error)
    }
    leave()
  }

  async function start(batch: readonly Due[]) {
    try {
      await flush()
    } catch (error) {
      for (const due of batch) {
        onUnkept(due.id, error)
        end(due, unkept)
      }
      return
    }
    for (const due of batch) gate.enter(laneOf(due.id), (leave) => void make(due, leave))
  }

  return {
    fall(id) {
      era.begin()
      if (falling === undefined) {
        const batch: Due[] = (falling = [])
        // Nothing is written between two that the clock starts one after the other.
        queueMicrotask(() => {
          falling = undefined
          void start(batch)
        })
      }
      const batch = falling
      return new Promise((resolve, reject) => batch.push({ id, era, resolve, reject }))
    },

    track(work) {
      const mine = era
      mine.begin()
      return work.finally(mine.end)
    },

    ended: () => era.ended(),

    breakOff() {
      const broken = era
      // What begins from now on is none of it, and may go on for as long as it likes.
      era = createUnderWay()
      return broken.ended()
    },
  }
}
