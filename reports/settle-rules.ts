// The verdicts of a run that ended before it gave them: the worst that was said of each rule so far, a finding first.
import {
  verdictNames,
  type Finding,
  type RuleJudged,
  type RuleOutcome,
  type RulesListed,
  type VerdictName,
} from './run-record.ts'

const keptRequests = 10

export type Unsettled = {
  /** Those whose verdict was given. */
  rules: readonly RuleJudged[]
  listed: RulesListed['rules']
  /** By rule, and by check or judge. */
  spoken: ReadonlyMap<string, ReadonlyMap<string, RuleOutcome>>
  findings: readonly Finding[]
}

type Said = [by: string, outcome: RuleOutcome]

const worstOf = (said: readonly Said[]): VerdictName | undefined =>
  verdictNames.find((name) => said.some(([, { verdict }]) => verdict === name))

/** A check that was cut off in its middle has told of what it found, and of nothing else. */
const findingsAsSaid = ({ findings }: Unsettled): Map<string, Said[]> => {
  const map = new Map<string, Said[]>()
  for (const { rule, check, requests } of findings) {
    const outcome: RuleOutcome = { rule, verdict: 'fail', reason: null, compared: 1, requests }
    map.set(rule, [...(map.get(rule) ?? []), [check, outcome]])
  }
  return map
}

export const settledRules = (run: Unsettled): RuleJudged[] => {
  const judged = new Map(run.rules.map((rule) => [rule.rule, rule]))
  const found = findingsAsSaid(run)
  return run.listed.map((listed): RuleJudged => {
    const known = judged.get(listed.rule)
    if (known) return known
    const told: Said[] = [...(run.spoken.get(listed.rule) ?? [])]
    const said = [...told, ...(found.get(listed.rule) ?? []).filter(([by]) => !told.some(([one]) => one === by))]
    const verdict = worstOf(said)
    const own = said.filter(([, outcome]) => outcome.verdict === verdict)
    return {
      type: 'rule-judged',
      ...listed,
      ...(verdict !== undefined && {
        verdict,
        reason: own.find(([, { reason }]) => reason !== null)?.[1].reason ?? null,
      }),
      checks: [...new Set([...listed.checks, ...said.map(([by]) => by)])],
      evidence: said.reduce((sum, [, { compared }]) => sum + compared, 0),
      requests: [...new Set(own.flatMap(([, { requests }]) => requests))].slice(0, keptRequests),
    }
  })
}
