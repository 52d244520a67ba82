// The only file here that opens fixtures/: rules by id, the OpenAPI document and the tables, each read when first asked for.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operationsNamed } from '../../fixtures/operation-groups.ts'
import { fixturePath, readFixture as readYaml } from '../../fixtures/read-fixture.ts'
import { lazily } from './lazily.ts'
import type { Basis } from '../../reports/run-record.ts'
import type { LifecycleTables, StatusCode } from './lifecycle-tables.ts'

/** An action in a status, in the words of the lifecycle tables; what is left out may be anything. */
export type RuleCell = {
  action: string
  status?: StatusCode
  kind?: string
  /** Where an advance leads, `same` for the status itself, or to whom a message goes. */
  to?: string
  is: 'accepted' | 'refused'
}

/** A keyword of the schema of a create at a path, and how a body against it is answered. */
export type RuleInput = {
  /** Dotted, `*` for every entry of an array; every field where it is left out. */
  path?: string
  keyword:
    | 'required'
    | 'enum'
    | 'type'
    | 'format'
    | 'pattern'
    | 'minItems'
    | 'maxItems'
    | 'minLength'
    | 'maxLength'
    | 'minimum'
    | 'maximum'
  is: 'accepted' | 'refused'
  /** What a refused body has there. */
  value?: unknown
}

/** One normative sentence. `operations` is `all` or a list of operationIds; in its row it may be a group of them. */
export type Rule = {
  id: string
  area: string
  source: string
  party: 'service' | 'client'
  level: string
  text: string
  operations: 'all' | string[]
  /** The field, or the fields, whose presence, type and range the rule is about: `Component.property`, or of one place. */
  field?: string | string[]
  /** The keywords of its schema that the rule is about; the other rules of the field are about the rest. */
  keywords?: string[]
  /** The cell of the tables that the rule is about. */
  cell?: RuleCell
  /** What the rule is about of the body of a create. */
  input?: RuleInput | RuleInput[]
  /** How far the contract says it; of a rule of the service. */
  basis?: Basis
  /** The passages that it rests on, by id; for an inferred rule the nearest. */
  rests_on?: string[]
  /** The strongest reading under which a violation is none; of an inferred rule only. */
  counter?: string
  /** Why the row stands as it does, where somebody asked. */
  decision?: string
  /** Why no look from outside can settle it; absent where one can. */
  unobservable?: string
}

/** A row names its party and its level where they are not `service` and `must`. */
type RuleRow = Omit<Rule, 'area' | 'party' | 'level'> & Partial<Rule>

export type KnownPassage = { at: string; words: string }

export type Freedom = {
  id: string
  source: string
  question: string
  readings: Record<string, string>
  default: string
  /** By reading: inferred rules that a service of that reading does not keep. */
  disputes?: Record<string, string[]>
  /** Whether a run notes which reading a target takes: from traffic that is there anyway, by a check that asks, or not. */
  observed: 'passively' | 'actively' | 'never'
  /** Why no run notes it; only where `observed` is never. */
  unobserved?: string
}

export type JsonSchema = { [keyword: string]: unknown }

type Operation = {
  operationId: string
  method: string
  path: string
  environments: string[]
  secured: boolean
  /** By response key: a status such as `201`, or `2XX`. `schema` is null where any body may come or none. */
  responses: Record<string, { json: JsonSchema | null; anyMedia: boolean }>
}

export type OpenApi = {
  info: { version: string }
  paths: Record<string, Record<string, unknown>>
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, unknown> }
}

/** `at_any_time`: any order may raise it without being asked. */
type EventTable = {
  event_types: { type: string; at_any_time?: true; key_fields: { name: string }[] }[]
  payload_always: string[]
}

type ScheduleTable = {
  retry_delays_seconds: number[]
  stated_total_seconds: number
  attempts: number
  timeout_seconds: number
}

type LimitTable = { limits: Record<string, { value: number | null }> }

/** `also`: other statuses it may come with. `rule`: the one that gives the code its status; none where the status is open. */
type ErrorTable = {
  codes: { code: string; status: number | null; also?: number[]; rule?: string }[]
  token_errors: string[]
}

/** The schema of target profiles, for editors. */
export const profileSchemaPath = (): string => fixturePath('schemas/target-profile.schema.json')

const readRules = (): Map<string, Rule> => {
  const rules = new Map<string, Rule>()
  const files = readdirSync(fixturePath('rules')).filter((file) => file.endsWith('.yaml'))
  for (const file of files.toSorted()) {
    const { area, rules: rows } = readYaml(`rules/${file}`) as { area: string; rules: RuleRow[] }
    for (const row of rows) {
      const operations = operationsNamed(row.operations, openapi())
      rules.set(row.id, { party: 'service', level: 'must', ...row, area, operations })
    }
  }
  return rules
}

const readFreedoms = (): Map<string, Freedom> => {
  const { freedoms } = readYaml('freedoms.yaml') as { freedoms: Freedom[] }
  return new Map(freedoms.map((freedom) => [freedom.id, freedom]))
}

/** Rules by id, both parties. */
export const rules = lazily(readRules)
export const freedoms = lazily(readFreedoms)

/** What a conformant implementer could dispute: it heads nothing, and explains nothing, that is said in plain words. */
export const isInferred = (rule: string): boolean => rules().get(rule)?.basis === 'inferred'
/** Where each passage stands, and the fingerprint of its words; by the ids that rules name. */
export const passages = lazily(
  () => new Map(Object.entries((readYaml('passages.yaml') as { passages: Record<string, KnownPassage> }).passages)),
)
export const openapi = lazily(() => readYaml('openapi.yaml') as OpenApi)
type ControlPaths = Record<string, Record<string, { operationId?: string }>>
export const controlPaths = lazily(() => (readYaml('control.yaml') as { paths: ControlPaths }).paths)
export const lifecycle = lazily(() => readYaml('lifecycle.yaml') as LifecycleTables)
/** The closed lists of Resources / Enumerations. */
export const enumerations = lazily((): Record<string, readonly string[]> => ({
  ...(readYaml('enumerations.yaml') as { enumerations: Record<string, readonly string[]> }).enumerations,
  order_status: lifecycle().statuses.map(({ code }) => code),
  event_type: eventTable().event_types.map(({ type }) => type),
}))
/** The JSON Schema of plan files. */
export const planSchema = lazily(
  () => JSON.parse(readFileSync(fixturePath('schemas/plan.schema.json'), 'utf8')) as JsonSchema,
)
/** The JSON Schema of assay.baseline.yaml. */
export const knownFailuresSchema = lazily(
  () => JSON.parse(readFileSync(fixturePath('schemas/known-failures.schema.json'), 'utf8')) as JsonSchema,
)
/** The JSON Schema of report.json. */
export const reportSchema = lazily(
  () => JSON.parse(readFileSync(fixturePath('schemas/report.schema.json'), 'utf8')) as JsonSchema,
)
/** The JSON Schema of a rule set. */
export const ruleSetSchema = lazily(
  () => JSON.parse(readFileSync(fixturePath('schemas/rule-set.schema.json'), 'utf8')) as JsonSchema,
)
/** The JSON Schema of matrix.json. */
export const matrixSchema = lazily(
  () => JSON.parse(readFileSync(fixturePath('schemas/matrix.schema.json'), 'utf8')) as JsonSchema,
)
/** The rule sets as their files have them, in the order of their names. */
export const ruleSetFiles = lazily(() =>
  readdirSync(fixturePath('rule-sets'))
    .filter((file) => file.endsWith('.yaml'))
    .toSorted()
    .map((file) => ({ file, content: readYaml(join('rule-sets', file)) })),
)
export const webhookTable = lazily(() => readYaml('webhooks.yaml') as EventTable & ScheduleTable)
export const eventTable = (): EventTable => webhookTable()
export const limitTable = lazily(() => readYaml('limits.yaml') as LimitTable)
export const errorTable = lazily(() => readYaml('errors.yaml') as ErrorTable)

/** A table of known answers, or undefined where the checkout has none of that name. */
export const vectors = (name: string): unknown => {
  const path = fixturePath(`vectors/${name}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

type RawResponse = { $ref?: string; content?: Record<string, { schema?: JsonSchema }> }
type RawOperation = {
  operationId: string
  security?: unknown[]
  responses: Record<string, RawResponse>
  'x-environments'?: string[]
}

const methods = new Set(['get', 'put', 'post', 'patch', 'delete'])

const resolveResponse = (document: OpenApi, response: RawResponse): RawResponse =>
  response.$ref ? (document.components.responses[response.$ref.split('/').at(-1)!] as RawResponse) : response

const readOperation = (document: OpenApi, method: string, path: string, raw: RawOperation): Operation => {
  const responses: Operation['responses'] = {}
  for (const [status, response] of Object.entries(raw.responses)) {
    const content = resolveResponse(document, response).content ?? {}
    responses[status] = { json: content['application/json']?.schema ?? null, anyMedia: '*/*' in content }
  }
  return {
    operationId: raw.operationId,
    method: method.toUpperCase(),
    path,
    environments: raw['x-environments'] ?? ['production', 'sandbox'],
    secured: raw.security === undefined || raw.security.length > 0,
    responses,
  }
}

/** The operations by operationId. */
export const operations = lazily(() => {
  const document = openapi()
  const found = new Map<string, Operation>()
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, raw] of Object.entries(item)) {
      if (!methods.has(method)) continue
      const operation = readOperation(document, method, path, raw as RawOperation)
      found.set(operation.operationId, operation)
    }
  }
  return found
})

/** The client ids of the world that the simulator serves by default. */
export const demoClients = lazily(
  () => new Set((readYaml('worlds/demo.yaml') as { credentials: { id: string }[] }).credentials.map(({ id }) => id)),
)

/** Where a file of the kill matrix's own data lies. */
export const adequacyPath = (name: string): string => fixturePath(join('adequacy', name))

/** A YAML or JSON file of the kill matrix's own data, or undefined where the checkout has none of that name. */
export const adequacyFile = (name: string): unknown => {
  if (!existsSync(adequacyPath(name))) return undefined
  return name.endsWith('.json')
    ? (JSON.parse(readFileSync(adequacyPath(name), 'utf8')) as unknown)
    : readYaml(join('adequacy', name))
}

export const serviceRules = (): Rule[] => [...rules().values()].filter((rule) => rule.party === 'service')
