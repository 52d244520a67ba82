// Two reports of a watch without the rules that its selection leaves out: what an invariant happens to see of them comes and goes.
import type { ComparedReport } from '../../reports/comparison.ts'

type Judged = ComparedReport['rules'][number]

const isOutside = ({ verdict, reason_code: code }: Judged): boolean =>
  verdict === 'not-tested' && code === 'outside-selection'

const isViolated = ({ verdict }: Judged): boolean => verdict === 'fail' || verdict === 'arguable'

/** A rule outside the selection stays where it is violated on either side. */
export const inSelection = <Report extends ComparedReport>(one: Report, other: Report): Report => {
  const all = [...one.rules, ...other.rules]
  const named = (is: (rule: Judged) => boolean): Set<string> => new Set(all.filter(is).map(({ id }) => id))
  const [outside, violated] = [named(isOutside), named(isViolated)]
  return { ...one, rules: one.rules.filter(({ id }) => !outside.has(id) || violated.has(id)) }
}
