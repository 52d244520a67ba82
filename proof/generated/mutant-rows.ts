// From what a trial came to, to the row of a mutant in the report.
import type { MutantRow, MutantVerdict } from '../report/mutants-report.ts'
import type { Classified } from './classified.ts'
import type { Mutant } from './mutant.ts'
import type { TriedMutant } from './try-mutant.ts'

/** `tried` where it was; else the verdict, and the reason of one that came to nothing. */
type Known = { under: string | null; classified: Classified | null } & ({ tried: TriedMutant } | Untried)

type Untried = { verdict: MutantVerdict; reason?: string }

const shownOf = (came: Known): Pick<MutantRow, 'verdict' | 'rule' | 'by' | 'during' | 'reason' | 'cost'> => {
  if (!('tried' in came)) {
    const { verdict, reason = null } = came
    const cost = { requests: 0, cpu_ms: 0, ms: 0 }
    return { verdict, rule: null, by: null, during: null, reason: reason?.split('\n')[0] ?? null, cost }
  }
  const { outcome, rule, by, during, reason, requests, cpuMs, ms } = came.tried
  return { verdict: outcome, rule, by, during, reason, cost: { requests, cpu_ms: cpuMs, ms } }
}

export const rowOf = (mutant: Mutant, came: Known): MutantRow => {
  const { id, file, line, column, area, mutator, original, replacement, nth } = mutant
  const { under, classified } = came
  return {
    id,
    file,
    line,
    column,
    area,
    in: mutant.in,
    mutator,
    original,
    replacement,
    nth,
    ...shownOf(came),
    under,
    classified: classified && {
      as: classified.as,
      freedom: classified.freedom ?? null,
      reason: classified.reason,
    },
  }
}
