// The rules of an order's steps that wait for a read of its status: which that proves, and which it contradicts.
import type { StatusCode } from '../contract/lifecycle-tables.ts'
import { currentStatusRules, noEffectRules, ruleIds, targetRules } from './rule-ids.ts'

const resumeRules = targetRules['resume']!

/** The waiting rules that a read of the status proves; that of a resumed order waits for its working status. */
export const settled = (owed: readonly string[], seen: StatusCode): string[] => {
  const unsettled = seen === 'off_hold' || seen === 'on_hold' ? resumeRules[1] : resumeRules[0]
  return owed.filter((rule) => rule !== unsettled)
}

const ofRevision = [...noEffectRules['revision']!, ruleIds.unacknowledgedLeaves]

/** By the status that one action alone leads to, the rules that it has no effect where it is refused. */
const refusedInto: Record<StatusCode, readonly string[]> = {
  on_hold: noEffectRules['hold']!,
  cancelled: noEffectRules['cancel']!,
  revision_requested: ofRevision,
  reconsideration_requested: ofRevision,
}

const namingRules = new Set(Object.values(currentStatusRules).flat())

/**
 * Of several refusals, the one of the very move that the order made is the cause. Of an order that is elsewhere after a resume
 * and a refusal, the resume is the likelier cause: it moved the order. One still at `off_hold` after a refusal that named the
 * status ahead was named wrongly.
 */
export const culprits = (owed: readonly string[], seen: StatusCode): string[] => {
  const all = settled(owed, seen)
  const named = all.filter((rule) => namingRules.has(rule))
  if (seen === 'off_hold' && named.length > 0) return named
  const rules = all.filter((rule) => !namingRules.has(rule))
  const own = rules.filter((rule) => refusedInto[seen]?.includes(rule))
  if (own.length > 0) return own
  const restores = rules.filter((rule) => resumeRules.includes(rule))
  return restores.length > 0 ? restores : rules
}

export const stillOwed = (owed: readonly string[], seen: StatusCode): string[] =>
  seen === 'off_hold' ? owed.filter((rule) => rule === resumeRules[1]) : []
