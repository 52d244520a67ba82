// The run's events on their way to the reporters: stamped in order; a reporter that throws is dropped, the run continues.
import { together } from '../../reports/reporters/together.ts'
import type { Reporter, RunEvent, Unstamped } from '../../reports/run-record.ts'

export type Emit = (event: Unstamped) => void

type EventStream = { emit: Emit; close(): Promise<void>; readonly broken: readonly string[] }

export const createEventStream = (reporters: readonly Reporter[], now: () => number = Date.now): EventStream => {
  const all = together(reporters)
  return {
    broken: all.broken,
    emit: (event) => all.event({ at: new Date(now()).toISOString(), ...event } as RunEvent),
    close: () => all.close(),
  }
}
