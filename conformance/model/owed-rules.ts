// The rules that the steps of an order owe until its status is seen: which a sight of it settles, and which it contradicts.
import type { StatusCode } from '../contract/lifecycle-tables.ts'
import { targetRules } from './rule-ids.ts'

const resumeRules = targetRules['resume']!

/** The owed rules that a sight of the status settles; a resumed order owes its working status until that is seen. */
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
