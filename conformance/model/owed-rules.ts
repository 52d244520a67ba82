// The rules of an order's steps that wait for a read of its status: which that proves, and which it contradicts.
import type { StatusCode } from '../contract/lifecycle-tables.ts'
import { targetRules } from './rule-ids.ts'

const resumeRules = targetRules['resume']!

/** The waiting rules that a read of the status proves; that of a resumed order waits for its working status. */
export const settled = (owed: readonly string[], seen: StatusCode): string[] => {
  const unsettled = seen === 'off_hold' || seen === 'on_hold' ? resumeRules[1] : resumeRules[0]
  return owed.filter((rule) => rule !== unsettled)
}

/** Of an order that is elsewhere after a resume and a refusal, the resume is the likelier cause: it moved the order. */
export const culprits = (owed: readonly string[], seen: StatusCode): string[] => {
  const rules = settled(owed, seen)
  const restores = rules.filter((rule) => resumeRules.includes(rule))
  return restores.length > 0 ? restores : rules
}

export const stillOwed = (owed: readonly string[], seen: StatusCode): string[] =>
  seen === 'off_hold' ? owed.filter((rule) => rule === resumeRules[1]) : []
