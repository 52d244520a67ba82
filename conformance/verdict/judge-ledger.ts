// Counts what the judges found, rule by rule, as the run goes: every breach is kept, of what held only the count.
import type { Judged } from '../invariants/judge.ts'
import type { RuleResult } from '../../reports/roll-up.ts'

export type JudgeLedger = { add(judged: readonly Judged[]): void; spoken(): RuleResult[] }

const keptRequests = 3

export const createJudgeLedger = (): JudgeLedger => {
  const byJudge = new Map<string, Map<string, RuleResult>>()

  const rowsOf = (judge: string): Map<string, RuleResult> => {
    const rows = byJudge.get(judge) ?? new Map<string, RuleResult>()
    byJudge.set(judge, rows)
    return rows
  }

  const note = (row: RuleResult, held: boolean, requests: readonly string[]): void => {
    row.compared += 1
    if (!held && row.verdict === 'pass') {
      // What broke the rule is better evidence than what did not.
      row.requests = []
      row.verdict = 'fail'
    }
    if ((!held || row.verdict === 'pass') && row.requests.length < keptRequests) row.requests.push(...requests)
  }

  return {
    add(judged) {
      for (const { judge, comparisons } of judged) {
        const rows = rowsOf(judge)
        for (const { rule, held, requests } of comparisons) {
          let row = rows.get(rule)
          if (!row) {
            row = { source: judge, rule, verdict: 'pass', reason: null, compared: 0, requests: [] }
            rows.set(rule, row)
          }
          note(row, held, requests)
        }
      }
    },
    spoken: () => [...byJudge.values()].flatMap((rows) => [...rows.values()]),
  }
}
