// What of an order two looks are compared by: not the display text beside a code, which the company may reword at any time, nor a field
// that the contract does not name.
import { isObject } from '../contract/is-object.ts'
import { namedFields } from '../contract/named-fields.ts'
import type { Answered } from '../evidence/exchange.ts'
import { seen, type Seen } from '../evidence/seen.ts'

const wording = ['name', 'label']

const withoutWording = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutWording)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([key]) => !('code' in value && wording.includes(key)))
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutWording(inner)]))
}

/** An order, or what lies at a pointer of it, without such fields, and without the `name` and `label` of everything that has a `code`. */
export const comparable = (value: unknown, pointer = ''): unknown => withoutWording(namedFields(value, pointer))

/** What lies at a pointer of an answer, as it is compared. */
export const seenComparable = (answer: Answered, pointer: string): Seen => {
  const shown = seen(answer, pointer)
  return { ...shown, value: comparable(shown.value, pointer) }
}
