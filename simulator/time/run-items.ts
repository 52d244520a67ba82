// Runs the items of a clock: notes what each did, keeps one that throws from stopping the clock, and knows which are under way.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { About, Clock, Fired } from './clock.ts'
import { clockError } from './clock-error.ts'

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
  const running = new Set<Promise<void>>()
  /** The item that the current code runs for; `active` ends with it, so that a timer it leaves behind is not taken for it. */
  const within = new AsyncLocalStorage<{ active: boolean }>()

  /** Following the context costs every promise of the process; attempts, of which there are thousands, never ask the clock to move. */
  const follow = ({ kind }: Running, scope: { active: boolean }, work: () => Promise<void>): Promise<void> =>
    kind === 'delivery_attempt' ? work() : within.run(scope, work)

  return {
    start(item, at, note) {
      const record: Fired = { at, what: item.what, subject: item.subject }
      note?.(record)
      const scope = { active: true }
      const work = follow(item, scope, async () => {
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
        // Nothing is followed while no item runs.
        if (running.size === 0) within.disable()
      })
    },

    ended: () => (running.size > 0 ? Promise.all(running) : undefined),

    refuseWithin(what) {
      if (!within.getStore()?.active) return
      const sentence = `${what} was called by an item that the clock runs, and would wait for itself; call it from outside.`
      throw clockError('clock_nested', sentence)
    },
  }
}
