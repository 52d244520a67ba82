// Which findings are new since the client was last judged, so that each is printed once.
import type { ClientFinding, ClientFindings, ClientRule } from '../client-findings.ts'

export type NewFinding = { rule: ClientRule; finding: ClientFinding; isLastShown: boolean }

/** A client in a loop violates one rule thousands of times: the verdict counts them. */
const mostOfOneRule = 3

export const createNewFindings = (): ((findings: ClientFindings) => NewFinding[]) => {
  const shown = new Map<string, Set<string>>()
  return ({ rules }) =>
    rules.flatMap((rule) => {
      const known = shown.get(rule.rule) ?? new Set()
      shown.set(rule.rule, known)
      return rule.findings.flatMap((finding): NewFinding[] => {
        // What shows a finding may grow; where it begins stays.
        const key = finding.entries[0] ?? ''
        if (known.has(key) || known.size >= mostOfOneRule) return []
        known.add(key)
        return [{ rule, finding, isLastShown: known.size === mostOfOneRule }]
      })
    })
}
