// Walks a JSON value along its schema, so that a value can be named by the component and property it stands for.
import { openapi, type JsonSchema } from '../../contract/contract.ts'
import { isObject } from '../../contract/is-object.ts'

export type Visit = {
  pointer: string
  value: unknown
  /** True for a property its schema requires and the value lacks. */
  missing: boolean
  /** Whether the schema lets the value be empty: null, or an array. */
  mayBeEmpty: boolean
  /** The names of the component schemas that the value is an instance of, outermost first. */
  components: string[]
  /** `Component.property` for each component that has it; empty at the root and for array entries. */
  fields: string[]
  /** The fields that the object holding this property is the value of, or an entry of. */
  within: string[]
  /** The object that the property belongs to. */
  owner: unknown
}

type Place = Pick<Visit, 'pointer' | 'fields' | 'within' | 'owner'>

export const escapePointer = (key: string): string =>
  /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key

const componentOf = (ref: string): string => ref.split('/').at(-1)!

type Flat = {
  components: string[]
  schemas: { schema: JsonSchema; component: string | null }[]
  /** Whether another value might be described otherwise. */
  depends: boolean
}

const fitsType = (schema: JsonSchema, value: unknown): boolean => {
  const type = [schema['type'] ?? []].flat() as string[]
  if (type.length === 0) return true
  const actual = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return type.includes(actual) || (actual === 'number' && type.includes('integer'))
}

const matchesCondition = (condition: JsonSchema, value: unknown): boolean => {
  if (!isObject(value)) return false
  const required = (condition['required'] ?? []) as string[]
  const properties = (condition['properties'] ?? {}) as Record<string, JsonSchema>
  return (
    required.every((key) => key in value) &&
    Object.entries(properties).every(([key, schema]) => {
      if (!(key in value)) return true
      return 'const' in schema ? value[key] === schema['const'] : fitsType(schema, value[key])
    })
  )
}

/** Every schema that applies to a value: references followed, `allOf` joined, fitting branches chosen. */
const flatten = (schema: JsonSchema, value: unknown, component: string | null, into: Flat): Flat => {
  const ref = schema['$ref'] as string | undefined
  if (ref !== undefined) {
    const name = componentOf(ref)
    into.components.push(name)
    flatten(openapi().components.schemas[name]!, value, name, into)
  }
  into.schemas.push({ schema, component })
  for (const part of (schema['allOf'] ?? []) as JsonSchema[]) flatten(part, value, component, into)
  const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined
  if (choices ?? schema['if']) into.depends = true
  const branches = (choices ?? []).filter((branch) => {
    const target = branch['$ref'] ? openapi().components.schemas[componentOf(branch['$ref'] as string)]! : branch
    return fitsType(target, value)
  })
  for (const branch of branches) flatten(branch, value, component, into)
  const condition = schema['if'] as JsonSchema | undefined
  const consequence = schema['then'] as JsonSchema | undefined
  if (condition && consequence && matchesCondition(condition, value)) flatten(consequence, value, component, into)
  return into
}

const allowsEmpty = (schema: JsonSchema): boolean => {
  const ref = schema['$ref'] as string | undefined
  if (ref !== undefined) return allowsEmpty(openapi().components.schemas[componentOf(ref)]!)
  const branches = (schema['anyOf'] ?? schema['oneOf'] ?? []) as JsonSchema[]
  return fitsEmpty(schema) || branches.some(allowsEmpty)
}

const fitsEmpty = ({ type }: JsonSchema): boolean => [type].flat().some((name) => name === 'null' || name === 'array')

type Child = { schema: JsonSchema; fields: string[]; pointer: string; required: boolean }

type Outline = { components: string[]; properties: [key: string, child: Child][]; items: JsonSchema[] }

const childrenOf = (flat: Flat): Outline => {
  const properties = new Map<string, { schema: JsonSchema; owners: Set<string> }>()
  const required = new Set<string>()
  const items: JsonSchema[] = []
  for (const { schema, component } of flat.schemas) {
    for (const key of (schema['required'] ?? []) as string[]) required.add(key)
    if (schema['items']) items.push(schema['items'] as JsonSchema)
    const owner = component ?? flat.components.at(-1)
    for (const [key, child] of Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)) {
      const known = properties.get(key)
      // Two components may describe one property; the value is an instance of both.
      const joined = known ? { allOf: [known.schema, child] } : child
      properties.set(key, { schema: joined, owners: new Set([...(known?.owners ?? []), ...(owner ? [owner] : [])]) })
    }
  }
  const children = [...properties].map(([key, { schema, owners }]): [string, Child] => [
    key,
    {
      schema,
      fields: [...owners].map((owner) => `${owner}.${key}`),
      pointer: `/${escapePointer(key)}`,
      required: required.has(key),
    },
  ])
  return { components: flat.components, properties: children, items }
}

const outlines = new WeakMap<JsonSchema, Outline>()

/** What a schema says of a value; most schemas say the same of every value. */
const outlineOf = (schema: JsonSchema, value: unknown): Outline => {
  const known = outlines.get(schema)
  if (known) return known
  const flat = flatten(schema, value, null, { components: [], schemas: [], depends: false })
  const outline = childrenOf(flat)
  if (!flat.depends) outlines.set(schema, outline)
  return outline
}

const walk = (schema: JsonSchema, value: unknown, place: Place, into: Visit[]): void => {
  const { components, properties, items } = outlineOf(schema, value)
  into.push({ ...place, value, missing: false, mayBeEmpty: false, components })
  if (typeof value !== 'object' || value === null) return
  const within = place.fields.length > 0 ? place.fields : place.within
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries())
      for (const item of items)
        walk(item, entry, { pointer: `${place.pointer}/${index}`, fields: [], within, owner: value }, into)
    return
  }
  for (const [key, { schema: child, fields, pointer, required }] of properties) {
    const here = { pointer: place.pointer + pointer, fields, within, owner: value }
    if (key in value) walk(child, (value as Record<string, unknown>)[key], here, into)
    else if (required)
      into.push({ ...here, value: undefined, missing: true, mayBeEmpty: allowsEmpty(child), components: [] })
  }
}

/** All places of a value, the root first. Only objects, arrays and values that the schema describes are visited. */
export const visits = (schema: JsonSchema, value: unknown): Visit[] => {
  const found: Visit[] = []
  walk(schema, value, { pointer: '', fields: [], within: [], owner: undefined }, found)
  return found
}
