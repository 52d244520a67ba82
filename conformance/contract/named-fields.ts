// An order without the fields that the contract does not name: they may be added at any time, and nothing is said of them.
import { openapi, type JsonSchema } from './contract.ts'
import { isObject } from './is-object.ts'
import { lazily } from './lazily.ts'

const partsOf = (schema: JsonSchema): JsonSchema[] => {
  const { allOf = [], anyOf = [], oneOf = [], items, properties = {} } = schema
  return [allOf, anyOf, oneOf, items ?? [], Object.values(properties as object)].flat() as JsonSchema[]
}

const named = lazily(() => {
  const names = new Set<string>()
  const known = new Set<JsonSchema>([openapi().components.schemas['Order']!])
  for (const schema of known) {
    for (const name of Object.keys((schema['properties'] ?? {}) as object)) names.add(name)
    const component = String(schema['$ref'] ?? '')
      .split('/')
      .at(-1)!
    for (const part of [openapi().components.schemas[component] ?? [], ...partsOf(schema)].flat()) known.add(part)
  }
  return names
})

/** An order or a part of one, with its named fields alone. */
export const namedFields = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(namedFields)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([name]) => named().has(name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, namedFields(inner)]))
}
