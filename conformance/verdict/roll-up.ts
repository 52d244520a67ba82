// From what checks and judges found to one verdict for each rule of the service's party.
import type { Rule } from '../contract.ts'
import type { RuleOutcome } from './check-outcome.ts'
import { worst, type Verdict } from './verdict.ts'

/** What a source, a check or a judge, has said about a rule. */
export type Spoken = RuleOutcome & { source: string }

export type RuleVerdict = {
  rule: string
  source: string
  text: string
  verdict: Verdict
  reason: string | null
  /** The checks and judges that spoke or were to speak. */
  checks: string[]
  /** Comparisons made. */
  evidence: number
  requests: string[]
}

const keptRequests = 10

const silent = 'no check speaks for it yet'

export const rollUp = (rules: readonly Rule[], spoken: readonly Spoken[]): RuleVerdict[] => {
  const bySubject = new Map<string, Spoken[]>()
  for (const entry of spoken) bySubject.set(entry.rule, [...(bySubject.get(entry.rule) ?? []), entry])
  return rules.map(({ id, source, text, unobservable: beyond }) => {
    const own = bySubject.get(id) ?? []
    const settled = own.length === 0 && beyond !== undefined
    const verdict = settled ? 'not-applicable' : worst(own.map((entry) => entry.verdict))
    const reasons = own.filter((entry) => entry.verdict === verdict).map(({ reason }) => reason)
    return {
      rule: id,
      source,
      text,
      verdict,
      reason: settled ? beyond : own.length === 0 ? silent : (reasons.find((reason) => reason !== null) ?? null),
      checks: [...new Set(own.map((entry) => entry.source))],
      evidence: own.reduce((sum, { compared }) => sum + compared, 0),
      requests: [...new Set(own.flatMap(({ requests }) => requests))].slice(0, keptRequests),
    }
  })
}
