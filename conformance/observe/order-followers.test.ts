// Observers of orders, actions, amendments, requests and lists: the exchanges that show each reading, and some that show nothing.
import t from 'tap'
import type { Delivery } from '../receiver/delivery.ts'
import type { Exchange } from '../target/exchange.ts'
import { createReadingsWatch } from './watch-readings.ts'

type Given = {
  operation: string
  path?: string
  method?: string
  source?: string
  role?: Exchange['role']
  status?: number
  headers?: [string, string][]
  sent?: unknown
  body?: unknown
  startedAt?: number
}
type Raised = { type: string; data: Record<string, unknown>; created_at?: string; test?: boolean; receivedAt?: number }

let count = 0
const exchange = ({
  operation,
  path = '/orders/ord_1',
  method,
  source = 'test',
  role = 'main',
  status = 200,
  headers = [],
  sent,
  body,
  startedAt = 0,
}: Given): Exchange => ({
  id: `x${(count += 1)}`,
  source,
  operation,
  role,
  environment: 'sandbox',
  request: {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    url: `https://api.example.test/v1${path}`,
    headers: [],
    body: sent === undefined ? null : Buffer.from(JSON.stringify(sent)),
  },
  response: {
    status,
    headers: [['Content-Type', 'application/json'], ...headers],
    body: Buffer.from(JSON.stringify(body ?? {})),
  },
  failure: null,
  startedAt,
  ms: 1,
})

const delivery = ({ type, data, created_at = '2026-01-01T00:00:00.000Z', test, receivedAt = 0 }: Raised): Delivery => ({
  id: `d${(count += 1)}`,
  receivedAt,
  method: 'POST',
  path: '/',
  secure: true,
  headers: [],
  body: Buffer.from(''),
  json: {
    id: 'evt_1',
    type,
    created_at,
    api_version: '1.0.0',
    ...(test && { test }),
    data: { order_id: 'ord_1', ...data },
  },
  fault: null,
  answer: '200',
})

/** Every reading of one freedom that a run with these would tell. */
const seen = (freedom: string, ...given: (Given | Raised)[]): string[] => {
  const watch = createReadingsWatch()
  return given
    .flatMap((one) => ('operation' in one ? watch.exchange(exchange(one)) : watch.delivery(delivery(one))))
    .filter((told) => told.freedom === freedom)
    .map(({ reading }) => reading)
}

const day = (text: string): string => `2026-01-${text}Z`

type Shown = {
  status?: string
  changed?: string
  dates?: object
  fee?: string | null
  appraiser?: unknown
  reference?: string
}

const order = ({
  status = 'new',
  changed = day('01T00:00:00.000'),
  dates,
  fee = '500.00',
  appraiser = null,
  reference,
}: Shown) => ({
  id: 'ord_1',
  lender_reference: reference ?? null,
  status: { code: status, label: status, changed_at: changed },
  appraiser,
  fees: { appraisal_fee: fee, currency: 'USD' },
  dates: {
    created_at: day('01T00:00:00.000'),
    updated_at: day('01T00:00:00.000'),
    appointment_at: null,
    completed_at: null,
    ...dates,
  },
})

const read = (shown: Shown, startedAt = 0): Given => ({ operation: 'getOrder', body: order(shown), startedAt })
const post = (operation: string, sent: unknown, more: Partial<Given> = {}): Given => ({ operation, sent, ...more })
const advance = (to: string, startedAt = 0): Given =>
  post('advanceOrder', { to_status: to }, { path: '/sandbox/orders/ord_1/advance', startedAt })
const none: string[] = []

t.test('dates tell whether they outlast what they tell of', async (t) => {
  const appointed = read({ status: 'appointment_scheduled', dates: { appointment_at: day('05T10:00:00.000') } })
  const after = (at: string | null) => read({ status: 'awaiting_review', dates: { appointment_at: at } })
  const appointment = 'order.appointment-after-leaving'
  t.same(seen(appointment, appointed, after(day('05T10:00:00.000'))), ['kept'])
  t.same(seen(appointment, appointed, after(null)), ['cleared'])
  t.same(seen(appointment, after(null)), none, 'an appointment that never was cannot be cleared')

  const first = day('02T10:00:00.000')
  const complete = read({ status: 'report_complete', dates: { completed_at: first } })
  const revising = (at: string | null) => read({ status: 'revision_requested', dates: { completed_at: at } })
  t.same(seen('order.completed-at-while-revising', complete, revising(first)), ['kept'])
  t.same(seen('order.completed-at-while-revising', complete, revising(null)), ['cleared'])
  t.same(seen('order.completed-at-while-revising', revising(null)), none, 'a cancelled order may be revised too')

  const revised = (at: string, changed: string) =>
    read({ status: 'revised_report_complete', changed, dates: { completed_at: at } })
  const later = day('03T10:00:00.000')
  t.same(seen('order.completed-at-after-revision', complete, revised(later, later)), ['latest-delivery'])
  t.same(seen('order.completed-at-after-revision', complete, revised(first, later)), ['first-delivery'])
  t.same(seen('order.completed-at-after-revision', complete, revised(first, first)), none, 'both within one second')
})

t.test('a cancelled order tells whether its fee stays', async (t) => {
  const fee = 'order.fee-after-cancellation'
  t.same(seen(fee, read({}), read({ status: 'cancelled' })), ['unchanged'])
  t.same(seen(fee, read({}), read({ status: 'cancelled', fee: '250.00' })), ['reduced'])
  t.same(seen(fee, read({ fee: null }), read({ status: 'cancelled', fee: '250.00' })), none, 'it was quoted meanwhile')
})

t.test('an appraiser is shown or not where the assignment was skipped', async (t) => {
  const freedom = 'order.appraiser-when-skipped'
  const named = { name: 'A. Appraiser' }
  const worked = (appraiser: unknown) => read({ status: 'borrower_contacted', appraiser })
  t.same(seen(freedom, read({}), advance('borrower_contacted'), worked(named)), ['shown'])
  const other = {
    path: '/orders/ord_2',
    body: { ...order({ appraiser: named, status: 'appraiser_assigned' }), id: 'ord_2' },
  }
  const elsewhere: Given = { operation: 'getOrder', ...other }
  const assigned = { ...advance('appraiser_assigned'), path: '/sandbox/orders/ord_2/advance' }
  const hidden = [read({}), advance('borrower_contacted'), worked(null)]
  t.same(seen(freedom, ...hidden), none, 'nobody knows whether any is shared')
  t.same(seen(freedom, assigned, elsewhere, ...hidden), ['null-value'])
  t.same(seen(freedom, ...hidden, assigned, elsewhere), ['null-value'])
  t.same(seen(freedom, ...hidden, elsewhere), none, 'the company may have named that one itself')
  t.same(seen(freedom, read({}), advance('appraiser_assigned'), worked(named)), none, 'nothing was skipped')
  t.same(seen(freedom, read({}), advance('borrower_contacted', 9000), worked(named)), none, 'it may have moved before')
  t.same(seen('order.appraiser-not-shared', read({ status: 'appraiser_assigned' })), ['null-value'])
  t.same(seen('order.appraiser-not-shared', worked(null)), none)
})

t.test('actions tell what the company lets a lender do', async (t) => {
  t.same(seen('actions.cancel-permission', post('cancelOrder', {})), ['allowed'])
  t.same(seen('actions.cancel-permission', post('cancelOrder', {}, { status: 409 })), none)
  t.same(seen('amend.permission', post('amendOrder', {})), ['allowed'])
  t.same(seen('amend.permission', post('amendOrder', {}, { status: 403 })), none)
  const others = ['holdOrder', 'resumeOrder', 'createRevisionRequest', 'sendMessage'].map((id) => post(id, {}))
  t.same(seen('actions.other-switches', ...others), ['never'])
  t.same(seen('actions.other-switches', ...others.slice(1)), none)
})

t.test('a refused action tells which status it names', async (t) => {
  const refused = (operation: string, current: string, value: string) =>
    post(
      operation,
      {},
      {
        status: 409,
        body: { code: 'x', current_status: current, details: [{ field: 'status', code: 'current_status', value }] },
      },
    )
  const freedom = 'actions.refusal-detail-value'
  t.same(seen(freedom, refused('holdOrder', 'cancelled', 'cancelled')), ['current-status'])
  t.same(seen(freedom, refused('holdOrder', 'cancelled', 'on_hold')), ['other-status'])
  t.same(seen(freedom, refused('cancelOrder', 'cancelled', 'cancelled')), none, 'both are the same there')
})

t.test('an event of a resume tells whether its reason was read', async (t) => {
  const hold = post('holdOrder', { reason: 'away' })
  const resume = post('resumeOrder', { reason: 'back' })
  const resumed = (reason: string | null): Raised => ({ type: 'order.resumed', data: { reason } })
  const freedom = 'actions.resume-body'
  t.same(seen(freedom, hold, resume, resumed('back')), ['optional-reason'])
  t.same(seen(freedom, hold, resumed('back'), resume), ['optional-reason'], 'an event may come before the answer')
  t.same(seen(freedom, hold, resume, resumed(null)), ['ignored'])
  t.same(seen(freedom, hold, resume, resumed('away')), none, 'the reason of the hold may stand there either way')
})

t.test('an amendment without effect tells whether it moves the age', async (t) => {
  const amend = (sent: unknown) => post('amendOrder', sent, { method: 'PATCH' })
  const moved = { dates: { updated_at: day('02T00:00:00.000') } }
  const freedom = 'amend.no-op-updated-at'
  t.same(seen(freedom, read({}), amend({ notes: [] }), read({})), none, 'it may have been refused by its name')
  t.same(seen(freedom, read({}), amend({ notes: [] }), read(moved)), ['moves'])
  t.same(seen(freedom, read({}), amend({ lender_reference: 'a' }), read({ ...moved, reference: 'a' })), none)
  t.same(seen(freedom, read({}), amend({ due_date: '2026-03-03' }), read(moved)), none, 'a request is no nothing')
  t.same(seen(freedom, read({}), post('sendMessage', {}), read({}), amend({ notes: [] }), read(moved)), none)
  t.same(seen(freedom, read({}), read(moved)), none)
})

t.test('amendments in closed statuses tell which are closed', async (t) => {
  const freedom = 'amend.closed-statuses'
  const at = (status: string) => read({ status })
  const amend = (sent: object, isTaken: boolean): Given =>
    post('amendOrder', sent, isTaken ? { body: sent } : { status: 409, body: { code: 'x' } })
  const other = (isTaken: boolean) => amend({ lender_reference: 'a' }, isTaken)
  const number = (isTaken: boolean) => amend({ loan: { number: '1' } }, isTaken)
  const [delivered, cancelled, revising] = [at('report_complete'), at('cancelled'), at('revision_requested')]
  const but = 'cancelled-and-delivered-but-loan-number'
  t.same(seen(freedom, delivered, other(false), number(true)), [but])
  t.same(seen(freedom, delivered, number(false), revising, other(true)), ['cancelled-and-delivered'])
  t.same(seen(freedom, revising, other(false)), ['cancelled-delivered-and-revising'])
  t.same(seen(freedom, delivered, other(true), cancelled, number(false)), ['cancelled-only'])
  t.same(seen(freedom, delivered, other(true), cancelled, number(true)), ['cancelled-only-but-loan-number'])
  t.same(seen(freedom, cancelled, other(false)), none, 'that one is closed in any case')
  t.same(seen(freedom, advance('report_complete'), other(false), number(true)), [but])
  const moved = post(
    'amendOrder',
    {},
    { body: { lender_reference: 'a', status: { code: 'new' } }, sent: { lender_reference: 'a' } },
  )
  t.same(seen(freedom, delivered, moved, cancelled, number(false)), none, 'it had moved on')
  t.same(seen(freedom, delivered, post('resumeOrder', {}), other(false), number(true)), none, 'its status is not known')
})

t.test('a due date asked for tells who decides', async (t) => {
  const source = 'amend.due-date-is-a-request'
  const asking = post('amendOrder', { due_date: '2026-03-03' }, { source })
  const waits = { ...read({ dates: { due_date: '2026-03-10' } }), source }
  const changed = (from: string, more: Partial<Raised> = {}): Raised => ({
    type: 'order.due_date_changed',
    data: { due_date: '2026-03-03', previous_due_date: from },
    ...more,
  })
  const freedom = 'amend.due-date-in-sandbox'
  t.same(seen(freedom, asking, waits, changed('2026-03-10')), ['accepted-by-itself'])
  t.same(seen(freedom, asking, waits, changed('2026-03-03')), ['declined-by-itself'])
  t.same(seen(freedom, asking, changed('2026-03-10')), none, 'it may have moved at once')
  t.same(seen('amend.due-date-declined-event', changed('2026-03-03')), ['event-with-same-date'])
  t.same(seen('amend.due-date-declined-event', changed('2026-03-10')), none)
  t.same(seen('amend.due-date-declined-event', changed('2026-03-03', { test: true })), none, 'a specimen')
})

const request = (id: string, status: string, more: object = {}) => ({ id, status, responses: [], ...more })
const ask = (id: string, created = day('01T00:00:00.000')) =>
  post(
    'createRevisionRequest',
    {},
    {
      status: 201,
      source: 'journey.order-tour',
      body: { ...request(id, 'submitted'), created_at: created },
    },
  )
const list = (...data: object[]): Given => ({ operation: 'listRevisionRequests', body: { data } })
const answered = (status: string, created_at: string, receivedAt = 0): Raised => ({
  type: 'order.revision_responded',
  data: { revision_request_id: 'rr_1', status },
  created_at,
  receivedAt,
})

t.test('requests tell how they are refused, shown and followed by another', async (t) => {
  const created = (headers: [string, string][]) => seen('revisions.location-header', { ...ask('rr_1'), headers })
  t.same(created([]), ['absent'])
  t.same(created([['Location', '/x']]), ['present'])

  const refused = (code: string, current_status: string) =>
    seen('revisions.refusal-code', post('createRevisionRequest', {}, { status: 409, body: { code, current_status } }))
  t.same(refused('action_not_allowed_in_status', 'new'), ['action-not-allowed-in-status'])
  t.same(refused('revision_not_open', 'new'), ['another-code'])
  t.same(refused('loan_number_missing', 'cancelled'), none, 'that status takes requests')
  const bare = (source: string) =>
    seen('revisions.refusal-code', post('createRevisionRequest', {}, { status: 409, source, body: { code: 'no' } }))
  t.same([bare('journey.order-tour'), bare('test')], [['another-code'], none])

  const shape = (response: object) =>
    seen('revisions.response-shape', list(request('rr_1', 'completed', { responses: [response] })))
  t.same(shape({ id: 'msg_1', body: 'x', status: 'completed', created_at: day('01T00:00:00.000') }), ['message-like'])
  t.same(shape({ id: 'msg_1', text: 'x', time: day('01T00:00:00.000') }), ['text-and-time'])
  t.same(shape({ id: 'msg_1', text: 'x' }), ['identifier-and-text'])
  t.same(shape({ id: 'msg_1', words: 'x' }), none)

  const second = 'revisions.second-while-open'
  const latest = request('rr_2', 'submitted')
  t.same(seen(second, ask('rr_1'), ask('rr_2'), list(latest, request('rr_1', 'submitted'))), ['both-open'])
  t.same(seen(second, ask('rr_1'), ask('rr_2'), list(latest, request('rr_1', 'declined'))), ['first-superseded'])
  const between = [ask('rr_1'), advance('revised_report_complete'), ask('rr_2')]
  t.same(seen(second, ...between, list(latest, request('rr_1', 'completed'))), none, 'a delivery closed the first')
})

t.test('answers to requests tell when they are accepted', async (t) => {
  const submitted = list(request('rr_1', 'submitted'))
  const [at, justAfter, later] = [day('01T00:01:00.000'), day('01T00:01:00.002'), day('01T00:01:05.000')]
  const through = 'revisions.delivery-while-submitted'
  t.same(seen(through, ask('rr_1'), submitted, answered('accepted', at), answered('completed', justAfter)), [
    'through-accepted',
  ])
  t.same(seen(through, ask('rr_1'), submitted, answered('accepted', at), answered('completed', later)), none)
  t.same(seen(through, ask('rr_1'), submitted, answered('completed', at)), none, 'the other event may not be raised')

  const when = 'revisions.acceptance-in-sandbox'
  const much = read({}, 60_000)
  t.same(seen(when, ask('rr_1'), answered('accepted', day('01T00:00:05.000')), much), ['by-itself'])
  t.same(seen(when, ask('rr_1'), answered('accepted', day('01T00:00:00.003')), much), ['at-once'])
  const moved = [ask('rr_1'), answered('accepted', day('01T00:00:05.000')), advance('revised_report_complete'), much]
  t.same(seen(when, ...moved), none, 'an advance was on its way')
})

const created = (more: object = {}, sent: object = {}, id = 'ord_1', startedAt = 0): Given => ({
  operation: 'createOrder',
  path: '/orders',
  status: 201,
  sent: { order_type_code: 'A', ...sent },
  body: { ...order({}), id, ...more },
  startedAt,
})

t.test('a street comes back as sent or in the form of the postal service', async (t) => {
  const street = (sent: string, shown: string) =>
    seen(
      'create.street-standardised',
      created({ property: { address: { street: shown } } }, { property: { address: { street: sent } } }),
    )
  t.same(street('1200 Sample Street', '1200 Sample Street'), ['as-sent'])
  t.same(street('1200 Sample Street', '1200 SAMPLE STREET'), ['postal-form'])
  t.same(street('1200 Sample Street', '1200 Sample St'), ['postal-form'])
  t.same(street('1200 Sample Street', '7 Other Street'), none)
  t.same(street('1200', '1200'), none, 'nothing there could be standardised')
})

t.test('orders tell whether all, some or none begin in one way', async (t) => {
  const products = [
    { code: 'A', active: true, loan_types: [], add_ons: [{ code: 'X' }] },
    { code: 'B', active: true, loan_types: [], add_ons: [] },
    { code: 'C', active: false, loan_types: [], add_ons: [{ code: 'Y' }] },
  ]
  const catalog: Given = { operation: 'listOrderTypes', path: '/order-types', body: { data: products, total: 3 } }
  const one = (id: string, code: string, fee: string | null, addOns: string[] = []) =>
    created({ fees: { appraisal_fee: fee } }, { order_type_code: code, add_on_codes: addOns }, id)
  const freedom = 'create.fee-quoted-first'
  t.same(seen(freedom, one('ord_1', 'A', null), one('ord_2', 'A', '1.00')), ['some-orders'])
  t.same(seen(freedom, one('ord_1', 'A', null), one('ord_1', 'A', '1.00')), none, 'a replay of one order')
  const priced = [one('ord_1', 'A', '1.00', ['X']), one('ord_2', 'B', '1.00')]
  t.same(seen(freedom, catalog, ...priced), ['never'])
  t.same(seen(freedom, ...priced), none, 'the catalog may have more')
  t.same(seen(freedom, catalog, one('ord_1', 'A', '1.00'), one('ord_2', 'B', '1.00')), none, 'an add-on is left')
  t.same(seen(freedom, catalog, one('ord_1', 'A', null), one('ord_2', 'B', null)), ['always'])
  t.same(seen(freedom, catalog, one('ord_1', 'A', null, ['X']), one('ord_2', 'B', null)), none, 'the add-on may be why')
  const reviewed = created({ status: { code: 'pending_review' } }, {}, 'ord_2')
  t.same(seen('create.review-first', created(), reviewed), ['some-orders'])
  t.same(seen('create.review-first', created()), none)
})

t.test('a list asked for at once tells whether a new order is in it', async (t) => {
  const listed = (ids: string[], startedAt: number, query = ''): Given => ({
    operation: 'listOrders',
    path: `/orders${query}`,
    body: { data: ids.map((id) => ({ id })), total: ids.length },
    startedAt,
  })
  const freedom = 'list.new-order-visibility'
  t.same(seen(freedom, created(), listed(['ord_1', 'ord_0'], 20)), ['at-once'])
  t.same(seen(freedom, created(), listed(['ord_9', 'ord_0'], 20)), ['shortly-after'])
  t.same(seen(freedom, created(), listed(['ord_9', 'ord_0'], 20, '?status=new')), none, 'a filter may leave it out')
  t.same(seen(freedom, created(), listed(['ord_1'], 5000)), none, 'that is moments later')
})

t.test('lists tell what is empty and what stands in them', async (t) => {
  const empty = (total_pages: number) =>
    seen('list.total-pages-when-empty', { operation: 'listMessages', body: { data: [], total: 0, total_pages } })
  t.same([empty(0), empty(1)], [['zero'], ['one']])

  const bare = { code: 'A', loan_types: [], add_ons: [], loan_purposes: [], property_types: [] }
  const catalog = (query: string, ...data: object[]) =>
    seen('catalog.empty-tiers', {
      operation: 'listOrderTypes',
      path: `/order-types${query}`,
      body: { data, total: data.length },
    })
  t.same(catalog('', { ...bare, add_ons: [{ code: 'X' }] }), ['some-do'])
  t.same(catalog('?has_adu=true', bare), ['none-do'])
  t.same(catalog('', bare), none, 'an add-on may need an accessory dwelling unit')

  const posted = (message: object): Raised => ({ type: 'order.message_posted', data: { message } })
  const message = (ids: unknown, attachments: unknown[]) => ({ recipient: 'lender', attachments, document_ids: ids })
  const file = { id: 'doc_1', filename: 'a.pdf' }
  t.same(seen('messages.attachments-shape', posted(message([], [file]))), ['document-summary'])
  t.same(seen('messages.attachments-shape', posted(message([], ['doc_1']))), ['identifier'])
  t.same(seen('messages.attachments-shape', posted(message([], []))), none)
  const ids = 'messages.company-document-ids'
  t.same(seen(ids, posted(message(['doc_1'], [file]))), ['attachment-ids'])
  t.same(seen(ids, posted(message([], [file]))), ['empty-array'])
  t.same(seen(ids, posted(message(null, ['doc_1']))), ['null-value'])
  t.same(seen(ids, posted(message([], []))), none)
  t.same(seen(ids, { operation: 'listMessages', body: { data: [message(['doc_1'], ['doc_1'])] } }), ['attachment-ids'])

  const answers = 'messages.unprompted-answers'
  const sent = post('sendMessage', { subject: 'The key (1)' })
  t.same(seen(answers, sent, posted({ recipient: 'lender', subject: 'Re: The key (1)' })), ['by-itself'])
  t.same(seen(answers, sent, posted({ recipient: 'lender', subject: 'Plat map' })), none)
})
