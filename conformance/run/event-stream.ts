// The run's events on their way to the reporters: stamped in order; a reporter that breaks is dropped, the run goes on.
import type { Reporter, RunEvent, Unstamped } from '../../reports/run-record.ts'

export type Emit = (event: Unstamped) => void

export type EventStream = { emit: Emit; close(): Promise<void>; readonly broken: readonly string[] }

export const createEventStream = (reporters: readonly Reporter[], now: () => number = Date.now): EventStream => {
  const working = new Set(reporters)
  const broken: string[] = []
  const guard = async (reporter: Reporter, work: () => void | Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      working.delete(reporter)
      broken.push((error as Error).message)
    }
  }
  return {
    broken,
    emit(event) {
      const stamped = { at: new Date(now()).toISOString(), ...event } as RunEvent
      for (const reporter of working) void guard(reporter, () => reporter.event(stamped))
    },
    async close() {
      for (const reporter of working) await guard(reporter, () => reporter.close?.())
    },
  }
}
