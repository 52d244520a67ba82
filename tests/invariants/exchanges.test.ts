// What the invariants say of status, body, errors, limits and secrets of any exchange.
import t from 'tap'
import { openapi, rules } from '../../conformance/contract/contract.ts'
import type { Headers } from '../../conformance/evidence/exchange.ts'
import { invariants } from '../../conformance/invariants/invariants.ts'
import { fieldRuleIds, rulesOfFields } from '../../conformance/invariants/schema/field-rules.ts'
import { type Found, broken, brokenBy, createTestJudge, example, exchange, now, secret } from './support.ts'

const heldRules = (found: { assertions: Found[] }[]): string[] =>
  found
    .flatMap(({ assertions }) => assertions)
    .filter(({ passed }) => passed)
    .map(({ rule }) => rule)

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
    ['testWebhook', 200, 'WebhookTestResult'],
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

t.test('an answer with a status the contract does not list is found', async (t) => {
  t.strictSame(brokenBy({ operation: 'ping', status: 404, json: error }), [
    'transport.ping-errors-are-the-declared-ones',
  ])
  t.strictSame(brokenBy({ operation: 'createOrder', status: 200, json: example('Order') }), ['create.answers-201'])
  t.strictSame(brokenBy({ operation: 'holdOrder', status: 202, json: example('HoldResponse') }), [])
  const unlisted = { ...error, code: 'length_required' }
  t.notOk(
    brokenBy({ operation: 'createOrder', status: 411, json: unlisted }).includes('create.errors-are-the-declared-ones'),
    'HTTP lets a server ask for the length of a body',
  )
  t.ok(
    brokenBy({ operation: 'createOrder', status: 410, json: unlisted }).includes('create.errors-are-the-declared-ones'),
  )
})

t.test('a body that is no JSON, no UTF-8 or of another type is found', async (t) => {
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

t.test('an error code that comes with another status is found', async (t) => {
  t.strictSame(brokenBy({ status: 400, json: { ...error, code: 'semantic_validation_failed' } }), [
    'errors.semantic-validation-failed-comes-with-422',
  ])
  t.strictSame(brokenBy({ operation: 'createOrder', status: 409, json: { ...error, code: 'validation_failed' } }), [
    'errors.validation-failed-comes-with-422',
  ])
  t.strictSame(
    brokenBy({ status: 400, json: { ...error, code: 'validation_failed' } }),
    [],
    'that of a 400 is not shown',
  )
  t.strictSame(brokenBy({ status: 403, json: error }), ['errors.not-found-comes-with-404'])
  t.strictSame(brokenBy({ operation: 'createOrder', status: 422, json: { ...error, code: 'account_not_billable' } }), [
    'errors.account-not-billable-comes-with-403',
  ])
  t.strictSame(brokenBy({ status: 500, json: { ...error, code: 'oops' } }), [
    'errors.service-failure-is-internal-error',
  ])
})

t.test('two errors with one correlation id are found', async (t) => {
  const judge = createTestJudge()
  t.strictSame(broken(judge.exchange(exchange({ status: 404, json: error }))), [])
  t.strictSame(broken(judge.exchange(exchange({ status: 404, json: { ...error, correlation_id: 'c-2' } }))), [])
  t.strictSame(broken(judge.exchange(exchange({ status: 404, json: error }))), [
    'errors.correlation-id-identifies-the-request',
  ])
})

t.test('a refusal that comes again under its key keeps its correlation id', async (t) => {
  const refused = (key: string, more: object = {}) =>
    exchange({
      operation: 'createOrder',
      status: 422,
      json: { ...error, code: 'validation_failed' },
      sent: { a: 1 },
      sentHeaders: [['idempotency-key', key]],
      ...more,
    })
  const judge = createTestJudge()
  t.strictSame(broken(judge.exchange(refused('k-1'))), [])
  t.strictSame(broken(judge.exchange(refused('k-1'))), [])
  const others = {
    'another key': refused('k-2'),
    'another operation': refused('k-1', { operation: 'sendMessage' }),
    'another body': refused('k-1', { sent: { a: 2 } }),
    'another status': refused('k-1', { status: 400 }),
  }
  for (const [name, other] of Object.entries(others))
    t.ok(broken(judge.exchange(other)).includes('errors.correlation-id-identifies-the-request'), name)
  const message = () => refused('k-9', { operation: 'sendMessage', json: { ...error, correlation_id: 'c-9' } })
  judge.exchange(message())
  t.ok(broken(judge.exchange(message())).includes('errors.correlation-id-identifies-the-request'), 'no create')
})

t.test('rate limit headers that are missing or make no sense are found', async (t) => {
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
  const dated: Headers[number] = ['Date', new Date(now * 1000).toUTCString()]
  const at = (seconds: number): Headers[number] => ['X-RateLimit-Reset', String(now + seconds)]
  for (const seconds of [-170, 200]) {
    t.strictSame(
      brokenBy({ json, headers: [dated, at(seconds)] }),
      ['limits.reset-header-is-unix-seconds'],
      'no minute',
    )
    t.strictSame(brokenBy({ json, headers: [at(seconds)] }), [], 'by our clock, which may be wrong')
  }
  for (const seconds of [-50, 0, 60, 110]) t.strictSame(brokenBy({ json, headers: [dated, at(seconds)] }), [])
})

t.test('another allowance than a client has may stand on an answer to nobody', async (t) => {
  const headers: Headers = [
    ['X-RateLimit-Limit', '60'],
    ['X-RateLimit-Remaining', '59'],
  ]
  t.strictSame(brokenBy({ operation: 'ping', json: example('Ping'), role: null, headers }), [])
})

t.test('a 429 without a usable Retry-After is found', async (t) => {
  const limited = { status: 429, json: { ...error, code: 'rate_limited' } }
  t.strictSame(brokenBy({ ...limited, headers: [['Retry-After', '12']] }), [])
  t.strictSame(brokenBy(limited), ['limits.retry-after-on-429'])
  t.strictSame(brokenBy({ ...limited, headers: [['Retry-After', 'Fri, 20 Nov 2026 13:35:21 GMT']] }), [
    'limits.retry-after-is-in-seconds',
  ])
})

t.test('a cookie is found', async (t) => {
  t.strictSame(brokenBy({ json: example('Order'), headers: [['set-cookie', 'sid=1']] }), [
    'transport.no-cookies-are-set',
  ])
})

t.test('a secret of ours in an answer or in an address is found', async (t) => {
  const shown = { ...example('Account'), hint: 'client-secret-0123456789' }
  t.strictSame(brokenBy({ operation: 'getAccount', json: shown }), ['auth.secret-is-never-shown-by-the-interface'])
  const configuration = { ...example('WebhookConfiguration'), secret }
  t.strictSame(brokenBy({ operation: 'getWebhook', json: configuration }), ['webhooks.secret-is-never-returned'])
  const location: Headers = [['Location', '/v1/orders/ord_1?token=access-token-0123456789']]
  t.strictSame(brokenBy({ operation: 'createOrder', status: 201, json: example('Order'), headers: location }), [
    'auth.service-puts-no-secret-in-a-url',
  ])
})

t.test('invariants assert rules of the service alone', async (t) => {
  const named = [...invariants().flatMap((one) => one.rules), ...fieldRuleIds()]
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
      if (rulesOfFields([field], []).length === 0 && !silent.includes(field) && !elsewhere.test(field))
        missing.push(field)
    }
  }
  t.strictSame(missing, [])
})

t.test('it is the code that is wrong: it belongs to another status', async (t) => {
  const found = createTestJudge().exchange(
    exchange({ operation: 'createOrder', status: 409, json: { ...error, code: 'validation_failed' } }),
  )
  const [shown] = found
    .flatMap(({ assertions }) => assertions)
    .filter(({ rule, passed }) => rule === 'errors.validation-failed-comes-with-422' && !passed)
  const values = ['action_not_allowed_in_status', 'idempotency_key_reused']
  t.match(shown, { pointer: '/code', received: 'validation_failed', expected: { name: 'one of', values } })
})
