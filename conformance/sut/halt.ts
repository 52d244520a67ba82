// Who may still send once a run is halted, and the end of the waits of all others.
import { Inconclusive, type GivenReason } from '../evidence/inconclusive.ts'

type Halt = {
  /** Null while all may send. */
  readonly state: { reason: GivenReason; spared: readonly string[] } | null
  /** Every other request that waits for a turn stops waiting. */
  set(reason: GivenReason, spared: readonly string[]): void
  /** @throws Inconclusive for a source that may send nothing more */
  check(source: string): void
  /** Waits, unless the source may send nothing more; what is waited for ends with the signal, or goes on alone. @throws as `check` */
  wait(source: string, begin: (signal: AbortSignal) => Promise<void>): Promise<void>
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

export const createHalt = (): Halt => {
  let state: Halt['state'] = null
  const waiting = new Map<AbortController, string>()
  const isOver = (source: string): boolean => state !== null && !state.spared.includes(source)

  const check = (source: string): void => {
    if (isOver(source)) throw new Inconclusive('inconclusive', state!.reason, 'unanswered')
  }

  return {
    get state() {
      return state
    },
    set(reason, spared) {
      state = { reason, spared }
      for (const [controller, source] of waiting) if (isOver(source)) controller.abort()
    },
    check,
    async wait(source, begin) {
      check(source)
      const controller = new AbortController()
      waiting.set(controller, source)
      try {
        const work = begin(controller.signal)
        work.catch(() => undefined)
        await Promise.race([work, aborted(controller.signal)])
      } finally {
        waiting.delete(controller)
      }
      check(source)
    },
  }
}
