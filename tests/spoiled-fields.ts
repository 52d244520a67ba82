// Each field of each answer, and a way of writing it wrong: left out, empty, null, of another type, or with nulls in it.
import { operations, openapi, type JsonSchema } from '../conformance/contract/contract.ts'
import { seededRandom } from '../conformance/kit/seeded-random.ts'
import { visits, type Visit } from '../conformance/invariants/schema/visit.ts'
import type { Wire, WireRequest } from '../conformance/sut/send.ts'

export const spoilings = ['dropped', 'empty', 'null', 'retyped', 'holed'] as const
type Spoiling = (typeof spoilings)[number]

export type Spoilt = { field: string; spoiling: Spoiling }

const schemaNames = (schema: unknown, into: Set<string>): void => {
  if (typeof schema !== 'object' || schema === null) return
  for (const [key, value] of Object.entries(schema)) {
    if (key !== '$ref') schemaNames(value, into)
    else {
      const name = String(value).split('/').at(-1)!
      if (into.has(name)) continue
      into.add(name)
      schemaNames(openapi().components.schemas[name], into)
    }
  }
}

const propertiesOf = (schema: JsonSchema): [name: string, schema: JsonSchema][] => [
  ...Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>),
  ...((schema['allOf'] ?? []) as JsonSchema[]).flatMap(propertiesOf),
]

/** `Component.property` for each property of each component that an answer may hold. */
export const answerFields = (): string[] => {
  const names = new Set<string>()
  for (const { responses } of operations().values())
    for (const { json } of Object.values(responses)) schemaNames(json, names)
  return [...names].flatMap((name) =>
    propertiesOf(openapi().components.schemas[name]!).map(([property]) => `${name}.${property}`),
  )
}

/** The components whose values a field may hold, at whatever depth. */
export const componentsIn = (field: string): Set<string> => {
  const [component, property] = field.split('.') as [string, string]
  const held = new Set<string>()
  for (const [name, schema] of propertiesOf(openapi().components.schemas[component] ?? {}))
    if (name === property || property === '*') schemaNames(schema, held)
  return held
}

/** Some fields with a way of writing each wrong. */
export const drawnFields = (fields: readonly string[], count: number, name: string, seed = 20_261_129): Spoilt[] => {
  const random = seededRandom(seed, name)
  const at = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  return Array.from({ length: count }, () => ({ field: at(fields), spoiling: at(spoilings) }))
}

const emptyOf = (value: unknown): unknown => {
  if (typeof value === 'string') return ''
  if (typeof value === 'number') return 0
  if (Array.isArray(value)) return []
  return typeof value === 'object' && value !== null ? {} : value
}

const retypedOf = (value: unknown): unknown => {
  if (typeof value === 'string') return 17
  if (Array.isArray(value)) return { '0': value[0] }
  return typeof value === 'object' && value !== null ? [value] : `"${String(value)}"`
}

/** What holds something holds nulls and odd things as well; a text or a number is far from what it was. */
const holedOf = (value: unknown): unknown => {
  if (typeof value === 'string') return ` ${value.toUpperCase()}\u0000`
  if (typeof value === 'number') return -1e308
  if (Array.isArray(value)) return [null, 17, 'x', [], {}, ...value]
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.keys(value).map((key) => [key, null]))
}

const valueOf: Record<Exclude<Spoiling, 'dropped'>, (value: unknown) => unknown> = {
  null: () => null,
  empty: emptyOf,
  retyped: retypedOf,
  holed: holedOf,
}

const spoilIn = ({ owner, value, pointer }: Visit, spoiling: Spoiling): void => {
  const holder = owner as Record<string, unknown>
  const key = pointer.split('/').at(-1)!.replaceAll('~1', '/').replaceAll('~0', '~')
  if (spoiling === 'dropped') delete holder[key]
  else holder[key] = valueOf[spoiling](value)
}

type Route = { id: string; method: string; path: RegExp; responses: Record<string, { json: JsonSchema | null }> }

const routes = (): Route[] =>
  [...operations()].map(([id, { method, path, responses }]) => ({
    id,
    method,
    path: new RegExp(`/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    responses,
  }))

type SpoiledWire = Wire & {
  /** How often each was spoilt. */
  hits(): ReadonlyMap<string, number>
  /** The operations in whose answers a field came, whether or not it was spoilt. */
  places(): ReadonlyMap<string, ReadonlySet<string>>
}

/** A wire on which every answer comes with these fields spoilt. */
export const spoiledWire = (wire: Wire, spoilt: readonly Spoilt[]): SpoiledWire => {
  const known = routes()
  const hits = new Map<string, number>()
  const places = new Map<string, Set<string>>()
  const spoilingOf = new Map(spoilt.map(({ field, spoiling }) => [field, spoiling]))
  const routeOf = ({ method, url }: WireRequest): Route | undefined => {
    const { pathname } = new URL(url)
    return known.find((one) => one.method === method && one.path.test(pathname))
  }
  const schemaOf = (route: Route | undefined, status: number): JsonSchema | null =>
    (route?.responses[status] ?? route?.responses[`${Math.floor(status / 100)}XX`])?.json ?? null
  return {
    hits: () => hits,
    places: () => places,
    async send(message) {
      const sent = await wire.send(message)
      const route = routeOf(message)
      const schema = sent.response && schemaOf(route, sent.response.status)
      if (!sent.response || !schema) return sent
      let body: unknown
      try {
        body = JSON.parse(Buffer.from(sent.response.body).toString())
      } catch {
        return sent
      }
      // The innermost first: what holds a field may be spoilt too.
      for (const visit of visits(schema, body).toReversed()) {
        if (visit.missing) continue
        for (const one of visit.fields) places.set(one, (places.get(one) ?? new Set()).add(route!.id))
        const field = visit.fields.find((one) => spoilingOf.has(one))
        if (field === undefined) continue
        hits.set(field, (hits.get(field) ?? 0) + 1)
        spoilIn(visit, spoilingOf.get(field)!)
      }
      return { ...sent, response: { ...sent.response, body: new Uint8Array(Buffer.from(JSON.stringify(body))) } }
    },
    close: () => wire.close(),
  }
}
