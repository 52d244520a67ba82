// The only file here that opens fixtures/: the contract's tables as the simulator uses them.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compiledCopy } from '../../fixtures/compiled-copy.ts'
import { yaml } from '../../fixtures/yaml.ts'

type Enumeration =
  | 'loan_purpose'
  | 'property_type'
  | 'occupancy'
  | 'contact_type'
  | 'contact_role'
  | 'borrower_role'
  | 'note_type'
  | 'additional_contact_purpose'
  | 'report_format'
  | 'upload_purpose'
  | 'upload_kind'
  | 'document_kind'
  | 'message_recipient_sending'
  | 'revision_request_kind'
  | 'revision_request_status'
  | 'order_status'

type Limit =
  | 'requests_per_minute'
  | 'access_token_lifetime_seconds'
  | 'idempotency_memory_seconds'
  | 'per_page_min'
  | 'per_page_max'
  | 'per_page_default'
  | 'borrowers_max'
  | 'upload_megabytes'
  | 'download_link_lifetime_seconds'
  | 'event_retention_days'
  | 'webhook_secret_min_characters'
  | 'identifier_max_characters'
  | 'signature_tolerance_seconds'

/** A component of the OpenAPI document. */
export type Schema = {
  [keyword: string]: unknown
  $ref?: string
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
}

/** How an operation is called; `/orders/{order_id}`. */
export type Route = { method: string; path: string; environments: string[] }

export type Contract = {
  /** By operation id. */
  routes: Record<string, Route>
  /** The components of the OpenAPI document. */
  schemas: Record<string, Schema>
  enumerations: Record<Enumeration, string[]>
  /** A status of null is not shown by the contract. */
  errors: { codes: { code: string; status: number | null }[]; token_errors: string[] }
  /** `work`: the statuses in which an appraiser has the order and no report is delivered, in their order. */
  lifecycle: { labels: Record<string, string>; advance: Record<string, string[]>; work: string[] }
  limits: Record<Limit, number>
  webhooks: {
    event_types: string[]
    api_version: string
    retry_delays_seconds: number[]
    stated_total_seconds: number
    timeout_seconds: number
    specimens: Record<string, Record<string, unknown>>
  }
}

type Status = { code: string; label: string; stage: number | null; report_delivered: boolean }

type Files = {
  openapi: {
    paths: Record<string, Record<string, { operationId?: string; 'x-environments'?: string[] }>>
    components: { schemas: Contract['schemas'] }
  }
  enumerations: { enumerations: Contract['enumerations'] }
  errors: { codes: Contract['errors']['codes']; token_errors: string[] }
  lifecycle: { statuses: Status[]; advance: Record<string, string[]> }
  limits: { limits: Record<Limit, { value: number }> }
  webhooks: Omit<Contract['webhooks'], 'event_types' | 'specimens'> & {
    event_types: { type: string; specimen: Record<string, unknown> }[]
  }
}

export const fixturePath = (name: string): string => fileURLToPath(import.meta.resolve(`#fixtures/${name}`))

const readYaml = (name: string): unknown => {
  const text = readFileSync(fixturePath(name), 'utf8')
  const copy = compiledCopy(name, text)
  return copy ? copy.content : yaml().parse(text)
}

const parsed = new Map<string, unknown>()

/** Parsed once, but each caller gets values of its own. */
export const readFixture = (name: string): unknown => {
  if (!parsed.has(name)) parsed.set(name, readYaml(name))
  return structuredClone(parsed.get(name))
}

const read = <Name extends keyof Files>(name: Name): Files[Name] => readFixture(`${name}.yaml`) as Files[Name]

const workIn = (statuses: readonly Status[]): string[] => {
  const first = statuses.find(({ code }) => code === 'appraiser_assigned')?.stage ?? 0
  return statuses
    .filter(({ stage, report_delivered }) => stage !== null && stage >= first && !report_delivered)
    .map(({ code }) => code)
}

const everywhere = ['production', 'sandbox']

const routesIn = ({ paths }: Files['openapi']): Contract['routes'] => {
  const routes: Contract['routes'] = {}
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId, 'x-environments': environments = everywhere }] of Object.entries(methods))
      if (operationId !== undefined) routes[operationId] = { method, path, environments }
  return routes
}

const contractIn = (): Contract => {
  const openapi = read('openapi')
  const { codes, token_errors } = read('errors')
  const { statuses, advance } = read('lifecycle')
  const { event_types, ...webhooks } = read('webhooks')
  const { api_version, retry_delays_seconds, stated_total_seconds, timeout_seconds } = webhooks
  const limits = Object.entries(read('limits').limits).map(([name, { value }]) => [name, value])
  return {
    routes: routesIn(openapi),
    schemas: openapi.components.schemas,
    enumerations: { ...read('enumerations').enumerations, order_status: statuses.map(({ code }) => code) },
    errors: { codes, token_errors },
    lifecycle: {
      labels: Object.fromEntries(statuses.map(({ code, label }) => [code, label])),
      advance,
      work: workIn(statuses),
    },
    limits: Object.fromEntries(limits) as Contract['limits'],
    webhooks: {
      event_types: event_types.map(({ type }) => type),
      api_version,
      retry_delays_seconds,
      stated_total_seconds,
      timeout_seconds,
      specimens: Object.fromEntries(event_types.map(({ type, specimen }) => [type, specimen])),
    },
  }
}

let text: string | undefined

/** Read once. Each simulator gets values of its own, which its readings may change; as text they are copied five times as fast. */
export const loadContract = (): Contract => JSON.parse((text ??= JSON.stringify(contractIn()))) as Contract
