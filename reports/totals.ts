// The numbers of a run that every report gives: rules by verdict, causes and findings.
import { splitCauses } from './causes-of-run.ts'
import { isBlocked } from './blocked.ts'
import { countVerdicts, type Run } from './summary.ts'

type Totals = {
  /** Rules that apply to the target. */
  applying: number
  passed: number
  violated: number
  /** Inferred rules that are violated, where the run is not strict. */
  arguable: number
  not_tested: number
  /** Of those not tested and inconclusive: for what the target did or did not do. */
  blocked: number
  inconclusive: number
  errors: number
  not_applicable: number
  /** Of violations; what is arguable is none. */
  causes: number
  findings: number
}

export const totalsOf = (run: Run): Totals => {
  const counts = countVerdicts(run.rules)
  return {
    applying: run.rules.length - counts['not-applicable'],
    passed: counts.pass,
    violated: counts.fail,
    arguable: counts.arguable,
    not_tested: counts['not-tested'],
    blocked: run.rules.filter(isBlocked).length,
    inconclusive: counts.inconclusive,
    errors: counts.error,
    not_applicable: counts['not-applicable'],
    causes: splitCauses(run).violations.length,
    findings: run.findings.length + run.again.length,
  }
}
