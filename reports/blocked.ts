// Rules without a verdict because the target did, or did not do, something that they need: a run with such rules is never green.
import { reasonGroups, type ReasonGroup } from './reason-groups.ts'
import type { RuleJudged } from './run-record.ts'
import { times } from './texts.ts'

const open = ['inconclusive', 'not-tested'] as const

export const isBlocked = ({ verdict, reason_kind: kind }: Pick<RuleJudged, 'verdict' | 'reason_kind'>): boolean =>
  kind === 'blocked' && (open as readonly string[]).includes(verdict)

/** Largest group first, whichever verdict its rules have. */
export const blockedGroups = (rules: readonly RuleJudged[]): ReasonGroup[] =>
  reasonGroups(rules.filter(isBlocked), open).toSorted((one, other) => other.rules.length - one.rules.length)

const mostGroups = 3

/** Which rules, and why, for the reason of a run that has no verdict. */
export const blockedWords = (rules: readonly RuleJudged[]): string => {
  const groups = blockedGroups(rules)
  const shown = groups.slice(0, mostGroups).map(({ sentence, rules: own }) => {
    const more = own.length > 1 ? ` and ${own.length - 1} more` : ''
    return `${own[0]!.rule}${more} (${sentence})`
  })
  const left = groups.length - mostGroups
  return `${shown.join('; ')}${left > 0 ? `; and ${times(left, 'more reason')}` : ''}`
}
