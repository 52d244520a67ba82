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

const silence = { unwritten: 'no check speaks for it yet', unseen: 'nothing that came up in this run could show it' }

/** @param watchers the judges that would have spoken for a rule, had anything come up */
export const rollUp = (
  rules: readonly Rule[],
  spoken: readonly Spoken[],
  watchers: ReadonlyMap<string, readonly string[]> = new Map(),
): RuleVerdict[] => {
  const bySubject = new Map<string, Spoken[]>()
  for (const entry of spoken) bySubject.set(entry.rule, [...(bySubject.get(entry.rule) ?? []), entry])
  return rules.map(({ id, source, text, unobservable: beyond }) => {
    const own = bySubject.get(id) ?? []
    const watching = watchers.get(id) ?? []
    const settled = own.length === 0 && beyond !== undefined
    const verdict = settled ? 'not-applicable' : worst(own.map((entry) => entry.verdict))
    const quiet = beyond ?? (watching.length > 0 ? silence.unseen : silence.unwritten)
    const reasons = own.filter((entry) => entry.verdict === verdict).map(({ reason }) => reason)
    return {
      rule: id,
      source,
      text,
      verdict,
      reason: own.length === 0 ? quiet : (reasons.find((reason) => reason !== null) ?? null),
      checks: [...new Set([...own.map((entry) => entry.source), ...watching])],
      evidence: own.reduce((sum, { compared }) => sum + compared, 0),
      requests: [...new Set(own.flatMap(({ requests }) => requests))].slice(0, keptRequests),
    }
  })
}
