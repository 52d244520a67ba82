// Rules that were not judged, grouped by the reason: by its code and its remedy, so that a name or a number more makes no other group.
import { groupBy } from './group-by.ts'
import type { ReasonKind } from './recorded-reason.ts'
import type { RuleJudged, VerdictName } from './run-record.ts'

export type ReasonGroup = {
  verdict: VerdictName
  /** The commonest sentence of the group, and how many others there are. */
  sentence: string
  /** Null in records of earlier versions. */
  code: string | null
  kind: ReasonKind | null
  remedy: string | null
  rules: RuleJudged[]
}

const noSentence = 'no reason given'

const sentenceOf = (rules: readonly RuleJudged[]): string => {
  const counts = new Map<string, number>()
  for (const { reason } of rules) counts.set(reason ?? noSentence, (counts.get(reason ?? noSentence) ?? 0) + 1)
  const [[first] = [noSentence]] = [...counts].toSorted(([, one], [, other]) => other - one)
  return counts.size === 1 ? first : `${first} (and ${counts.size - 1} more like it)`
}

const keyOf = ({ verdict, reason, reason_code, remedy }: RuleJudged): string =>
  JSON.stringify(reason_code === undefined ? [verdict, reason] : [verdict, reason_code, remedy ?? null])

/** In the order of the verdicts given, the largest group of each first. */
export const reasonGroups = (rules: readonly RuleJudged[], verdicts: readonly VerdictName[]): ReasonGroup[] => {
  const byKey = groupBy(
    rules.filter(({ verdict }) => verdicts.includes(verdict)),
    keyOf,
  )
  const groups = [...byKey.values()].map((own): ReasonGroup => {
    const { verdict, reason_code: code = null, reason_kind: kind = null, remedy = null } = own[0]!
    return { verdict, sentence: sentenceOf(own), code, kind, remedy, rules: own }
  })
  const rank = ({ verdict }: ReasonGroup): number => verdicts.indexOf(verdict)
  return groups.toSorted((one, other) => rank(one) - rank(other) || other.rules.length - one.rules.length)
}
