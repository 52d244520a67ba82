// An order without the fields that the contract does not name at their place: they may be added at any time, and nothing is said of them.
import { openapi, type JsonSchema } from './contract.ts'
import { isObject } from './is-object.ts'
import { memoizeByObject } from './memoize-by-object.ts'

/** A schema with all that it is put together of. */
const flat = memoizeByObject((schema: JsonSchema): JsonSchema[] => {
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema
  const component = openapi().components.schemas[String($ref).split('/').at(-1)!] ?? []
  return [schema, ...([component, allOf, anyOf, oneOf].flat() as JsonSchema[]).flatMap(flat)]
})

const itemsIn = (schemas: readonly JsonSchema[]): JsonSchema[] =>
  schemas.flatMap(({ items }) => (items ? flat(items as JsonSchema) : []))

const fieldIn = (schemas: readonly JsonSchema[], name: string): JsonSchema[] =>
  schemas.flatMap(({ properties = {} }) => {
    const field = (properties as Record<string, JsonSchema>)[name]
    return field ? flat(field) : []
  })

/** Of an appraiser, whose shape is open, the contract shows a name. */
const shownOfOpen = ['name']

const keep = (value: unknown, schemas: readonly JsonSchema[]): unknown => {
  if (Array.isArray(value)) {
    const inner = itemsIn(schemas)
    return value.map((one) => keep(one, inner))
  }
  if (!isObject(value)) return value
  const isOpen = schemas.every(({ properties }) => properties === undefined)
  const kept = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (isOpen) return shownOfOpen.includes(name) ? [[name, inner]] : []
    const schema = fieldIn(schemas, name)
    return schema.length > 0 ? [[name, keep(inner, schema)]] : []
  })
  return Object.fromEntries(kept)
}

/** An order with its named fields alone, or a part of one. @param pointer to that part, RFC 6901 */
export const namedFields = (value: unknown, pointer = ''): unknown => {
  const order = flat(openapi().components.schemas['Order']!)
  const at = pointer
    .split('/')
    .slice(1)
    .reduce((schemas, step) => (/^\d+$/.test(step) ? itemsIn(schemas) : fieldIn(schemas, step)), order)
  return keep(value, at)
}
