// Each field of each answer, and a way of writing it wrong: left out, empty, null or of another type.
import { operations, openapi, type JsonSchema } from '../conformance/contract/contract.ts'
import { visits, type Visit } from '../conformance/invariants/schema/visit.ts'
import type { Wire, WireRequest } from '../conformance/sut/send.ts'

export const spoilings = ['dropped', 'empty', 'null', 'retyped'] as const
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

/** `Component.property` for each property of each component that an answer may hold. */
export const answerFields = (): string[] => {
  const names = new Set<string>()
  for (const { responses } of operations().values())
    for (const { json } of Object.values(responses)) schemaNames(json, names)
  const propertiesOf = (schema: JsonSchema): string[] => [
    ...Object.keys((schema['properties'] ?? {}) as object),
    ...((schema['allOf'] ?? []) as JsonSchema[]).flatMap(propertiesOf),
  ]
  return [...names].flatMap((name) =>
    propertiesOf(openapi().components.schemas[name]!).map((property) => `${name}.${property}`),
  )
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

const spoilIn = ({ owner, value, pointer }: Visit, spoiling: Spoiling): void => {
  const holder = owner as Record<string, unknown>
  const key = pointer.split('/').at(-1)!.replaceAll('~1', '/').replaceAll('~0', '~')
  if (spoiling === 'dropped') delete holder[key]
  else holder[key] = spoiling === 'null' ? null : spoiling === 'empty' ? emptyOf(value) : retypedOf(value)
}

type Route = { method: string; path: RegExp; responses: Record<string, { json: JsonSchema | null }> }

const routes = (): Route[] =>
  [...operations().values()].map(({ method, path, responses }) => ({
    method,
    path: new RegExp(`/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    responses,
  }))

/** A wire on which every answer comes with these fields spoilt. */
export const spoiledWire = (wire: Wire, spoilt: readonly Spoilt[]): Wire & { hits(): ReadonlyMap<string, number> } => {
  const known = routes()
  const hits = new Map<string, number>()
  const spoilingOf = new Map(spoilt.map(({ field, spoiling }) => [field, spoiling]))
  const schemaOf = ({ method, url }: WireRequest, status: number): JsonSchema | null => {
    const { pathname } = new URL(url)
    const route = known.find((one) => one.method === method && one.path.test(pathname))
    return (route?.responses[status] ?? route?.responses[`${Math.floor(status / 100)}XX`])?.json ?? null
  }
  return {
    hits: () => hits,
    async send(message) {
      const sent = await wire.send(message)
      const schema = sent.response && schemaOf(message, sent.response.status)
      if (!sent.response || !schema) return sent
      let body: unknown
      try {
        body = JSON.parse(Buffer.from(sent.response.body).toString())
      } catch {
        return sent
      }
      // The innermost first: what holds a field may be spoilt too.
      for (const visit of visits(schema, body).toReversed()) {
        const field = visit.missing ? undefined : visit.fields.find((one) => spoilingOf.has(one))
        if (field === undefined) continue
        hits.set(field, (hits.get(field) ?? 0) + 1)
        spoilIn(visit, spoilingOf.get(field)!)
      }
      return { ...sent, response: { ...sent.response, body: new Uint8Array(Buffer.from(JSON.stringify(body))) } }
    },
    close: () => wire.close(),
  }
}
