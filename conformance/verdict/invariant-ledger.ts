// Counts what the invariants found, rule by rule, as the run goes: every breach is kept, of what held only the count.
import type { InvariantResult } from '../invariants/invariants.ts'
import type { RuleResult } from '../../reports/roll-up.ts'

export type InvariantLedger = {
  add(results: readonly InvariantResult[]): void
  results(): RuleResult[]
  /** Those whose verdict is new or another one since this was last asked. */
  changed(): RuleResult[]
}

const keptRequests = 3

export const createInvariantLedger = (): InvariantLedger => {
  const byInvariant = new Map<string, Map<string, RuleResult>>()
  const changes = new Set<RuleResult>()

  const rowsOf = (invariant: string): Map<string, RuleResult> => {
    const rows = byInvariant.get(invariant) ?? new Map<string, RuleResult>()
    byInvariant.set(invariant, rows)
    return rows
  }

  const note = (row: RuleResult, passed: boolean, requests: readonly string[]): void => {
    row.compared += 1
    if (!passed && row.verdict === 'pass') {
      // A failure is better evidence than a pass.
      row.requests = []
      row.verdict = 'fail'
      changes.add(row)
    }
    if ((!passed || row.verdict === 'pass') && row.requests.length < keptRequests) row.requests.push(...requests)
  }

  return {
    add(results) {
      for (const { invariant, assertions } of results) {
        const rows = rowsOf(invariant)
        for (const { rule, passed, requests } of assertions) {
          let row = rows.get(rule)
          if (!row) {
            row = { source: invariant, rule, verdict: 'pass', reason: null, compared: 0, requests: [] }
            rows.set(rule, row)
            changes.add(row)
          }
          note(row, passed, requests)
        }
      }
    },
    changed() {
      const rows = [...changes]
      changes.clear()
      return rows
    },
    results: () => [...byInvariant.values()].flatMap((rows) => [...rows.values()]),
  }
}
