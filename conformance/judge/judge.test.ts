import t from 'tap'
import { openapi, rules } from '../contract.ts'
import type { Delivery } from '../receiver/delivery.ts'
import { signatureOf } from '../receiver/signature.ts'
import type { Exchange, Headers } from '../target/exchange.ts'
import { createSecrets } from '../target/secrets.ts'
import { createJudge, judges } from './judge.ts'
import { fieldRuleIds, hasRules } from './schema/field-rules.ts'

const now = Math.floor(Date.now() / 1000)

const goodHeaders: Headers = [
  ['Content-Type', 'application/json; charset=utf-8'],
  ['X-RateLimit-Limit', '600'],
  ['X-RateLimit-Remaining', '599'],
  ['X-RateLimit-Reset', String(now + 60)],
]

type Given = {
  operation?: string
  status?: number
  json?: unknown
  body?: Uint8Array
  headers?: Headers
  without?: string
  role?: 'main' | null
}

let count = 0
const exchange = (given: Given): Exchange => {
  const { operation = 'getOrder', status = 200, json, body, headers = [], without, role = 'main' } = given
  const named = headers.map(([name]) => name)
  const kept = goodHeaders.filter(([name]) => name !== without && !named.includes(name))
  return {
    id: `x${(count += 1)}`,
    source: 'test',
    operation,
    role,
    environment: 'sandbox',
    request: { method: 'GET', url: 'https://sandbox.example.com/v1/x', headers: [], body: null },
    response: { status, headers: [...kept, ...headers], body: body ?? Buffer.from(JSON.stringify(json ?? {})) },
    failure: null,
    startedAt: now * 1000,
    ms: 1,
  }
}

const secret = 'a-webhook-secret-of-more-than-32-characters'

const createTestJudge = () => {
  const secrets = createSecrets()
  secrets.add('client secret', 'client-secret-0123456789')
  secrets.add('webhook secret', secret)
  secrets.add('access token', 'access-token-0123456789')
  return createJudge(secrets)
}

type Found = { rule: string; held: boolean; pointer?: string | undefined }

const broken = (found: { comparisons: Found[] }[]): string[] =>
  [
    ...new Set(
      found
        .flatMap(({ comparisons }) => comparisons)
        .filter(({ held }) => !held)
        .map(({ rule }) => rule),
    ),
  ].toSorted()

const heldRules = (found: { comparisons: Found[] }[]): string[] =>
  found
    .flatMap(({ comparisons }) => comparisons)
    .filter(({ held }) => held)
    .map(({ rule }) => rule)

const brokenBy = (given: Given): string[] => broken(createTestJudge().exchange(exchange(given)))

/** What the contract's own document shows of a component. */
const example = (component: string): Record<string, unknown> =>
  structuredClone((openapi().components.schemas[component]!['examples'] as Record<string, unknown>[])[0]!)

const error = { code: 'not_found', message: 'There is no such order.', correlation_id: 'c-1' }

t.test('a good answer breaks nothing, and says so for the rules it shows', async (t) => {
  const found = createTestJudge().exchange(exchange({ json: example('Order') }))
  t.strictSame(broken(found), [])
  const held = heldRules(found)
  for (const rule of [
    'order.read-answers-200',
    'order.has-id',
    'order.has-status-changed-at',
    'conventions.order-ids-start-with-ord',
    'conventions.timestamps-are-in-utc',
    'conventions.money-has-exactly-two-decimals',
    'conventions.field-names-are-snake-case',
    'limits.rate-limit-header-on-every-response',
    'transport.no-cookies-are-set',
    'auth.secret-is-never-shown-by-the-interface',
  ])
    t.ok(held.includes(rule), rule)
})

t.test('every example of the document is found good', async (t) => {
  const answers: [operation: string, status: number, component: string][] = [
    ['ping', 200, 'Ping'],
    ['requestToken', 200, 'TokenResponse'],
    ['getAccount', 200, 'Account'],
    ['createOrder', 201, 'Order'],
    ['holdOrder', 200, 'HoldResponse'],
    ['createRevisionRequest', 201, 'RevisionRequest'],
    ['uploadDocument', 201, 'DocumentSummary'],
    ['getDocument', 200, 'DocumentDetail'],
    ['getWebhook', 200, 'WebhookConfiguration'],
    ['testWebhook', 200, 'TestWebhookResponse'],
    ['createOrder', 422, 'Error'],
    ['holdOrder', 409, 'ActionRefusal'],
    ['advanceOrder', 409, 'AdvanceRefusal'],
    ['requestToken', 401, 'TokenError'],
  ]
  for (const [operation, status, component] of answers)
    t.strictSame(brokenBy({ operation, status, json: example(component) }), [], `${operation} ${status}`)
  for (const [operation, component] of [
    ['listOrders', 'OrderListItem'],
    ['listOrderTypes', 'OrderType'],
    ['listMessages', 'Message'],
    ['listEvents', 'EventRecord'],
  ] as const) {
    const page = { data: [example(component)], page: 1, per_page: 25, total: 1, total_pages: 1, next_cursor: null }
    t.strictSame(brokenBy({ operation, json: page }), [], operation)
  }
})

t.test('an answer with a status the contract does not list is told', async (t) => {
  t.strictSame(brokenBy({ operation: 'ping', status: 404, json: error }), [
    'transport.ping-errors-are-the-declared-ones',
  ])
  t.strictSame(brokenBy({ operation: 'createOrder', status: 200, json: example('Order') }), ['create.answers-201'])
  t.strictSame(brokenBy({ operation: 'holdOrder', status: 202, json: example('HoldResponse') }), [])
})

t.test('a body that is no JSON, no UTF-8 or of another type is told', async (t) => {
  const html: Headers = [['Content-Type', 'text/html']]
  t.ok(brokenBy({ headers: html, json: example('Order') }).includes('conventions.response-bodies-are-json'))
  t.ok(brokenBy({ body: Buffer.from('<html>') }).includes('conventions.response-bodies-are-json'))
  const latin1 = Buffer.from(JSON.stringify({ status: 'caf\u00E9', time: '2026-03-02T15:04:05Z' }), 'latin1')
  t.ok(brokenBy({ operation: 'ping', body: latin1 }).includes('conventions.response-bodies-are-utf-8'))
})

t.test('a downloaded file need not be JSON, but the refusal of one must be', async (t) => {
  const file = { operation: 'downloadDocument', body: Buffer.from([0xff, 0xd8, 0]), role: null }
  t.strictSame(brokenBy({ ...file, headers: [['Content-Type', 'image/jpeg']] }), [])
  t.strictSame(
    brokenBy({ ...file, status: 403, json: { ...error, code: 'link_refused' }, body: undefined as never }),
    [],
  )
  t.ok(brokenBy({ ...file, status: 403 }).includes('errors.standard-body-outside-token-endpoint'))
})

t.test('each error body belongs to its place', async (t) => {
  const oauth = example('TokenError')
  t.ok(brokenBy({ status: 404, json: oauth }).includes('errors.standard-body-outside-token-endpoint'))
  t.ok(brokenBy({ operation: 'requestToken', status: 401, json: error }).includes('auth.token-error-has-error'))
  t.ok(
    brokenBy({ status: 404, json: { ...error, correlation_id: undefined } }).includes('errors.body-has-correlation-id'),
  )
})

t.test('an error code that comes with another status is told', async (t) => {
  t.strictSame(brokenBy({ status: 400, json: { ...error, code: 'validation_failed' } }), [])
  t.strictSame(brokenBy({ status: 403, json: error }), ['errors.not-found-comes-with-404'])
  t.strictSame(brokenBy({ operation: 'createOrder', status: 422, json: { ...error, code: 'account_not_billable' } }), [
    'errors.account-not-billable-comes-with-403',
  ])
  t.strictSame(brokenBy({ status: 500, json: { ...error, code: 'oops' } }), [
    'errors.service-failure-is-internal-error',
  ])
})

t.test('two errors with one correlation id are told', async (t) => {
  const judge = createTestJudge()
  t.strictSame(broken(judge.exchange(exchange({ status: 404, json: error }))), [])
  t.strictSame(broken(judge.exchange(exchange({ status: 404, json: { ...error, correlation_id: 'c-2' } }))), [])
  t.strictSame(broken(judge.exchange(exchange({ status: 404, json: error }))), [
    'errors.correlation-id-identifies-the-request',
  ])
})

t.test('rate limit headers that are missing or make no sense are told', async (t) => {
  const json = example('Order')
  t.strictSame(brokenBy({ json, without: 'X-RateLimit-Limit' }), ['limits.rate-limit-header-on-every-response'])
  t.strictSame(brokenBy({ json, without: 'X-RateLimit-Remaining' }), ['limits.remaining-header-on-every-response'])
  t.strictSame(brokenBy({ json, without: 'X-RateLimit-Reset' }), ['limits.reset-header-on-every-response'])
  t.strictSame(brokenBy({ json, headers: [['X-RateLimit-Limit', '60']] }).slice(0, 1), [
    'limits.rate-limit-header-is-the-allowance',
  ])
  t.strictSame(brokenBy({ json, headers: [['X-RateLimit-Remaining', '601']] }), [
    'limits.remaining-header-is-what-is-left',
  ])
  for (const reset of ['60', String(now * 1000), 'soon', String(now + 3600)])
    t.strictSame(
      brokenBy({ json, headers: [['X-RateLimit-Reset', reset]] }),
      ['limits.reset-header-is-unix-seconds'],
      reset,
    )
})

t.test('another allowance than a client has may stand on an answer to nobody', async (t) => {
  const headers: Headers = [
    ['X-RateLimit-Limit', '60'],
    ['X-RateLimit-Remaining', '59'],
  ]
  t.strictSame(brokenBy({ operation: 'ping', json: example('Ping'), role: null, headers }), [])
})

t.test('a 429 without a usable Retry-After is told', async (t) => {
  const limited = { status: 429, json: { ...error, code: 'rate_limited' } }
  t.strictSame(brokenBy({ ...limited, headers: [['Retry-After', '12']] }), [])
  t.strictSame(brokenBy(limited), ['limits.retry-after-on-429'])
  t.strictSame(brokenBy({ ...limited, headers: [['Retry-After', 'Fri, 20 Nov 2026 13:35:21 GMT']] }), [
    'limits.retry-after-is-in-seconds',
  ])
})

t.test('a cookie is told', async (t) => {
  t.strictSame(brokenBy({ json: example('Order'), headers: [['set-cookie', 'sid=1']] }), [
    'transport.no-cookies-are-set',
  ])
})

t.test('a secret of ours in an answer or in an address is told', async (t) => {
  const shown = { ...example('Account'), hint: 'client-secret-0123456789' }
  t.strictSame(brokenBy({ operation: 'getAccount', json: shown }), ['auth.secret-is-never-shown-by-the-interface'])
  const configuration = { ...example('WebhookConfiguration'), secret }
  t.strictSame(brokenBy({ operation: 'getWebhook', json: configuration }), ['webhooks.secret-is-never-returned'])
  const location: Headers = [['Location', '/v1/orders/ord_1?token=access-token-0123456789']]
  t.strictSame(brokenBy({ operation: 'createOrder', status: 201, json: example('Order'), headers: location }), [
    'auth.service-puts-no-secret-in-a-url',
  ])
})

const changed = (component: string, change: (value: Record<string, never>) => void): Record<string, unknown> => {
  const value = example(component)
  change(value as Record<string, never>)
  return value
}

t.test('a field that is missing or of another type breaks its own rule and no other', async (t) => {
  const order = (change: (order: any) => void) => brokenBy({ json: changed('Order', change) }) // oxlint-disable-line typescript/no-explicit-any
  t.strictSame(
    order((value) => delete value.order_number),
    ['order.has-order-number'],
  )
  t.strictSame(
    order((value) => (value.order_number = 12)),
    ['order.has-order-number'],
  )
  t.strictSame(
    order((value) => delete value.status.label),
    ['order.has-status-label'],
  )
  t.strictSame(
    order((value) => delete value.lender_reference),
    ['conventions.empty-fields-are-sent-as-null', 'order.has-lender-reference'],
  )
  t.strictSame(
    order((value) => (value.flags.rush = 'no')),
    ['conventions.booleans-are-true-or-false', 'order.has-flag-rush'],
  )
  t.strictSame(
    order((value) => delete value.documents[0].size_bytes),
    ['documents.summary-has-size-bytes'],
  )
  t.strictSame(
    order((value) => delete value.borrowers[0].contacts[1].value),
    ['order.borrower-contact-has-value'],
  )
  t.strictSame(
    order((value) => delete value.loan.loan_type.name),
    ['order.loan-type-code-and-name-are-strings'],
  )
  t.strictSame(
    order((value) => (value.fees.appraisal_fee = 550)),
    ['conventions.money-is-a-decimal-string', 'order.appraisal-fee-is-money-or-null'],
  )
})

t.test('a value in another form breaks the rule of the form', async (t) => {
  const order = (change: (order: any) => void) => brokenBy({ json: changed('Order', change) }) // oxlint-disable-line typescript/no-explicit-any
  t.strictSame(
    order((value) => (value.id = 'order-1')),
    ['conventions.order-ids-start-with-ord'],
  )
  t.strictSame(
    order((value) => (value.id = `ord_${'a'.repeat(61)}`)),
    ['conventions.identifiers-have-at-most-64-characters'],
  )
  t.strictSame(
    order((value) => (value.dates.updated_at = '2026-03-02T15:04:08')),
    ['conventions.timestamps-are-iso-8601-with-offset'],
  )
  t.strictSame(
    order((value) => (value.dates.updated_at = '2026-03-02T17:04:08+02:00')),
    ['conventions.timestamps-are-in-utc'],
  )
  t.strictSame(
    order((value) => (value.dates.due_date = '03/16/2026')),
    ['conventions.dates-are-year-month-day'],
  )
  t.strictSame(
    order((value) => (value.dates.due_date = '2026-02-30')),
    ['conventions.dates-are-year-month-day'],
  )
  t.strictSame(
    order((value) => (value.fees.appraisal_fee = '550.0')),
    ['conventions.money-has-exactly-two-decimals'],
  )
  t.strictSame(
    order((value) => (value.fees.currency = 'US')),
    ['conventions.currency-has-three-letters'],
  )
  t.strictSame(
    order((value) => (value.status.code = 'NEW')),
    ['conventions.enum-values-are-lower-case'],
  )
  t.strictSame(
    order((value) => (value.extraField = 1)),
    ['conventions.field-names-are-snake-case'],
  )
})

t.test('what the contract leaves open is accepted', async (t) => {
  const order = (change: (order: any) => void) => brokenBy({ json: changed('Order', change) }) // oxlint-disable-line typescript/no-explicit-any
  t.strictSame(
    order((value) => (value.a_new_field = { deep: [1] })),
    [],
    'a field that is new',
  )
  t.strictSame(
    order((value) => (value.status.code = 'a_status_yet_to_come')),
    [],
    'a status that is new',
  )
  t.strictSame(
    order((value) => delete value.loan.purpose_other),
    [],
    'a field that does not apply',
  )
  t.strictSame(
    order((value) => (value.notes = null)),
    [],
    'an empty array as null',
  )
  t.strictSame(
    order((value) => (value.dates.appointment_at = '2026-03-06')),
    [],
    'an appointment as a date',
  )
  t.strictSame(
    order((value) => (value.dates.updated_at = '2026-03-13T20:41:09.123456+00:00')),
    [],
    'another way to write UTC',
  )
  t.strictSame(
    order((value) => (value.appraiser = 'Robin Specimen')),
    [],
    'an appraiser of any shape',
  )
  t.strictSame(
    order((value) => (value.fees = { appraisal_fee: null, currency: null })),
    [],
    'a fee yet to be quoted',
  )
  t.strictSame(brokenBy({ operation: 'cancelOrder', status: 204, body: Buffer.alloc(0), without: 'Content-Type' }), [])
})

t.test('an empty body where one is promised is told', async (t) => {
  const found = brokenBy({ operation: 'holdOrder', status: 204, body: Buffer.alloc(0) })
  t.ok(found.includes('actions.hold-answer-has-id'))
  t.ok(found.includes('actions.hold-answer-previous-status-has-code'))
})

t.test('a page of the feed is judged by the type of each event', async (t) => {
  const record = example('EventRecord') as { data: Record<string, unknown> }
  delete record.data['reason']
  const page = { data: [record], next_cursor: null }
  t.strictSame(brokenBy({ operation: 'listEvents', json: page }), [
    'conventions.empty-fields-are-sent-as-null',
    'events.on-hold-has-reason',
  ])
})

const delivery = (given: {
  envelope?: unknown
  headers?: Headers
  method?: string
  fault?: Delivery['fault']
  mistake?: Delivery['mistake']
}): Delivery => {
  const { envelope = example('OrderOnHoldEvent'), headers = [], method = 'POST', fault = null, mistake = null } = given
  const body = Buffer.from(JSON.stringify(envelope))
  const { id, type } = envelope as { id: string; type: string }
  const usual: Headers = [
    ['Content-Type', 'application/json'],
    ['X-Service-Event-Id', id],
    ['X-Service-Event-Type', type],
    ['X-Service-Signature', `t=${now},v1=${signatureOf(secret, String(now), body)}`],
    ['User-Agent', 'Service-Webhooks/1.0'],
  ]
  const named = headers.map(([name]) => name)
  return {
    id: `d${(count += 1)}`,
    receivedAt: now * 1000,
    method,
    path: '/assay',
    secure: true,
    headers: [...usual.filter(([name]) => !named.includes(name)), ...headers.filter(([, value]) => value !== '')],
    body,
    json: envelope,
    fault,
    mistake,
    answer: '204',
  }
}

const brokenInDelivery = (given: Parameters<typeof delivery>[0]): string[] =>
  broken(createTestJudge().delivery(delivery(given)))

t.test('a good delivery of every event of the document breaks nothing', async (t) => {
  const events = Object.keys(openapi().components.schemas).filter((name) => /^Order\w+Event$/.test(name))
  t.equal(events.length, 13)
  for (const name of events) t.strictSame(brokenInDelivery({ envelope: example(name) }), [], name)
})

t.test('a delivery whose request is not as promised is told', async (t) => {
  t.strictSame(brokenInDelivery({ method: 'PUT' }), ['delivery.request-is-a-post'])
  t.strictSame(brokenInDelivery({ headers: [['Content-Type', 'text/plain']] }), ['delivery.request-is-json'])
  t.strictSame(brokenInDelivery({ headers: [['User-Agent', 'curl/8']] }), ['delivery.user-agent-header'])
  t.strictSame(brokenInDelivery({ headers: [['X-Service-Event-Type', 'order.created']] }), [
    'delivery.event-type-header',
  ])
  t.strictSame(brokenInDelivery({ headers: [['X-Service-Event-Id', 'evt_other']] }), [
    'delivery.event-id-header-equals-envelope-id',
  ])
  t.strictSame(brokenInDelivery({ headers: [['X-Service-Signature', '']] }), ['delivery.signature-header'])
  t.strictSame(brokenInDelivery({ headers: [['X-Service-Signature', 'v1=abc']] }), ['delivery.signature-header-form'])
  t.strictSame(brokenInDelivery({ headers: [['X-Service-Signature', `t=1,v1=${'ab'.repeat(20)}`]] }), [
    'delivery.signature-is-hmac-sha256',
  ])
  t.strictSame(brokenInDelivery({ headers: [['X-Service-Signature', 't=1,v1=3q2+7w==']] }), [
    'delivery.signature-is-in-hex',
  ])
})

t.test('a signature that does not hold breaks the rule of the mistake behind it, or all of them', async (t) => {
  const fault = { fails: 'signature' as const, why: 'it does not hold' }
  const told = (breaks: 'text' | 'key' | 'algorithm') =>
    brokenInDelivery({ fault, mistake: { breaks, words: 'a mistake' } })
  t.strictSame(told('text'), ['delivery.signature-covers-t-and-raw-body'])
  t.strictSame(told('key'), ['delivery.signature-is-keyed-with-the-secret'])
  t.strictSame(told('algorithm'), ['delivery.signature-is-hmac-sha256'])
  t.equal(brokenInDelivery({ fault }).length, 3)
})

t.test('an envelope that lacks something, or a real event that calls itself a test, is told', async (t) => {
  const envelope = (change: object) => ({ envelope: { ...example('OrderOnHoldEvent'), ...change } })
  t.strictSame(brokenInDelivery(envelope({ api_version: undefined })), ['delivery.envelope-has-api-version'])
  t.strictSame(brokenInDelivery(envelope({ created_at: undefined })), ['delivery.envelope-has-created-at'])
  t.strictSame(brokenInDelivery(envelope({ test: 'yes' })), [
    'conventions.booleans-are-true-or-false',
    'delivery.test-is-not-true-on-a-real-event',
  ])
  t.strictSame(brokenInDelivery(envelope({ test: true })), ['delivery.specimen-order-id-is-synthetic'])
  t.strictSame(brokenInDelivery(envelope({ test: false, another: 1 })), [])
})

t.test('judges speak for rules of the service alone', async (t) => {
  const named = [...judges().flatMap((judge) => judge.rules), ...fieldRuleIds]
  t.strictSame(
    [...new Set(named)].filter((id) => rules().get(id)?.party !== 'service'),
    [],
  )
})

t.test('every field the document requires of an answer has a rule, or is known to have none', async (t) => {
  const silent = ['CodedName.code', 'CodedName.name', 'PreviousStatus.code', 'PreviousStatus.label']
  const elsewhere = /^(Address|PropertyAddress|ActionRefusal|AdvanceRefusal|Error$)/
  const missing: string[] = []
  for (const [name, schema] of Object.entries(openapi().components.schemas)) {
    if (/(Input|Request)$/.test(name) && name !== 'RevisionRequest') continue
    const parts = [schema, ...((schema['allOf'] ?? []) as Record<string, unknown>[])]
    for (const property of parts.flatMap((part) => (part['required'] ?? []) as string[])) {
      const field = `${name}.${property}`
      if (!hasRules(name, property) && !silent.includes(field) && !elsewhere.test(field)) missing.push(field)
    }
  }
  t.strictSame(missing, ['Order.appraiser', 'Parties.real_estate_agent'])
})
