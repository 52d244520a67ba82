// What a schema wants of a value, in the words of JSON Schema: the JSON type, the range, the pattern.
import type { ErrorObject } from 'ajv/dist/2020.js'
import { atLeast, atMost, matching, ofType, present, type Form } from '../../evidence/expected.ts'

const typesIn = ({ keyword, params }: ErrorObject): string[] =>
  keyword === 'type' ? [(params as { type: string | string[] }).type].flat().flatMap((name) => name.split(',')) : []

const others: Record<string, (params: Record<string, unknown>) => Form | string> = {
  required: () => present,
  minLength: ({ limit }) => atLeast(`${String(limit)} characters`),
  minimum: ({ limit }) => atLeast(limit),
  maximum: ({ limit }) => atMost(limit),
  maxItems: ({ limit }) => atMost(`${String(limit)} entries`),
  pattern: ({ pattern }) => matching(new RegExp(String(pattern), 'u')),
  format: ({ format }) => String(format),
}

/** `string or null`; what a choice of schemas comes down to is among the errors of its branches. */
export const wanted = (errors: readonly ErrorObject[]): Form | string => {
  const types = [...new Set(errors.flatMap(typesIn))]
  const further = errors.flatMap(({ keyword, params }) => others[keyword]?.(params as Record<string, unknown>) ?? [])
  const texts = [...new Map(further.map((one) => [String(one), one])).values()]
  if (types.length > 0) return ofType(types, texts)
  return texts.length === 1 ? texts[0]! : texts.join(', ') || 'a value of the schema'
}
