// A run of `--last-failed`: what it was to judge again, and what of that it did not.
import type { Run } from './summary.ts'
import type { JudgedAgain, VerdictName } from './run-record.ts'

export const isJudged = (verdict: VerdictName | 'absent' | undefined): verdict is 'pass' | 'fail' | 'arguable' =>
  verdict === 'pass' || verdict === 'fail' || verdict === 'arguable'

type Judged = Pick<Run, 'judgedAgain' | 'rules' | 'results' | 'checks'>

/** The rules that the run was to judge again, and did not judge where they were violated before. */
export const untriedOf = ({ judgedAgain, rules, results, checks }: Judged): string[] => {
  const tried = ({ rule, by, source }: JudgedAgain['wanted'][number]): boolean => {
    if (!isJudged(rules.find((one) => one.rule === rule)?.verdict)) return false
    if (by === null) return true
    const outcome = source === undefined ? results.get(rule)?.get(by) : checks.find(({ check }) => check === by)
    return isJudged(outcome?.verdict)
  }
  return [...new Set(judgedAgain?.wanted.filter((one) => !tried(one)).map(({ rule }) => rule))]
}
