// Observers: every reading they name is one of its freedom, and what they see is what stands in the exchange.
import t from 'tap'
import { freedoms } from '../contract/contract.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { createReadingsWatch, observers } from './watch-readings.ts'

type Given = {
  operation?: string
  role?: Exchange['role']
  status?: number
  headers?: [string, string][]
  sent?: unknown
  body?: unknown
}

let count = 0
const exchange = ({
  operation = 'getAccount',
  role = 'main',
  status = 200,
  headers = [],
  sent,
  body,
}: Given): Exchange => ({
  id: `x${(count += 1)}`,
  source: 'test',
  operation,
  role,
  environment: 'sandbox',
  request: {
    method: 'POST',
    url: 'https://api.example.test/v1/x',
    headers: [],
    body: sent === undefined ? null : Buffer.from(JSON.stringify(sent)),
  },
  response: {
    status,
    headers: [['Content-Type', 'application/json'], ...headers],
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? {})),
  },
  failure: null,
  startedAt: 0,
  ms: 1,
})

const seen = (...given: Given[]): Record<string, string> => {
  const watch = createReadingsWatch()
  return Object.fromEntries(
    given.flatMap((one) => watch.exchange(exchange(one)).map(({ freedom, reading }) => [freedom, reading])),
  )
}

t.test('every observer is of a freedom there is, and no two are of one', async (t) => {
  const ids = observers.map(({ freedom }) => freedom)
  t.same(
    ids.filter((id) => !freedoms().has(id)),
    [],
  )
  t.equal(new Set(ids).size, ids.length)
})

const account = { client_id: 'cli_1', environment: 'sandbox', lender: {}, company: {}, scopes: [], rate_limit: {} }

t.test('the text of an answer tells how it was written', async (t) => {
  t.match(seen({ body: account }), {
    'conventions.json-media-type': 'without-charset',
    'conventions.json-whitespace': 'compact',
    'conventions.key-order': 'as-listed',
    'transport.cache-headers': 'absent',
    'versioning.extra-response-fields': 'none',
  })
  const { client_id, ...rest } = account
  t.match(seen({ body: JSON.stringify({ ...rest, client_id, more: 'a b' }, null, 1) }), {
    'conventions.json-whitespace': 'indented',
    'conventions.key-order': 'any-order',
    'versioning.extra-response-fields': 'some',
  })
  t.equal(seen({ body: '{"name":"a b"}' })['conventions.json-whitespace'], 'compact')
  t.equal(seen({ body: '{"name":"Z\\u00f6e"}' })['conventions.non-ascii-escaping'], 'escaped')
  t.equal(seen({ body: '{"name":"Zöe"}' })['conventions.non-ascii-escaping'], 'as-themselves')
  t.equal(seen({ body: '{"name":"Zoe"}' })['conventions.non-ascii-escaping'], undefined)
})

t.test('headers tell their spelling and what they say', async (t) => {
  const headers: [string, string][] = [
    ['x-ratelimit-limit', '600'],
    ['etag', '"1"'],
    ['server', 'x'],
  ]
  t.match(seen({ headers, body: account }), {
    'transport.header-name-case': 'lower-case',
    'transport.conditional-requests': 'etag',
    'transport.extra-response-headers': 'extra-headers',
  })
})

const order = {
  id: 'ord_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  order_number: '26-10001',
  loan: { purpose: 'refinance', purchase_price: null, currency: 'USD' },
  notes: [],
  flags: { rural: false },
  dates: { created_at: '2026-01-01T00:00:00.000Z' },
}

t.test('a new order tells what is shown where nothing was sent', async (t) => {
  const created = { operation: 'createOrder', status: 201, sent: { loan: {} } }
  t.match(seen({ ...created, body: order }), {
    'conventions.identifier-length': 'ulid-sized',
    'conventions.timestamp-offset': 'letter-z',
    'conventions.timestamp-fraction': 'milliseconds',
    'conventions.empty-collections': 'empty-array',
    'order.flags-unset': 'all-false',
    'order.loan-currency-unset': 'usd',
  })
  const sent = seen({ ...created, sent: { rural: false, notes: [] }, body: order })
  t.equal(sent['order.flags-unset'], undefined, 'what was sent is not unset')
  t.equal(sent['conventions.empty-collections'], undefined)
  const other = { ...order, notes: null, flags: { rural: null }, loan: { purpose: 'refinance' } }
  t.match(seen({ ...created, body: other }), {
    'conventions.empty-collections': 'null-value',
    'conventions.inapplicable-fields': 'left-out',
    'order.flags-unset': 'null-value',
  })
})

t.test('a refusal tells what its body holds', async (t) => {
  const body = { code: 'not_found', message: 'No.', correlation_id: '0af7651916cd43dd8448eb211c80319c' }
  t.match(seen({ operation: 'getOrder', status: 404, body }), {
    'errors.details-when-none': 'left-out',
    'errors.current-status-elsewhere': 'left-out',
    'errors.correlation-id-form': 'trace-id',
    'errors.correlation-header': 'body-only',
    'errors.extra-fields': 'those-listed',
  })
  const more = { ...body, details: null, current_status: null, help: 'x' }
  t.match(seen({ operation: 'getOrder', status: 404, body: more, headers: [['X-Id', body.correlation_id]] }), {
    'errors.details-when-none': 'null-value',
    'errors.current-status-elsewhere': 'null-value',
    'errors.correlation-header': 'header-too',
    'errors.extra-fields': 'further-fields',
  })
})

t.test('a reading is told once, and others are not asked', async (t) => {
  const watch = createReadingsWatch()
  t.ok(watch.exchange(exchange({ body: account })).length > 0)
  t.same(watch.exchange(exchange({ body: account })), [])
  t.same(createReadingsWatch().exchange(exchange({ body: account, role: 'other_company' })), [])
})
