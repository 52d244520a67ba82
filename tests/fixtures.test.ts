// The contract as data: the files agree with each other and with the contract.
import t from 'tap'
import { fixtureNames, loadFixture } from './fixture-files.ts'
import { freedoms, limits, rateLimitHeaders, repeated, vectors, type Operations } from './fixture-tables.ts'
import type { LifecycleTable } from './lifecycle-graph.ts'

type Rule = { id: string; level?: string; text: string; operations: Operations }
type Lifecycle = Omit<LifecycleTable, 'transitions' | 'company_moves'> & {
  transitions: (LifecycleTable['transitions'][number] & { operation: string | null; events: string[] })[]
  company_moves: (LifecycleTable['company_moves'][number] & { events: string[] })[]
}
type Webhooks = {
  api_version: string
  event_types: { type: string; key_fields: { name: string }[] }[]
  payload_always: string[]
  request: { headers: { name: string; value: string }[] }
  signature: { header: string; tolerance_seconds: number; signed_text: string }
  timeout_seconds: number
  attempts: number
  retry_delays_seconds: number[]
  feed_statuses: { shown: string[] }
  specimen: { operation: string }
}
type Errors = {
  codes: { code: string; status: number | null }[]
  token_errors: string[]
  token_endpoint: { operation: string; statuses: { status: number; errors: string[] }[] }
  statuses: { status: number; code: { one_of?: string[] } }[]
  body: { name: string; required: boolean }[]
  detail: { codes_shown: string[] }
}
type Enumerations = { enumerations: Record<string, string[]> }
type Schema = { enum?: string[]; 'x-known-values'?: string[]; required?: string[]; allOf?: Schema[] }
type OpenApi = {
  paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, unknown> }>>
  webhooks: Record<string, unknown>
  components: { schemas: Record<string, Schema> }
}

const openapi = loadFixture<OpenApi>('openapi.yaml')
const lifecycle = loadFixture<Lifecycle>('lifecycle.yaml')
const webhooks = loadFixture<Webhooks>('webhooks.yaml')
const errors = loadFixture<Errors>('errors.yaml')
const areaFiles = fixtureNames().filter((name) => name.startsWith('rules/'))
const areas = areaFiles.map((name) => ({ name, ...loadFixture<{ area: string; rules: Rule[] }>(name) }))
const rules = areas.flatMap(({ rules }) => rules)

const operationIds = Object.values(openapi.paths)
  .flatMap((path) => Object.values(path))
  .flatMap(({ operationId }) => (operationId ? [operationId] : []))
const statusCodes = lifecycle.statuses.map(({ code }) => code)
const eventTypes = webhooks.event_types.map(({ type }) => type)
const enumerations: Record<string, string[]> = {
  ...loadFixture<Enumerations>('enumerations.yaml').enumerations,
  order_status: statusCodes,
  event_type: eventTypes,
}
const sorted = (values: Iterable<string>): string[] => [...values].toSorted()

const requiredOf = ({ required = [], allOf = [] }: Schema): string[] => [...required, ...allOf.flatMap(requiredOf)]

/** Every `open: <freedom id>` and other reference of that kind inside a fixture. */
const freedomReferences = (value: unknown, key = ''): string[] => {
  if (typeof value === 'string') {
    const named = ['open', 'edge', 'others', 'freedoms', 'freedom', 'total_contradiction'].includes(key)
    return named || (key === 'decided_by' && value !== 'contract') ? [value] : []
  }
  if (Array.isArray(value)) return value.flatMap((item) => freedomReferences(item, key))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => freedomReferences(item, key))
}

t.test('each area of rules has one file, named after it', async (t) => {
  t.strictSame(
    areas.map(({ name }) => name),
    areas.map(({ area }) => `rules/${area}.yaml`),
  )
  t.equal(areas.length, 24)
})

t.test('rule ids are unique and begin with their area', async (t) => {
  t.strictSame(repeated(rules.map(({ id }) => id)), [])
  t.strictSame(
    areas.flatMap(({ area, rules }) => rules.filter(({ id }) => !id.startsWith(`${area}.`)).map(({ id }) => id)),
    [],
  )
})

t.test('every area has rules', async (t) => {
  t.strictSame(
    areas.filter(({ rules }) => rules.length === 0).map(({ area }) => area),
    [],
  )
})

t.test('freedom ids are unique and no rule has the same', async (t) => {
  const ids = freedoms.map(({ id }) => id)
  t.strictSame(repeated(ids), [])
  t.strictSame(
    rules.filter(({ id }) => ids.includes(id)).map(({ id }) => id),
    [],
  )
})

t.test('the default of each freedom is among its readings', async (t) => {
  t.strictSame(
    freedoms.filter((freedom) => !(freedom.default in freedom.readings)).map(({ id }) => id),
    [],
  )
})

t.test(
  'each operation of the OpenAPI document has its rule that it is served, and each webhook its event type',
  async (t) => {
    const served = rules.filter(({ id }) => id.startsWith('transport.serves-')).flatMap(({ operations }) => operations)
    t.strictSame(sorted(operationIds), sorted(served))
    t.strictSame(sorted(Object.keys(openapi.webhooks)), sorted(eventTypes))
  },
)

t.test('every operation named anywhere exists', async (t) => {
  const named = [
    ...[...rules, ...freedoms].flatMap(({ id, operations }) =>
      typeof operations === 'string' ? [] : operations.map((operation) => `${operation} in ${id}`),
    ),
    ...lifecycle.transitions.flatMap(({ id, operation }) => (operation ? [`${operation} in ${id}`] : [])),
    `${errors.token_endpoint.operation} in errors`,
    `${webhooks.specimen.operation} in webhooks`,
  ]
  t.ok(named.length > 0)
  t.strictSame(
    named.filter((use) => !operationIds.includes(use.split(' ')[0]!)),
    [],
  )
})

t.test('every freedom a table refers to exists', async (t) => {
  const files = ['lifecycle.yaml', 'webhooks.yaml', 'errors.yaml', 'limits.yaml', 'vectors/signatures.json']
  const used = files.flatMap((name) => freedomReferences(loadFixture(name)))
  const ids = new Set(freedoms.map(({ id }) => id))
  t.ok(used.length > 0)
  t.strictSame(
    used.filter((id) => !ids.has(id)),
    [],
  )
})

t.test('each closed enumeration of a request is the one of the contract', async (t) => {
  const names: Record<string, string> = {
    StatusCodeInput: 'order_status',
    LoanPurposeInput: 'loan_purpose',
    PropertyTypeInput: 'property_type',
    OccupancyInput: 'occupancy',
    ContactTypeInput: 'contact_type',
    ContactRoleInput: 'contact_role',
    BorrowerRoleInput: 'borrower_role',
    NoteTypeInput: 'note_type',
    AdditionalContactPurposeInput: 'additional_contact_purpose',
    ReportFormatInput: 'report_format',
    DocumentPurposeInput: 'upload_purpose',
    MessageRecipientInput: 'message_recipient_sending',
    RevisionRequestKindInput: 'revision_request_kind',
    EventTypeInput: 'event_type',
    EventSelectorInput: 'event_type',
  }
  const closed = Object.entries(openapi.components.schemas).filter(([, schema]) => schema.enum)
  t.strictSame(sorted(closed.map(([name]) => name)), sorted(Object.keys(names)))
  const everyType = new Set(['EventSelectorInput'])
  for (const [name, schema] of closed) {
    const all = [...(everyType.has(name) ? ['*'] : []), ...enumerations[names[name]!]!]
    t.strictSame(sorted(schema.enum!), sorted(all), name)
  }
})

t.test('each open enumeration of a response knows the values of the contract', async (t) => {
  const names: Record<string, string> = {
    StatusCode: 'order_status',
    LoanPurpose: 'loan_purpose',
    PropertyType: 'property_type',
    Occupancy: 'occupancy',
    ContactType: 'contact_type',
    ContactRole: 'contact_role',
    BorrowerRole: 'borrower_role',
    NoteType: 'note_type',
    AdditionalContactPurpose: 'additional_contact_purpose',
    ReportFormat: 'report_format',
    AppraiserCertification: 'appraiser_certification',
    DocumentKind: 'document_kind',
    MessageRecipient: 'message_recipient_reading',
    RevisionRequestKind: 'revision_request_kind',
    RevisionRequestStatus: 'revision_request_status',
    DueDateRequester: 'due_date_requester',
    EventType: 'event_type',
    DeliveryStatus: 'delivery_status',
    ErrorDetailCode: 'detail_code',
  }
  for (const [name, enumeration] of Object.entries(names)) {
    const known = openapi.components.schemas[name]?.['x-known-values']
    t.strictSame(sorted(known ?? []), sorted(enumerations[enumeration]!), name)
  }
  const schemas = openapi.components.schemas
  t.strictSame(
    sorted(schemas.ErrorCode!['x-known-values']!),
    sorted(errors.codes.map(({ code }) => code)),
    'error codes',
  )
  t.strictSame(sorted(schemas.TokenErrorCode!['x-known-values']!), sorted(errors.token_errors), 'token errors')
})

t.test('no status stands twice, and the states of revision requests are the same in both files', async (t) => {
  t.strictSame(repeated(statusCodes), [])
  t.strictSame(enumerations.revision_request_status, lifecycle.revision_requests.states)
})

t.test('every event of a transition is a type', async (t) => {
  const raised = [...lifecycle.transitions, ...lifecycle.company_moves].flatMap(({ events }) => events)
  t.strictSame(
    raised.filter((type) => !eventTypes.includes(type)),
    [],
  )
  t.strictSame(sorted(webhooks.feed_statuses.shown), sorted(enumerations.delivery_status!))
})

t.test('the OpenAPI document requires the key fields of each event', async (t) => {
  for (const { type, key_fields } of webhooks.event_types) {
    const name = type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())
    const schema = openapi.components.schemas[`${name}Data`]
    t.strictSame(sorted(requiredOf(schema ?? {})), sorted(key_fields.map(({ name }) => name)), type)
  }
  t.strictSame(sorted(requiredOf(openapi.components.schemas.EventData!)), sorted(webhooks.payload_always))
})

t.test('error codes and rules agree on the status of each code', async (t) => {
  const rulesOf = (id: string): string[] => rules.filter((rule) => rule.id === id).map(({ text }) => text)
  for (const { code, status } of errors.codes.filter(({ status }) => status !== null)) {
    const [text] = rulesOf(`errors.${code.replaceAll('_', '-')}-comes-with-${status}`)
    t.match(text, `\`${code}\``, `${code} has a rule that pairs it with ${status}`)
  }
  const pairs = rules.flatMap(({ id, text }) => {
    const pair = /^errors\.[a-z-]+-comes-with-(\d{3})$/.exec(id)
    return pair ? [`${/`([a-z_]+)`/.exec(text)?.[1]} ${pair[1]}`] : []
  })
  t.strictSame(
    sorted(pairs),
    sorted(errors.codes.filter(({ status }) => status !== null).map(({ code, status }) => `${code} ${status}`)),
  )
})

t.test('the rules and the advance table list the same moves', async (t) => {
  const ruled = rules.flatMap(({ text }) => {
    const move = /^An order in `(\w+)` can be advanced to `(\w+)`\.$/.exec(text)
    return move ? [`${move[1]} to ${move[2]}`] : []
  })
  const listed = Object.entries(lifecycle.advance).flatMap(([from, targets]) => targets.map((to) => `${from} to ${to}`))
  t.strictSame(sorted(ruled), sorted(listed))
})

t.test('the rules and the cells say the same of each action in each status', async (t) => {
  const form =
    /^(?:actions\.(hold|resume|cancel)|revisions\.(?:correction|reconsideration)|revisions)-?\.?(accepted|refused)-in-([a-z-]+)$/
  const ruled = rules.flatMap(({ id, level }) => {
    const [, action = 'revision_request', verdict, status] = form.exec(id) ?? []
    return verdict ? [{ id, level, verdict, outcome: lifecycle.cells[action]![status!.replaceAll('-', '_')] }] : []
  })
  const cells = new Set(ruled.map(({ id }) => id.replace(/correction-|reconsideration-/, '')))
  t.equal(cells.size, 4 * statusCodes.length - 1, 'every cell but the one of a hold that no rule decides')
  // A rule that only leans to one side may meet a cell that is open.
  const wrong = ruled.filter(({ level, verdict, outcome }) =>
    level !== 'should' ? outcome !== verdict : outcome === undefined,
  )
  t.strictSame(wrong, [])
})

t.test('every error code a rule quotes is one of the listed ones', async (t) => {
  const known = [...errors.codes.map(({ code }) => code), ...errors.token_errors, ...errors.detail.codes_shown]
  const quoted = rules.flatMap(({ id, text }) =>
    [...text.matchAll(/\bcode `([a-z_]+)`/g)].map(([, code]) => ({ id, code: code! })),
  )
  t.ok(quoted.length > 0)
  t.strictSame(
    quoted.filter(({ code }) => !known.includes(code) && !statusCodes.includes(code)),
    [],
  )
})

t.test('the status table names codes with that very status', async (t) => {
  const statusOf = new Map(errors.codes.map(({ code, status }) => [code, status]))
  for (const { status, code } of errors.statuses)
    for (const name of code.one_of ?? []) t.equal(statusOf.get(name), status, `${status} ${name}`)
  const named = errors.statuses.flatMap(({ code }) => code.one_of ?? [])
  const unnamed = errors.codes.filter(({ code, status }) => status !== null && status !== 401 && !named.includes(code))
  t.strictSame(unnamed, [])
  const tokenErrors = errors.token_endpoint.statuses.flatMap(({ errors }) => errors)
  t.strictSame(
    tokenErrors.filter((error) => !errors.token_errors.includes(error)),
    [],
  )
})

t.test('limits and webhooks give the same figures', async (t) => {
  t.equal(webhooks.attempts, limits.delivery_attempts!.value)
  t.equal(webhooks.retry_delays_seconds.length, webhooks.attempts - 1)
  t.equal(webhooks.timeout_seconds, limits.webhook_timeout_seconds!.value)
  t.equal(webhooks.signature.tolerance_seconds, limits.signature_tolerance_seconds!.value)
  t.equal(vectors.scheme.tolerance_seconds, limits.signature_tolerance_seconds!.value)
})

t.test('limits have the figures of the contract', async (t) => {
  const figures = Object.fromEntries(Object.entries(limits).map(([name, { value }]) => [name, value]))
  t.match(figures, {
    requests_per_minute: 600,
    access_token_lifetime_seconds: 60 * 60,
    idempotency_memory_seconds: 24 * 60 * 60,
    per_page_min: 1,
    per_page_max: 100,
    per_page_default: 25,
    borrowers_max: 2,
    upload_megabytes: 25,
    download_link_lifetime_seconds: 5 * 60,
    event_retention_days: 30,
    webhook_secret_min_characters: 32,
    identifier_max_characters: 64,
  })
  t.strictSame(
    rateLimitHeaders.map(({ name }) => name),
    ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  )
})

t.test('the waits between attempts are those of the table, and miss the stated total by five hours', async (t) => {
  const [minute, hour] = [60, 3600]
  const table = [minute, 5 * minute, 30 * minute, 2 * hour, 4 * hour, 6 * hour, 6 * hour, 11 * hour]
  t.strictSame(webhooks.retry_delays_seconds, table)
  const sum = table.reduce((total, wait) => total + wait, 0)
  t.equal(sum - limits.delivery_total_seconds!.value!, 5 * hour + minute)
})
