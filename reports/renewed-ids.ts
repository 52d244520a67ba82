// A record or report with the ids of today in place of former ones; what a target sent is left as it came.
import { currentId, currentReading } from '../fixtures/former-ids.ts'

const ofTarget = new Set(['request', 'response', 'body', 'expected', 'received', 'value'])

/** Ids of rules, checks, invariants and freedoms have a dot, so that no other text is one; a scenario has one as a source. */
const renewedText = (text: string): string => {
  if (text.startsWith('scenario.')) return `scenario.${currentId(text.slice(9), 'scenarios')}`
  return text.includes('.') ? currentId(text, 'rules', 'checks', 'invariants', 'freedoms') : text
}

const isText = (value: unknown): value is string => typeof value === 'string'

const renewedMember = (name: string, value: unknown): unknown => {
  if (ofTarget.has(name)) return value
  return name === 'scenario' && isText(value) ? currentId(value, 'scenarios') : renewedIds(value)
}

/** @param value of no more levels than `is-deep.ts` lets through */
export const renewedIds = (value: unknown): unknown => {
  if (isText(value)) return renewedText(value)
  if (Array.isArray(value)) return value.map(renewedIds)
  if (typeof value !== 'object' || value === null) return value
  const row = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renewedMember(name, member)]))
  const { freedom, reading } = row
  return isText(freedom) && isText(reading) ? { ...row, reading: currentReading(freedom, reading) } : row
}
