// Observers of odd bodies, documents, links, versions and the rate limit: the exchanges that show each reading, and some that show nothing.
import t from 'tap'
import type { Delivery } from '../receiver/delivery.ts'
import type { Exchange, Headers } from '../target/exchange.ts'
import { createReadingsWatch } from './watch-readings.ts'

type Given = {
  operation: string | null
  path?: string
  method?: string
  source?: string
  role?: Exchange['role']
  status?: number
  asking?: Headers
  headers?: Headers
  sent?: unknown
  body?: unknown
  at?: number
}

let count = 0
const bytes = (value: unknown): Uint8Array =>
  value instanceof Uint8Array ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

const exchange = (given: Given): Exchange => ({
  id: `x${(count += 1)}`,
  source: given.source ?? 'test',
  operation: given.operation,
  role: given.role === undefined ? 'main' : given.role,
  environment: 'sandbox',
  request: {
    method: given.method ?? 'POST',
    url: `https://api.example.test/sandbox/v1${given.path ?? '/x'}`,
    headers: given.asking ?? [],
    body: given.sent === undefined ? null : bytes(given.sent),
  },
  response: { status: given.status ?? 200, headers: given.headers ?? [], body: bytes(given.body ?? {}) },
  failure: null,
  startedAt: given.at ?? 0,
  ms: 1,
})

const delivery = (json: unknown): Delivery => ({
  id: `d${(count += 1)}`,
  receivedAt: 0,
  method: 'POST',
  path: '/',
  secure: true,
  headers: [],
  body: Buffer.from(JSON.stringify(json)),
  json,
  fault: null,
  answer: '204',
})

const pairs = (found: { freedom: string; reading: string }[]): string[] =>
  found.map(({ freedom, reading }) => `${freedom}=${reading}`)

/** Exchanges have an operation, deliveries have none. */
const told = (freedom: string, ...given: (Given | { type: string })[]): string[] => {
  const watch = createReadingsWatch()
  return given
    .flatMap((one) =>
      pairs('operation' in one ? watch.exchange(exchange(one)) : watch.delivery(delivery({ ...one, test: undefined }))),
    )
    .filter((pair) => pair.startsWith(`${freedom}=`))
    .map((pair) => pair.slice(freedom.length + 1))
}

const refusal = (details?: unknown) => ({ code: 'validation_failed', message: 'No.', details, correlation_id: 'c' })

t.test('bodies that are no object, no UTF-8, coded, blank or very long', async (t) => {
  const create = (sent: unknown, status: number, body?: unknown, asking?: Headers): Given => ({
    operation: 'createOrder',
    sent,
    status,
    body,
    ...(asking && { asking }),
  })
  const stray = Buffer.concat([Buffer.from('{"appraiser_instructions":"gate '), Buffer.from([0xff]), Buffer.from('"}')])
  const utf8 = 'conventions.invalid-utf8'
  t.same(told(utf8, create(stray, 400)), ['status-400'])
  t.same(told(utf8, create(stray, 201, { appraiser_instructions: 'gate \ufffd' })), ['replaced'])
  t.same(told(utf8, create(stray, 201), create('{"a":"b"}', 400)), [])

  const top = 'conventions.top-level-not-an-object'
  t.same(told(top, create('null', 400)), ['status-400'])
  t.same(told(top, create('[1]', 422)), ['status-422'])
  t.same(told(top, create('['.repeat(200) + ']'.repeat(200), 400), create('{}', 400)), [])

  const coded = 'transport.request-content-coding'
  const gzip: Headers = [['Content-Encoding', 'gzip']]
  t.same(told(coded, create('{}', 415, {}, gzip)), ['status-415'])
  t.same(told(coded, create('{}', 201, {}, gzip)), ['ignored'])
  t.same(told(coded, create(Buffer.from([0x1f, 0x8b, 0xff]), 201, {}, gzip)), ['decoded'])
  t.same(told(coded, create('{}', 400, {}, gzip), create('{}', 415)), [])

  const blank = 'conventions.blank-required-text'
  const unnamed = { order_type_code: ' ', borrowers: [] }
  const required = [{ field: 'order_type_code', code: 'required' }]
  t.same(told(blank, create(unnamed, 422, refusal(required))), ['status-422'])
  t.same(told(blank, create(unnamed, 400, refusal(required))), ['status-400'])
  t.same(told(blank, create(unnamed, 422, refusal([{ field: 'order_type_code', code: 'invalid_value' }]))), [])
  t.same(told(blank, create({ order_type_code: '1004', borrowers: [{ last_name: '' }] }, 201)), ['accepted'])

  const long = { appraiser_instructions: 'x'.repeat(1_000_000) }
  const texts = 'limits.text-lengths'
  t.same(told(texts, create(long, 201)), ['no-own-limit'])
  t.same(told(texts, create(long, 422, refusal([{ field: 'appraiser_instructions' }]))), ['status-422'])
  t.same(told(texts, create(long, 413), create(long, 400, refusal()), create({ a: 'x' }, 201)), [])
  t.same(told('limits.json-body-size', create(long, 413)), ['status-413'])
  t.same(told('limits.json-body-size', { operation: 'uploadDocument', status: 413 }), [])
})

t.test('texts and lists as they come back', async (t) => {
  const name = 'José'
  const created = (sent: unknown, body: unknown): Given => ({ operation: 'createOrder', status: 201, sent, body })
  const named = (first_name: string) => ({ borrowers: [{ first_name }] })
  const forms = 'conventions.unicode-normalisation'
  t.same(told(forms, created(named(name.normalize('NFD')), named(name.normalize('NFD')))), ['as-sent'])
  t.same(told(forms, created(named(name.normalize('NFD')), named(name.normalize('NFC')))), ['nfc'])
  t.same(told(forms, created(named(name.normalize('NFC')), named(name.normalize('NFC')))), [])

  const with2 = (...types: string[]) => ({
    borrowers: [{ contacts: types.map((type) => ({ type, role: 'home', value: type })) }],
  })
  const kept = [
    ['email', 'phone'],
    ['phone', 'email'],
  ].map((types) => created(with2(...types), with2(...types)))
  const order = 'conventions.array-order'
  t.same(told(order, ...kept, ...kept), ['as-sent'])
  t.same(told(order, ...kept), [], 'two may be chance')
  t.same(told(order, kept[0]!, kept[0]!, kept[0]!, kept[0]!, kept[0]!), [], 'one way may be an order of its own')
  t.same(told(order, created(with2('phone', 'email'), with2('email', 'phone'))), ['own-order'])
})

t.test('refusals of a parameter, a secret, a method, and for want of service', async (t) => {
  const list = (field: unknown, path = '/orders?page=0'): Given => ({
    operation: 'listOrders',
    path,
    status: 422,
    body: refusal([{ field }]),
  })
  t.same(told('errors.detail-field-forms', list('page')), ['name-of-parameter'])
  t.same(told('errors.detail-field-forms', list('')), ['empty-or-null'])
  t.same(told('errors.detail-field-forms', list('elsewhere')), [])

  const put = (detail: object, secret: unknown = 'short'): Given => ({
    operation: 'setWebhook',
    status: 422,
    sent: { secret },
    body: refusal([{ field: 'secret', code: 'invalid_value', ...detail }]),
  })
  t.same(told('errors.secret-values-in-details', put({ value: null })), ['withheld'])
  t.same(told('errors.secret-values-in-details', put({ value: '***' })), ['withheld'])
  t.same(told('errors.secret-values-in-details', put({})), ['left-out'])
  t.same(told('errors.secret-values-in-details', put({ value: 'short' }), put({ value: null }, null)), [])

  const down = (...headers: Headers): Given => ({ operation: 'getOrder', status: 503, headers, body: refusal() })
  t.same(told('errors.retry-after-with-503', down(['Retry-After', '5'])), ['seconds'])
  t.same(told('errors.retry-after-with-503', down(['Retry-After', 'Sun, 22 Nov 2026 12:00:00 GMT'])), ['http-date'])
  t.same(told('errors.retry-after-with-503', down()), ['absent'])

  const remove = (status: number, code: string, asking: Headers = []): Given => ({
    operation: null,
    method: 'DELETE',
    path: '/orders/ord_1',
    status,
    asking,
    body: { ...refusal(), code },
  })
  t.same(told('transport.method-not-allowed', remove(405, 'method_not_allowed')), ['status-405'])
  t.same(told('transport.method-not-allowed', remove(404, 'not_found')), ['status-404'])
  t.same(told('transport.method-not-allowed', remove(404, 'not_found', [['Authorization', 'Bearer x']])), [])
  const allowed: Given = { operation: 'ping', headers: [['Access-Control-Allow-Origin', '*']] }
  t.same(told('transport.cross-origin', { operation: 'ping' }), [])
  t.same(told('transport.cross-origin', allowed), ['allowed'])
})

t.test('what comes with a report and after it', async (t) => {
  const report = (id = 'doc_1') => ({ id, kind: 'report_pdf' })
  const [fee, proof, review] = ['invoice', 'compliance_certificate', 'review_report'].map((kind) => ({
    id: kind,
    kind,
  }))
  const read = (code: string, documents: unknown[], source = 'test'): Given => ({
    operation: 'getOrder',
    method: 'GET',
    path: '/orders/ord_1',
    source,
    body: { status: { code }, documents },
  })
  const completed = (documents: unknown[], revision = false) => ({
    type: 'order.completed',
    data: { order_id: 'ord_1', revision, documents },
  })
  const proofs = 'documents.compliance-certificate'
  t.same(told(proofs, read('report_complete', [report(), proof])), ['issued'])
  const bare = read('report_complete', [report(), review])
  t.same(told(proofs, completed([report(), review]), bare), ['not-issued'])
  t.same(told(proofs, completed([report()]), bare), [], 'nothing of its own came with the report')
  t.same(told(proofs, bare), [], 'what came with the report is not known')
  t.same(told(proofs, read('report_complete', [report()]), read('revised_report_complete', [report(), review])), [])
  t.same(told(proofs, read('report_complete', [report(), proof], 'journey.company-side')), [], 'told to')
  t.same(told('documents.review-report', read('report_complete', [report(), review])), ['provided'])
  t.same(told('documents.borrower-certificate', read('report_complete', [report()])), [])

  const invoices = 'documents.invoice'
  t.same(told(invoices, completed([report(), fee]), read('report_complete', [report(), fee])), ['with-delivery'])
  t.same(told(invoices, completed([report()]), read('report_complete', [report(), fee])), ['later'])
  t.same(told(invoices, read('report_complete', [report(), fee]), completed([report(), fee])), [])
  const listed: Given = { operation: 'listEvents', body: { data: [completed([report(), fee])] } }
  t.same(told(invoices, listed, read('report_complete', [report(), fee])), ['with-delivery'])

  const old = 'documents.old-report-after-revision'
  const revised = (...documents: unknown[]) => read('revised_report_complete', documents)
  t.same(told(old, completed([report()]), revised(report('doc_2'), report())), ['kept'])
  t.same(told(old, completed([report()]), revised(report('doc_2'))), ['replaced'])
  t.same(told(old, completed([report()], true), revised(report('doc_2'))), [])

  const upload: Given = { operation: 'uploadDocument', path: '/orders/ord_1/documents', status: 201 }
  const late = 'documents.on-cancelled-orders'
  t.same(told(late, read('cancelled', []), upload), ['accepted'])
  t.same(told(late, read('cancelled', []), { ...upload, status: 409 }), ['status-409'])
  t.same(told(late, read('new', []), upload), [])
})

t.test('signed links', async (t) => {
  const detail = (expires: number, at: number, origin = 'https://api.example.test'): Given => ({
    operation: 'getDocument',
    method: 'GET',
    at,
    body: { download: { url: `${origin}/sandbox/v1/download/doc_1?expires=${expires}&signature=a` } },
  })
  const links = 'downloads.link-per-read'
  t.same(told(links, detail(1000, 0), detail(1002, 2000)), ['new-link'])
  t.same(told(links, detail(1000, 0), detail(1000, 2000)), ['same-link'])
  t.same(told(links, detail(1000, 0), detail(1000, 500), detail(1290, 3000)), [], 'too soon, or near its end')
  t.same(told('downloads.link-origin', detail(1000, 0, 'https://files.example.test')), ['as-configured'])
  t.same(told('downloads.link-origin', detail(1000, 0)), [])

  const fetched = (status: number, code: string): Given => ({
    operation: 'downloadDocument',
    role: null,
    status,
    body: { ...refusal(), code },
  })
  const codes = 'downloads.refusal-code'
  t.same(told(codes, fetched(404, 'link_expired')), ['own-code'])
  t.same(told(codes, fetched(403, 'action_not_permitted_for_client')), ['listed-code'])
  t.same(told(codes, fetched(404, 'not_found'), fetched(403, 'link_expired')), ['not-found'])
  t.same(told(codes, fetched(404, 'not_found'), fetched(410, 'link_expired')), [], 'which of two is not told')
  t.same(told(codes, fetched(403, 'link_expired')), [], 'nor here')
  const file = (unit: string): Given => ({
    operation: 'downloadDocument',
    role: null,
    headers: [['Accept-Ranges', unit]],
  })
  t.same(told('downloads.ranges', file('bytes')), ['partial'])
  t.same(told('downloads.ranges', file('none')), ['whole-file'])
  t.same(told('downloads.ranges', { operation: 'downloadDocument', role: null }), [])
})

t.test('what may be added within a version', async (t) => {
  t.same(told('versioning.version-segment', { operation: 'getAccount' }), ['last-segment'])
  t.same(told('versioning.api-version', { type: 'order.created', api_version: '1.0.0' } as never), [
    'one-nought-nought',
  ])
  t.same(told('versioning.api-version', { type: 'order.created', api_version: '1.4.2' } as never), ['later-within-one'])
  t.same(told('versioning.api-version', { type: 'order.created', api_version: '2.0.0' } as never), [])
  const order = (code: string, kind = 'supporting'): Given => ({
    operation: 'getOrder',
    body: { status: { code }, documents: [{ kind }] },
  })
  t.same(told('versioning.new-status-codes', order('inspected')), ['new-codes'])
  t.same(told('versioning.new-document-kinds', order('new', 'photo_addendum')), ['new-kinds'])
  t.same(told('versioning.new-status-codes', order('new')), [])
  t.same(told('versioning.new-document-kinds', order('new')), [])
  const types = (type: string): Given => ({ operation: 'listEvents', body: { data: [{ type }] } })
  t.same(told('versioning.new-event-types', types('order.inspected')), ['new-types'])
  t.same(told('versioning.new-event-types', types('order.created')), [])
  const catalog = (purpose: string): Given => ({
    operation: 'listOrderTypes',
    body: { data: [{ loan_purposes: ['purchase', purpose], report_format: 'uad_2_6' }] },
  })
  t.same(told('versioning.new-enum-values', catalog('reverse_mortgage')), ['new-values'])
  t.same(told('versioning.new-enum-values', catalog('refinance')), [])
})

const rate = (left: number, reset = 1060, date = 1000): Headers => [
  ['X-RateLimit-Limit', '600'],
  ['X-RateLimit-Remaining', String(left)],
  ['X-RateLimit-Reset', String(reset)],
  ['Date', new Date(date * 1000).toUTCString()],
]

t.test('what counts against the rate', async (t) => {
  let at = 0
  const own = (left: number, status = 200): Given => ({
    operation: 'getAccount',
    status,
    at: (at += 10),
    headers: rate(left),
    body: { client_id: 'cli_1' },
  })
  const open = (operation: string, left: number, more: Partial<Given> = {}): Given => ({
    operation,
    role: null,
    at: (at += 10),
    headers: rate(left),
    ...more,
  })
  const granted = (left: number, client = 'cli_1'): Given =>
    open('requestToken', left, { sent: `client_id=${client}`, body: { access_token: 'token-1' } })
  const tokens = 'limits.token-requests'
  const uncounted = [own(500), granted(80), granted(79), granted(78), own(499)]
  t.same(told(tokens, ...uncounted), [], 'what is left may have grown meanwhile')
  t.same(told(tokens, ...uncounted, granted(77), granted(76), granted(75), own(498)), ['own-count'])
  t.same(told(tokens, own(500), granted(499), granted(498), granted(497), own(496)), ['shared-count'])
  const others = [granted(80, 'cli_2'), granted(79, 'cli_2'), granted(78, 'cli_2')]
  t.same(told(tokens, own(500), ...others, own(499)), [], 'of another client')
  t.same(told(tokens, own(500), granted(80), own(499)), [], 'one may be chance')
  t.same(told(tokens, own(500), granted(80), granted(79), granted(78), own(590)), [], 'another window')

  const fetched = [1, 2, 3].map((n) => open('downloadDocument', 80 - n))
  const later = () => [1, 2, 3].map((n) => open('downloadDocument', 77 - n))
  t.same(told('limits.download-count', own(500), ...fetched, own(499), ...later(), own(498)), ['not-counted'])
  at += 10
  const again = [1, 2, 3].map((n) => open('downloadDocument', 80 - n))
  t.same(told('limits.download-count', own(500), ...again.map((one) => ({ ...one, at: (at += 10) })), own(496)), [
    'counted',
  ])
  const counted = 'limits.counted-requests'
  const refused = (left: number) => [1, 2, 3].map(() => own(left, 404))
  t.same(told(counted, own(500), ...refused(500), own(499), ...refused(499), own(498)), ['successes-only'])
  t.same(told(counted, own(500), own(499, 404), own(498, 404), own(497, 404), own(496)), [], 'which is not told')

  const ping = (left: number) => open('ping', left)
  t.same(told('limits.unauthenticated-bucket', ping(600), ping(600)), ['untouched'])
  t.same(told('limits.unauthenticated-bucket', ping(599), ping(598)), [])

  const wait: Given = { operation: 'getOrder', status: 429, headers: [['Retry-After', '0']] }
  t.same(told('limits.retry-after-rounding', wait), ['may-be-zero'])
})

t.test('what the headers say of the window', async (t) => {
  const own = (left: number, reset: number, date: number, at = date * 1000): Given => ({
    operation: 'listOrders',
    at,
    headers: rate(left, reset, date),
  })
  const atOnce = (lag: number) =>
    Array.from({ length: 12 }, (_, n) => own(500 - n + (n % 3 === 2 ? lag : 0), 1060, 1000, 0))
  t.same(told('limits.remaining-exactness', ...atOnce(0)), ['exact'])
  t.same(told('limits.remaining-exactness', ...atOnce(1)), ['approximate'])
  const inTurn = Array.from({ length: 12 }, (_, n) => own(500 - n, 1060, 1000, n * 10))
  t.same(told('limits.remaining-exactness', ...inTurn), [], 'not at the same time')
})
