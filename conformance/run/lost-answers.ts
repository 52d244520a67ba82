// Rules that nothing showed while a call got no answer: the answer may have been what would have shown them, so that they are blocked.
import { recordedReason } from '../../reports/reasons/reason.ts'
import { serviceRules } from '../contract/contract.ts'
import { reason, type GivenReason } from '../evidence/inconclusive.ts'
import { invariantsByRule } from '../invariants/invariants.ts'
import type { RuleResult } from '../verdict/rule-verdicts.ts'

type Unanswered = { call: string; why: string }

/** What a run that was answered throughout may end with as well. */
const silent: ReadonlySet<string | undefined> = new Set([
  'not-in-random-orders',
  'not-in-random-orders-of-budget',
  'not-exercised',
  'not-seen-on-walk',
  'judged-over-control',
])

const unheardRules = (heard: readonly RuleResult[]): string[] => {
  const shown = new Set(heard.map(({ rule }) => rule))
  const known = invariantsByRule()
  return serviceRules().flatMap(({ id, unobservable }) => (shown.has(id) || unobservable || !known.has(id) ? [] : [id]))
}

/** The results, those that silence explains blocked by the first call without an answer; `isWhole`: no other part of the run has results. */
export const withLostAnswers = (
  heard: readonly RuleResult[],
  [first]: readonly Unanswered[],
  isWhole: boolean,
): RuleResult[] => {
  if (first === undefined) return [...heard]
  const why: GivenReason = reason('answer-lost', first)
  const blocked = { verdict: 'not-tested' as const, ...recordedReason(why) }
  const own = heard.map((one) =>
    one.verdict === 'not-tested' && silent.has(one.reason_code) ? { ...one, ...blocked } : one,
  )
  const unheard = isWhole ? unheardRules(heard) : []
  return [
    ...own,
    ...unheard.map((rule) => ({
      rule,
      source: invariantsByRule().get(rule)![0]!,
      compared: 0,
      requests: [],
      ...blocked,
    })),
  ]
}
