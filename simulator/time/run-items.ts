// Runs the items of a clock: notes what each did, keeps one that throws from stopping the clock, and knows which are under way.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { About, Clock, Fired } from './clock.ts'
import { clockError } from './clock-error.ts'
import { createUnderWay } from './under-way.ts'

export type Running = Pick<About, 'kind'> & { what: string; subject: string; run: Parameters<Clock['at']>[3] }

type Runner = {
  /** Starts an item; `note` gets it before it has an outcome. */
  start(item: Running, at: string, note: ((fired: Fired) => void) | undefined): void
  /** Resolves when those under way have ended; undefined when there are none. */
  ended(): Promise<unknown> | undefined
  /** Throws `clock_nested` for code that an item runs. */
  refuseWithin(what: string): void
}

export function createRunner(onError: (error: unknown, what: string, subject: string) => void): Runner {
  const underWay = createUnderWay()
  /** The item that the current code runs for; `active` ends with it, so that a timer it leaves behind is not mistaken for it. */
  const within = new AsyncLocalStorage<{ active: boolean }>()

  function end(record: Fired, scope: { active: boolean } | undefined, outcome: string | undefined) {
    if (outcome !== undefined) record.outcome = outcome
    if (scope) scope.active = false
    underWay.end()
    // Nothing is followed while no item runs.
    if (underWay.isNone) within.disable()
  }

  return {
    start(item, at, note) {
      const { kind, what, subject } = item
      const record: Fired = { at, what, subject }
      note?.(record)
      // Following the context costs every promise of the process; attempts, of which there are thousands, never ask the clock to move.
      const scope = kind === 'delivery_attempt' ? undefined : { active: true }
      const fail = (error: unknown) => {
        // Apart from this item: a listener that throws must not stop the clock.
        queueMicrotask(() => onError(error, what, subject))
        end(record, scope, `error: ${error instanceof Error ? error.message : String(error)}`)
      }
      underWay.begin()
      try {
        const running = scope ? within.run(scope, () => item.run()) : item.run()
        if (running instanceof Promise) running.then((outcome) => end(record, scope, outcome), fail)
        else end(record, scope, running)
      } catch (error) {
        fail(error)
      }
    },

    ended: () => (underWay.isNone ? undefined : underWay.ended()),

    refuseWithin(what) {
      if (!within.getStore()?.active) return
      const sentence = `${what} was called by an item that the clock runs, and would wait for itself; call it from outside.`
      throw clockError('clock_nested', sentence)
    },
  }
}
