// Counts what the judges found, rule by rule, as the run goes: every breach is kept, of what held only the count.
import type { Judged } from '../judge/judge.ts'
import type { Spoken } from './roll-up.ts'

export type JudgeLedger = { add(judged: readonly Judged[]): void; spoken(): Spoken[] }

const keptRequests = 3

export const createJudgeLedger = (): JudgeLedger => {
  const rows = new Map<string, Spoken>()
  return {
    add(judged) {
      for (const { judge, comparisons } of judged) {
        for (const { rule, held, requests } of comparisons) {
          const key = `${judge} ${rule}`
          const row = rows.get(key) ?? { source: judge, rule, verdict: 'pass', reason: null, compared: 0, requests: [] }
          rows.set(key, row)
          row.compared += 1
          if (held) {
            if (row.requests.length < keptRequests) row.requests.push(...requests)
          } else {
            // What broke the rule is better evidence than what did not.
            if (row.verdict === 'pass') row.requests = []
            row.verdict = 'fail'
            if (row.requests.length < keptRequests) row.requests.push(...requests)
          }
        }
      }
    },
    spoken: () => [...rows.values()],
  }
}
