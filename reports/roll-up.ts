// One verdict for each rule, from all results about it: for a run, for a record judged again, and for a run that was cut short.
import { groupBy } from './group-by.ts'
import { reasonIn } from './recorded-reason.ts'
import { basisIn } from './rule-basis.ts'
import {
  verdictNames,
  type Finding,
  type RuleJudged,
  type RuleOutcome,
  type RulesListed,
  type VerdictName,
} from './run-record.ts'

/** What one source, a check or an invariant, found about a rule. */
export type RuleResult = RuleOutcome & { source: string }

export type RuleVerdict = Omit<RuleJudged, 'type'>

/** A rule with the verdict that it keeps where there is no result; `checks` are those that could give one. */
export type Unheard = RulesListed['rules'][number]

const keptRequests = 10

/** The first of `verdictNames` that there is; `not-tested` where there is none. */
export const worst = (given: readonly VerdictName[]): VerdictName =>
  verdictNames.find((name) => given.includes(name)) ?? 'not-tested'

/** @param isStrict whether a violated inferred rule is violated, and not only arguable */
export const rollUp = (rules: readonly Unheard[], results: readonly RuleResult[], isStrict: boolean): RuleVerdict[] => {
  const known = groupBy(results, ({ rule }) => rule)
  return rules.map((unheard) => {
    const { rule, source, text, checks } = unheard
    const own = known.get(rule) ?? []
    const found = own.length === 0 ? unheard.verdict : worst(own.map((result) => result.verdict))
    const verdict = found === 'fail' && unheard.basis === 'inferred' && !isStrict ? 'arguable' : found
    // What led to the verdict is the evidence for it, and nothing else is.
    const decisive = own.filter((result) => result.verdict === found)
    return {
      rule,
      source,
      text,
      ...basisIn(unheard),
      verdict,
      ...reasonIn(
        own.length === 0 ? unheard : decisive.find(({ reason, remedy }) => reason !== null || remedy !== undefined),
      ),
      checks: [...new Set([...own.map((result) => result.source), ...checks])],
      evidence: own.reduce((sum, { compared }) => sum + compared, 0),
      requests: [...new Set(decisive.flatMap(({ requests }) => requests))].slice(0, keptRequests),
    }
  })
}

type Unsettled = {
  /** Those whose verdict was given. */
  rules: readonly RuleJudged[]
  listed: readonly Unheard[]
  /** By rule, and by check or invariant. */
  results: ReadonlyMap<string, ReadonlyMap<string, RuleOutcome>>
  findings: readonly Finding[]
}

/** A check that was cut off in its middle gave its findings, and no result. */
const resultsOf = ({ results, findings }: Unsettled): RuleResult[] => {
  const given = [...results.values()].flatMap((sources) =>
    [...sources].map(([source, outcome]) => ({ ...outcome, source })),
  )
  const found = findings
    .filter(({ rule, check }) => !results.get(rule)?.has(check))
    .map(({ rule, check, requests }) => ({
      rule,
      source: check,
      verdict: 'fail' as const,
      reason: null,
      compared: 1,
      requests,
    }))
  return [...given, ...found]
}

/** The verdicts of a run that ended before it gave them. */
export const settledRules = (run: Unsettled, isStrict: boolean): RuleJudged[] => {
  const judged = new Map(run.rules.map((rule) => [rule.rule, rule]))
  return rollUp(run.listed, resultsOf(run), isStrict).map(
    (row) => judged.get(row.rule) ?? { type: 'rule-judged', ...row },
  )
}
