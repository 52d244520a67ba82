// Walks a JSON value along its schema, so that a value can be named by the component and property it stands for.
import { openapi, type JsonSchema } from '../../contract/contract.ts'
import { memoizeByObject } from '../../contract/memoize-by-object.ts'
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

/** The outlines of one schema, by the schemas that apply to a value; `always`: the same ones apply to every value. */
type Outlines = { always: Outline | null; some: Map<string, Outline> }

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

const outlinesOf = memoizeByObject((_schema: JsonSchema): Outlines => ({ always: null, some: new Map() }))

let numbered = 0
const numberOf = memoizeByObject((_schema: JsonSchema): number => (numbered += 1))

/** What a schema says of a value; most schemas say the same of every value, and the others one of a few things. */
const outlineOf = (schema: JsonSchema, value: unknown): Outline => {
  const known = outlinesOf(schema)
  if (known.always) return known.always
  const flat = flatten(schema, value, null, { components: [], schemas: [], depends: false })
  if (!flat.depends) return (known.always = childrenOf(flat))
  const key = flat.schemas.map((one) => numberOf(one.schema)).join(' ')
  const outline = known.some.get(key) ?? childrenOf(flat)
  known.some.set(key, outline)
  return outline
}

const none: string[] = []

const visitOf = (pointer: string, value: unknown, fields: string[], within: string[], owner: unknown): Visit => ({
  pointer,
  value,
  missing: false,
  mayBeEmpty: false,
  components: none,
  fields,
  within,
  owner,
})

const walk = (schema: JsonSchema, visit: Visit, into: Visit[]): void => {
  const { value, pointer, fields } = visit
  const { components, properties, items } = outlineOf(schema, value)
  visit.components = components
  into.push(visit)
  if (typeof value !== 'object' || value === null) return
  const within = fields.length > 0 ? fields : visit.within
  if (Array.isArray(value)) {
    for (const [index, entry] of (value as unknown[]).entries())
      for (const item of items) walk(item, visitOf(`${pointer}/${index}`, entry, none, within, value), into)
    return
  }
  for (const [key, child] of properties) {
    const inner = (value as Record<string, unknown>)[key]
    const found = visitOf(pointer + child.pointer, inner, child.fields, within, value)
    if (inner !== undefined || key in value) walk(child.schema, found, into)
    else if (child.required) into.push({ ...found, missing: true, mayBeEmpty: allowsEmpty(child.schema) })
  }
}

/** All places of a value, the root first. Only objects, arrays and values that the schema describes are visited. */
export const visits = (schema: JsonSchema, value: unknown): Visit[] => {
  const found: Visit[] = []
  walk(schema, visitOf('', value, none, none, undefined), found)
  return found
}
