// The parts of a value that a target sent, whatever it sent there: what is missing or of another type counts as null, and has none.
import { isObject } from '../contract/is-object.ts'

/** The fields of an object; none where there is no object. */
export const fieldsIn = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/** The objects in an array; none where there is no array. */
export const entriesIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : []
