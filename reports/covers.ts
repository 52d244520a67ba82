// Whether an answer has a value of which a check compared some fields.

import { outlineMark } from './path-of.ts'

/** A finding may have in outline what the record of the answer has as it came. */
const isOutlined = (value: unknown, part: unknown): boolean => {
  if (typeof value !== 'string' || typeof part !== 'string' || !part.includes(outlineMark)) return false
  const [own, shown] = [[...value], [...part]]
  return own.length === shown.length && shown.every((one, index) => one === outlineMark || one === own[index])
}

/** An object has at least those fields; a list has as many entries, each of them alike. */
export const covers = (value: unknown, part: unknown): boolean => {
  if (typeof value !== 'object' || value === null || typeof part !== 'object' || part === null)
    return Object.is(value, part) || isOutlined(value, part)
  if (Array.isArray(value) !== Array.isArray(part)) return false
  if (Array.isArray(value) && value.length !== (part as unknown[]).length) return false
  return Object.entries(part).every(([name, one]) => covers((value as Record<string, unknown>)[name], one))
}
