// Accounts every request and millisecond of a run to its phase, beside the plan for it.
import type { PhaseSpent, PlannedPhase } from '../../reports/run-record.ts'

export type Meter = {
  /** What each phase is to send, once more is known of the target. */
  plan(phases: readonly PlannedPhase[]): void
  /** Requests from now on belong to this phase; a phase may begin again. */
  begin(phase: string): void
  /** Accounts some work within a phase to another one. */
  during<T>(phase: string, work: () => Promise<T>): Promise<T>
  /** Closes the phase under way and gives all of them, in the order planned. */
  rows(): PhaseSpent[]
}

type MeterOptions = { planned: readonly PlannedPhase[]; requests: () => number; now: () => number }

export const createMeter = ({ planned, requests, now }: MeterOptions): Meter => {
  const rows = new Map<string, PhaseSpent>()
  const plan = (phases: readonly PlannedPhase[]): void => {
    for (const [phase, row] of rows) rows.set(phase, { ...row, planned: 0 })
    for (const { phase, requests: count } of phases)
      rows.set(phase, { type: 'phase-spent', phase, spent: 0, ms: 0, ...rows.get(phase), planned: count })
  }
  plan(planned)
  let current: { phase: string; from: number; since: number } | null = null

  const close = (): void => {
    if (current === null) return
    const { phase, from, since } = current
    const row = rows.get(phase) ?? { type: 'phase-spent', phase, planned: 0, spent: 0, ms: 0 }
    rows.set(phase, { ...row, spent: row.spent + requests() - from, ms: row.ms + now() - since })
    current = null
  }

  const begin = (phase: string): void => {
    close()
    current = { phase, from: requests(), since: now() }
  }

  return {
    plan,
    begin,
    async during(phase, work) {
      const before = current?.phase
      begin(phase)
      try {
        return await work()
      } finally {
        if (before !== undefined) begin(before)
      }
    },
    rows() {
      close()
      return [...rows.values()].map((row) => ({ ...row, ms: Math.round(row.ms) }))
    },
  }
}
