// The rules that the target kept from being judged, and which of them the baseline accepts. Pure.
import { isBlocked } from '../../reports/blocked.ts'
import type { Gated, RuleJudged } from '../../reports/run-record.ts'
import { daysUntil } from './baseline-problems.ts'
import type { GateInput } from './gate-input.ts'

/** Those that count: a rule, or a check, that is newer than the rule set keeps no run from green. */
const countedBlocks = ({ run, gating }: Pick<GateInput, 'run' | 'gating'>): RuleJudged[] =>
  run.rules.filter((judged) => {
    if (!isBlocked(judged) || !gating.rule(judged.rule)) return false
    const sources = [...(run.results.get(judged.rule) ?? [])].filter(([, { reason_kind: kind }]) => kind === 'blocked')
    return sources.length === 0 || sources.some(([check]) => gating.check(check))
  })

export const splitBlocks = (input: GateInput): Pick<Gated, 'blocked' | 'accepted_blocked'> => {
  const split: Pick<Gated, 'blocked' | 'accepted_blocked'> = { blocked: [], accepted_blocked: [] }
  if (!input.isWhole) return split
  for (const { rule, reason_code: code } of countedBlocks(input)) {
    const entry = input.baseline?.blocked.find(
      (one) => one.code === code && one.rules.includes(rule) && daysUntil(one.expires, input.date) >= 0,
    )
    if (entry === undefined) split.blocked.push(rule)
    else {
      const { owner, reason, link, expires } = entry
      split.accepted_blocked.push({ rule, code: entry.code, owner, reason, link, expires })
    }
  }
  return split
}
