// The findings of a run by their cause.
import type { CauseFound, Finding, Label } from '../run-record.ts'
import type { Run } from '../summary.ts'

/** A cause, or where a run was cut short before its causes were found, the findings of one rule. */
export type Group = { id: string; finding: Finding; findings: Finding[]; rules: string[]; cause: CauseFound | null }

export const groupsOf = ({ causes, findings }: Run): Group[] => {
  const known = causes.map((cause) => ({
    id: cause.cause,
    finding: findings[cause.example]!,
    findings: cause.findings.map((index) => findings[index]!),
    rules: cause.rules,
    cause,
  }))
  const told = new Set(causes.flatMap((cause) => cause.findings))
  const byRule = new Map<string, Finding[]>()
  for (const [index, finding] of findings.entries())
    if (!told.has(index)) byRule.set(finding.rule, [...(byRule.get(finding.rule) ?? []), finding])
  const rest = [...byRule].map(([rule, own]) => ({
    id: causes.some(({ cause }) => cause === rule) ? `${rule}-besides` : rule,
    finding: own[0]!,
    findings: own,
    rules: [rule],
    cause: null,
  }))
  return [...known, ...rest]
}

const labelWords: Record<Label, string> = {
  deterministic: 'reproducible',
  intermittent: 'flaky',
  unreproduced: 'not reproduced',
  unrepeated: 'not rerun',
}

export const certaintyOf = ({ cause }: Group): string => {
  if (!cause) return 'not rerun'
  const { label, tries, reason } = cause
  const again = tries.made > 0 ? `reproduced ${tries.again} of ${tries.made} times` : labelWords[label]
  return `${again}${label === 'intermittent' ? ' (flaky)' : ''}${reason === null ? '' : `: ${reason}`}`
}
