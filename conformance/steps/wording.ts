// Display text beside a code, which the company may reword at any time: two looks are compared without it.
import { isObject } from '../contract/is-object.ts'
import type { Answered } from '../evidence/exchange.ts'
import { seen, type Seen } from '../evidence/seen.ts'

const wording = ['name', 'label']

/** The value without the `name` and `label` of everything that has a `code`. */
export const withoutWording = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutWording)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([key]) => !('code' in value && wording.includes(key)))
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutWording(inner)]))
}

/** What lies at a pointer of an answer, without the display text. */
export const seenUnworded = (answer: Answered, pointer: string): Seen => {
  const shown = seen(answer, pointer)
  return { ...shown, value: withoutWording(shown.value) }
}
