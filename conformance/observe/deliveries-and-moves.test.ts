// Observers of deliveries, events, the feed, the webhook, the sandbox and statuses: what shows each reading, and what shows nothing.
import t from 'tap'
import type { Delivery } from '../receiver/delivery.ts'
import type { Exchange, Headers } from '../target/exchange.ts'
import { createReadingsWatch } from './watch-readings.ts'

type Call = {
  operation: string
  path?: string
  role?: Exchange['role']
  status?: number
  sent?: unknown
  key?: string
  headers?: Headers
  body?: unknown
  at?: number
}
type Sent = {
  id?: string
  type?: string
  data?: Record<string, unknown>
  headers?: Headers
  text?: string
  envelope?: Record<string, unknown>
  fault?: Delivery['fault']
  answer?: string
  path?: string
  at?: number
}

let count = 0
const exchange = ({
  operation,
  path = '/orders/ord_1',
  role = 'main',
  status = 200,
  sent,
  key,
  headers = [],
  body,
  at = 0,
}: Call): Exchange => ({
  id: `x${(count += 1)}`,
  source: 'test',
  operation,
  role,
  environment: 'sandbox',
  request: {
    method: sent === undefined ? 'GET' : 'POST',
    url: `https://api.example.test/v1${path}`,
    headers: key === undefined ? [] : [['Idempotency-Key', key]],
    body: sent === undefined ? null : Buffer.from(JSON.stringify(sent)),
  },
  response: { status, headers, body: Buffer.from(body === undefined ? '' : JSON.stringify(body)) },
  failure: null,
  startedAt: at,
  ms: 10,
})

const delivery = ({
  id = `evt_${String((count += 1)).padStart(9, '0')}`,
  type = 'order.created',
  data = {},
  headers = [
    ['Content-Type', 'application/json'],
    ['User-Agent', 'Service-Webhooks/1.0'],
    ['X-Service-Event-Id', 'evt_1'],
    ['X-Service-Signature', 't=1,v1=0a1b'],
  ],
  text,
  envelope = {},
  fault = null,
  answer = '204',
  path = '/',
  at = 0,
}: Sent): Delivery => {
  const json = {
    id,
    type,
    created_at: '2026-01-01T00:00:00.000Z',
    api_version: '1.0.0',
    data: { order_id: 'ord_1', order_number: '1', ...data },
    ...envelope,
  }
  const body = Buffer.from(text ?? JSON.stringify(json))
  return {
    id: `d${count}`,
    receivedAt: at,
    method: 'POST',
    path,
    secure: true,
    headers,
    body,
    json,
    fault,
    answer,
  }
}

type Given = Call | Sent
const isCall = (given: Given): given is Call => 'operation' in given

/** Every reading told of one freedom. */
const told = (freedom: string, ...given: Given[]): string[] => {
  const watch = createReadingsWatch()
  return given
    .flatMap((one) => (isCall(one) ? watch.exchange(exchange(one)) : watch.delivery(delivery(one))))
    .filter((one) => one.freedom === freedom)
    .map(({ reading }) => reading)
}

const instant = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString()

type Event = { type: string; at?: number; data?: Record<string, unknown>; order?: string; delivery?: unknown }
const status = (code: string, changedAt = 0) => ({ code, label: code, changed_at: instant(changedAt) })
const changed = (from: string, to: string, at = 0, more: Record<string, unknown> = {}): Event => ({
  type: 'order.status_changed',
  at,
  data: { status: status(to, at), previous_status: { code: from, label: from }, note: null, ...more },
})
const own = (type: string, code: string, at = 0, more: Record<string, unknown> = {}): Event => ({
  type: `order.${type}`,
  at,
  data: { status: status(code, at), reason: null, ...more },
})
const placed = own('created', 'new', 0)
const later: Event = { type: 'order.created', at: 60, order: 'ord_2', data: { status: status('new', 60) } }

const page = (events: Event[], query = '', more: Partial<Call> = {}, next: string | null = null): Call => ({
  operation: 'listEvents',
  path: `/events${query}`,
  body: {
    data: events.map(({ type, at = 0, data = {}, order = 'ord_1', delivery: state }, index) => ({
      id: `evt_${String(index).padStart(9, '0')}`,
      type,
      created_at: instant(at),
      order_id: order,
      data: { order_id: order, order_number: '1', ...data },
      delivery: state ?? {},
    })),
    next_cursor: next,
  },
  ...more,
})

t.test('a delivery tells how it is written', async (t) => {
  const usual = (more: [string, string][]): Sent => ({
    headers: [['Content-Type', 'application/json'], ['Host', 'x'], ...more] as Headers,
  })
  t.same(told('delivery.content-type-parameter', {}), ['without-charset'])
  t.same(told('delivery.content-type-parameter', { headers: [['content-type', 'application/json; charset=utf-8']] }), [
    'with-charset',
  ])
  t.same(told('delivery.extra-headers', usual([['X-Forwarded-For', '1.1.1.1']])), ['those-listed'])
  t.same(told('delivery.extra-headers', usual([['X-Trace', '1']])), ['further-headers'])
  t.same(told('delivery.header-letter-case', {}), ['as-listed'])
  t.same(told('delivery.header-letter-case', { headers: [['x-service-signature', 't=1,v1=0a']] }), ['lower-case'])
  t.same(told('delivery.hex-case', {}), ['lower-case'])
  t.same(told('delivery.hex-case', { headers: [['X-Service-Signature', 't=1,v1=0A1B']] }), ['upper-case'])
  t.same(told('delivery.hex-case', { headers: [['X-Service-Signature', 't=1,v1=0123']] }), [])
  t.same(told('delivery.hex-case', { fault: { fails: 'signature' } as unknown as Delivery['fault'] }), [])
  t.same(told('delivery.json-text', { text: '{"a":"b c"}' }), [], 'nothing that could be escaped')
  t.same(told('delivery.json-text', { text: '{"a":"Zöe"}' }), ['compact'])
  t.same(told('delivery.json-text', { text: '{"a":"Z\\u00f6e"}' }), ['escaped'])
  t.same(told('delivery.json-text', { text: '{"a":"\\\\u00f6 \\u0001"}' }), [])
  t.same(told('delivery.json-text', { text: '{\n "a": 1 }' }), ['indented'])
})

t.test('an envelope and a payload tell what is in them', async (t) => {
  t.same(told('events.extra-envelope-fields', {}), ['those-listed'])
  t.same(told('events.extra-envelope-fields', { envelope: { object: 'event' } }), ['further-fields'])
  t.same(told('events.test-flag', {}), ['absent'])
  t.same(told('events.test-flag', { envelope: { test: false } }), ['false-value'])
  t.same(told('events.test-flag', { envelope: { test: true } }), [])
  const types = ['order.created', 'order.on_hold', 'order.resumed', 'order.cancelled'].map((type) => ({ type }))
  t.same(told('events.extra-payload-fields', ...types), ['key-fields-only'])
  t.same(told('events.extra-payload-fields', { data: { more: 1 } }), ['further-fields'])
  t.same(told('events.extra-payload-fields', {}), [])
})

t.test('when deliveries come tells how they are sent', async (t) => {
  t.same(told('delivery.duplicates', { id: 'evt_1' }, { id: 'evt_1' }), ['sometimes'])
  t.same(told('delivery.duplicates', { id: 'evt_1', answer: '500' }, { id: 'evt_1' }), [], 'a retry')
  const inOrder = Array.from({ length: 100 }, (_, index): Sent => ({ id: `evt_${1000 + index}`, at: index * 20 }))
  t.same(told('delivery.order-of-arrival', ...inOrder), ['mostly-in-order'])
  const mixed = inOrder.map((one, index) => ({
    ...one,
    id: `evt_${1000 + ((index * 37) % 100)}`,
    data: { order_id: `ord_${index}` },
  }))
  t.same(told('delivery.order-of-arrival', ...mixed), ['any-order'])
  t.same(told('delivery.order-of-arrival', ...inOrder.slice(1)), [])
})

t.test('a slow receiver tells what waits for it', async (t) => {
  const slow: Sent = { id: 'evt_1', answer: '204 after 13000 ms', at: 0 }
  t.same(told('delivery.blocking', slow, { id: 'evt_2', at: 3_000 }), ['independent'])
  t.same(told('delivery.blocking', slow, { id: 'evt_2', at: 11_000 }), [])
  const call: Call = { operation: 'createOrder', status: 201, body: { id: 'ord_9' }, at: 2_000 }
  t.same(told('delivery.blocking', slow, call, { data: { order_id: 'ord_9' }, at: 10_100 }), ['one-after-another'])
  t.same(told('delivery.gap-measured-from', slow, { id: 'evt_1', at: 60_400 }), ['from-start'])
  const failed = (id: string, gap: number): Sent[] => [
    { id, answer: '500', at: 100_000 },
    { id, at: 100_000 + gap },
  ]
  const exact = ['evt_5', 'evt_6', 'evt_7', 'evt_8'].flatMap((id) => failed(id, 60_300))
  t.same(told('delivery.gap-measured-from', ...exact, slow, { id: 'evt_1', at: 70_200 }), ['from-end'])
  t.same(told('delivery.gap-measured-from', slow, { id: 'evt_1', at: 70_200 }), [], 'it may be late')
  t.same(told('delivery.lateness', ...exact), ['to-the-second'])
  t.same(told('delivery.lateness', ...failed('evt_5', 85_000)), ['within-a-minute'])
  t.same(told('delivery.lateness', ...failed('evt_5', 60_300)), [])
})

t.test('a whole change tells which events come beside which', async (t) => {
  const cancelled = own('cancelled', 'cancelled', 2)
  const freedom = 'events.cancel-also-status-changed'
  t.same(told(freedom, page([placed, cancelled, changed('new', 'cancelled', 2)])), ['both'])
  t.same(told(freedom, page([placed, changed('new', 'cancelled', 2), cancelled])), ['both'])
  t.same(told(freedom, page([placed, cancelled, later])), ['own-event-only'])
  t.same(told(freedom, page([placed, cancelled])), [], 'more may follow')
  t.same(told(freedom, page([cancelled, later], '?after=evt_0')), [], 'more may come before')
  t.same(told(freedom, page([placed, cancelled, later], '?type=order.cancelled')), [], 'others are left out')

  const report = own('completed', 'report_complete', 2, { revision: false, documents: [] })
  const requested = (at: number, kind = 'correction'): Event => ({
    type: 'order.revision_requested',
    at,
    data: { revision_request: { kind } },
  })
  const revised = own('completed', 'revised_report_complete', 9, { revision: true, documents: [] })
  t.same(told('events.delivery-also-status-changed', page([placed, report, requested(5)])), ['own-event-only'])
  t.same(told('events.delivery-also-status-changed', page([placed, report, changed('new', 'report_complete', 2)])), [
    'both',
  ])
  t.same(
    told(
      'events.revision-also-status-changed',
      page([report, requested(5), changed('report_complete', 'revision_requested', 5)]),
    ),
    ['both'],
  )
  t.same(told('events.revision-also-status-changed', page([report, requested(5), revised])), ['own-event-only'])
  t.same(told('events.revision-also-status-changed', page([requested(5), requested(6), later], '?after=e')), [])
  t.same(told('events.revised-also-status-changed', page([requested(5), revised, later])), ['own-event-only'])
  const added: Event = { type: 'order.document_added', at: 9, data: { document: { id: 'doc_1', kind: 'report_pdf' } } }
  t.same(told('events.revised-delivery-document-added', page([requested(5), revised, added])), ['per-file'])
  t.same(told('events.revised-delivery-document-added', page([requested(5), revised, later])), ['none'])
  t.same(told('events.revised-delivery-document-added', page([requested(5), revised])), [])

  const responded = (state: unknown, at = 9, response: unknown = null): Event => ({
    type: 'order.revision_responded',
    at,
    data: { revision_request_id: 'rr_1', status: state, response },
  })
  const answer = 'events.revision-completed-event'
  t.same(told(answer, page([requested(5), responded('completed'), revised])), ['raised'])
  t.same(told(answer, page([requested(5), responded('accepted'), revised, later])), ['not-raised'])
  t.same(told(answer, page([requested(5), revised, responded('completed', 40), later])), [], 'an answer of later')
  const response = 'events.revision-responded-response'
  t.same(told(response, page([requested(5), responded('accepted'), revised])), ['null-value'])
  t.same(told(response, page([requested(5), responded('accepted', 9, 'Seen.'), revised])), ['text'])
  t.same(told(response, page([requested(5), responded('accepted', 9, {}), revised])), ['object'])
  t.same(told(response, page([requested(5), responded('accepted', 7, {}), revised])), [], 'somebody wrote it')
  t.same(told('events.revision-responded-status', page([responded('accepted')])), ['of-the-request'])
  t.same(told('events.revision-responded-status', page([responded({ code: 'revision_requested' })])), ['of-the-order'])
})

t.test('the events of one change tell their order and their instants', async (t) => {
  const held = own('on_hold', 'on_hold', 2)
  const also = changed('new', 'on_hold', 2)
  t.same(told('events.order-within-one-change', page([placed, held, also])), ['own-event-first'])
  t.same(told('events.order-within-one-change', page([placed, also, held])), ['status-changed-first'])
  t.same(told('events.order-within-one-change', page([placed, held])), [])
  const added: Event = { type: 'order.document_added', at: 2 }
  t.same(told('events.created-at-within-one-change', page([placed, held, also, added, added])), ['same'])
  t.same(told('events.created-at-within-one-change', page([placed, held, also])), [])
  const grown = { ...also, at: 2.001 }
  t.same(told('events.created-at-within-one-change', page([placed, held, grown])), ['growing'])
  t.same(told('events.no-op-status-changed', page([changed('awaiting_review', 'awaiting_review')])), ['sometimes'])
  t.same(told('events.no-op-status-changed', page([changed('new', 'new')])), [])
})

t.test('leaving a hold tells whether it is announced', async (t) => {
  const held = [placed, own('on_hold', 'on_hold', 2), changed('new', 'on_hold', 2)]
  const resumed = own('resumed', 'off_hold', 4)
  const freedom = 'events.settling-status-changed'
  t.same(told(freedom, page([...held, resumed, changed('off_hold', 'new', 12)])), ['raised'])
  t.same(told(freedom, page([...held, resumed, changed('off_hold', 'awaiting_review', 12)])), [], 'an advance')
  t.same(told(freedom, page([...held, resumed, changed('new', 'appraiser_assigned', 12)])), ['not-raised'])
  t.same(told(freedom, page([...held, resumed])), [])
  t.same(told('events.resume-also-status-changed', page([...held, resumed, later])), ['own-event-only'])
  t.same(told('events.resumed-status', page([resumed])), ['off-hold'])
  t.same(told('events.resumed-status', page([own('resumed', 'new')])), ['working-status'])
})

t.test('the calls of the run tell what an event means', async (t) => {
  const advance: Call = {
    operation: 'advanceOrder',
    path: '/sandbox/orders/ord_1/advance',
    sent: { to_status: 'awaiting_review' },
  }
  const moved = (note: unknown): Call => page([placed, changed('new', 'awaiting_review', 2, { note }), later])
  t.same(told('events.note-content', advance, moved(null)), ['null-value'])
  t.same(told('events.note-content', advance, moved('')), ['empty-text'])
  t.same(told('events.note-content', advance, moved('On it.')), [], 'somebody may have written it')
  t.same(told('events.note-content', moved(null)), [])
  t.same(told('events.assignment-when-skipped', advance, moved(null)), ['not-raised'])
  const assigned: Event = { type: 'order.assigned', at: 2, data: { appraiser: { name: 'A' } } }
  t.same(
    told('events.assignment-when-skipped', advance, page([placed, assigned, changed('new', 'awaiting_review', 2)])),
    ['raised'],
  )
  t.same(told('events.assignment-when-skipped', moved(null)), [], 'the company may have moved it')
  const other: Event = { type: 'order.assigned', at: 3, data: { appraiser: { name: 'B' } } }
  t.same(told('events.reassignment', page([assigned, other])), ['raised-again'])
  t.same(told('events.reassignment', page([assigned, assigned])), [])

  const hold = (reason?: string): Call => ({ operation: 'holdOrder', path: '/orders/ord_1/hold', sent: { reason } })
  const resume = (reason?: string): Call => ({
    operation: 'resumeOrder',
    path: '/orders/ord_1/resume',
    sent: { reason },
  })
  const event = (type: string, reason: unknown): Sent => ({ type, data: { reason } })
  t.same(told('events.reason-when-none', hold(), event('order.on_hold', null)), ['null-value'])
  t.same(told('events.reason-when-none', hold(), event('order.on_hold', '')), ['empty-text'])
  t.same(told('events.reason-when-none', hold(), event('order.on_hold', 'Held.')), ['default-text'])
  t.same(told('events.reason-when-none', hold('x'), event('order.on_hold', null)), [])
  const resumed = (reason: unknown): Sent => event('order.resumed', reason)
  t.same(told('events.resumed-reason', hold('a'), resume('b'), resumed('a')), ['of-the-hold'])
  t.same(told('events.resumed-reason', hold('a'), resume('b'), resumed('b')), ['of-the-resume'])
  t.same(told('events.resumed-reason', hold('a'), resume('b'), resumed('c')), [])
  t.same(told('events.fee-reason', { type: 'order.fee_changed', data: { reason: null } }), ['null-value'])
})

t.test('documents tell which events they raise', async (t) => {
  const upload: Call = {
    operation: 'uploadDocument',
    path: '/orders/ord_1/documents',
    status: 201,
    sent: {},
    body: { id: 'doc_9', created_at: instant(1) },
  }
  const added = (id: string): Event => ({ type: 'order.document_added', at: 5, data: { document: { id } } })
  t.same(told('events.own-upload-document-added', upload, page([placed, added('doc_9')])), ['raised'])
  t.same(told('events.own-upload-document-added', upload, page([placed, later])), ['not-raised'])
  t.same(told('events.own-upload-document-added', upload, page([placed])), [])
  const completed = (revision: boolean, ...ids: [string, string][]): Sent => ({
    type: 'order.completed',
    data: { revision, documents: ids.map(([id, kind]) => ({ id, kind })) },
  })
  const first = completed(false, ['doc_1', 'report_pdf'], ['doc_2', 'invoice'])
  const freedom = 'events.completed-documents'
  t.same(told(freedom, first, completed(true, ['doc_3', 'report_pdf'])), ['of-this-delivery'])
  t.same(told(freedom, first, completed(true, ['doc_3', 'report_pdf'], ['doc_2', 'invoice'])), ['all-on-order'])
  t.same(told(freedom, completed(true, ['doc_3', 'report_pdf'])), [])
  const posted: Event = { type: 'order.message_posted', at: 3, data: { message: { attachments: [{ id: 'doc_5' }] } } }
  const attached = 'events.attachment-document-added'
  t.same(told(attached, page([placed, posted, added('doc_5')])), ['both'])
  t.same(told(attached, page([placed, posted, later])), ['message-only'])
  t.same(told(attached, page([placed, posted])), [])
})

const order = (code: string, more: Record<string, unknown> = {}, dates: Record<string, unknown> = {}) => ({
  id: 'ord_1',
  loan: {},
  status: status(code),
  dates: { appointment_at: null, ...dates },
  ...more,
})
const create: Call = { operation: 'createOrder', status: 201, sent: {}, body: order('new') }
const advance = (to: string, body: unknown = order(to), more: Partial<Call> = {}): Call => ({
  operation: 'advanceOrder',
  path: '/sandbox/orders/ord_1/advance',
  sent: { to_status: to },
  body,
  ...more,
})

t.test('an advance tells how the sandbox answers and what it makes up', async (t) => {
  t.same(told('sandbox.success-status', advance('new', {}, { status: 202 })), ['status-202'])
  t.same(told('sandbox.success-status', advance('new', undefined, { status: 204 })), [])
  t.same(told('sandbox.advance-response', advance('new')), ['order'])
  t.same(told('sandbox.advance-response', advance('new', { id: 'ord_1', previous_status: {} })), ['like-hold'])
  t.same(told('sandbox.advance-response', { ...advance('new'), body: undefined, status: 204 }), ['empty'])
  t.same(told('sandbox.unknown-target', advance('elsewhere', {}, { status: 422 })), ['status-422'])
  t.same(told('sandbox.unknown-target', advance('cancelled', {}, { status: 409 })), [])
  const refused = (field: string, code: string): Call => advance('new', { details: [{ field, code }] }, { status: 409 })
  t.same(told('sandbox.refusal-detail-names', refused('status', 'current_status')), ['field-status'])
  t.same(told('sandbox.refusal-detail-names', refused('to_status', 'invalid_value')), ['field-to-status'])
  const assigned = (appraiser: unknown): Call =>
    advance('appraiser_assigned', order('appraiser_assigned', { appraiser }))
  t.same(told('sandbox.appraiser-value', assigned({ name: 'A' })), ['made-up-name'])
  t.same(told('sandbox.appraiser-value', assigned(null)), ['null-value'])

  const appointment = (at: unknown): Given[] => [
    create,
    advance('appointment_scheduled', order('appointment_scheduled', {}, { appointment_at: at })),
  ]
  t.same(told('sandbox.appointment-value', ...appointment(instant(3 * 86_400))), ['some-days-ahead'])
  t.same(told('sandbox.appointment-value', ...appointment(instant(0))), ['now'])
  t.same(told('sandbox.appointment-value', ...appointment('2026-01-01')), [], 'a date alone')
  const skipped = (at: unknown): Given[] => [
    create,
    advance('awaiting_review', order('awaiting_review', {}, { appointment_at: at })),
  ]
  t.same(told('sandbox.appointment-when-skipped', ...skipped(null)), ['null-value'])
  t.same(told('sandbox.appointment-when-skipped', ...skipped(instant(-3_600))), ['made-up'])
  t.same(
    told('sandbox.appointment-when-skipped', ...skipped(instant(86_400))),
    [],
    'the appointment of a move on the way',
  )

  const delivered = (...kinds: string[]): Call =>
    advance('report_complete', order('report_complete', { documents: kinds.map((kind) => ({ kind })) }))
  const read: Call = { ...delivered('report_pdf'), operation: 'getOrder', path: '/orders/ord_1', at: 60_000 }
  t.same(told('sandbox.delivered-files', create, delivered('report_pdf', 'invoice')), ['report-and-company-files'])
  t.same(told('sandbox.delivered-files', create, delivered('report_pdf')), [], 'more may come by itself')
  t.same(told('sandbox.delivered-files', create, delivered('report_pdf'), read), ['report-files-only'])

  const rejected = advance('report_rejected_for_correction')
  const from = (code: string, at = 2): Event => changed(code, 'report_rejected_for_correction', at)
  t.same(told('sandbox.rejection-without-report', rejected, page([placed, from('new')])), ['status-only'])
  const submission = changed('new', 'awaiting_review', 2)
  t.same(told('sandbox.rejection-without-report', rejected, page([placed, submission, from('awaiting_review')])), [
    'submission-too',
  ])
  t.same(
    told(
      'sandbox.rejection-without-report',
      advance('awaiting_review'),
      rejected,
      page([placed, submission, from('awaiting_review')]),
    ),
    [],
  )
})

t.test('holds and cancels tell what a status allows', async (t) => {
  const act = (operation: string, previous: string): Call => ({
    operation,
    path: '/orders/ord_1/x',
    sent: {},
    body: { status: status('on_hold', 3), previous_status: { code: previous } },
  })
  const refused = (operation: string, current_status: string): Call => ({
    operation,
    sent: {},
    status: 409,
    body: { current_status },
  })
  for (const [freedom, operation, code] of [
    ['hold-in-pending-review', 'holdOrder', 'pending_review'],
    ['hold-in-reconsideration', 'holdOrder', 'reconsideration_requested'],
    ['hold-in-transitional', 'holdOrder', 'off_hold'],
    ['cancel-in-pending-review', 'cancelOrder', 'pending_review'],
    ['cancel-in-transitional', 'cancelOrder', 'off_hold'],
  ] as const) {
    t.same(told(`lifecycle.${freedom}`, act(operation, code)), ['accepted'], freedom)
    t.same(told(`lifecycle.${freedom}`, refused(operation, code)), ['refused-409'], freedom)
    t.same(told(`lifecycle.${freedom}`, act(operation, 'new'), refused(operation, 'report_complete')), [], freedom)
  }
  t.same(told('lifecycle.hold-in-transitional', page([changed('off_hold', 'on_hold', 3)])), ['accepted'])
  const again = refused('cancelOrder', 'reconsideration_requested')
  t.same(told('lifecycle.cancel-in-reconsideration', act('cancelOrder', 'new'), again), ['refused-409'])
  t.same(told('lifecycle.cancel-in-reconsideration', again), [], 'a report may have been delivered')
  t.same(told('lifecycle.cancel-in-reconsideration', act('cancelOrder', 'reconsideration_requested')), ['accepted'])
  const remembered = 'lifecycle.remembered-while-transitional'
  t.same(told(remembered, act('holdOrder', 'off_hold')), ['transitional-status'])
  t.same(told(remembered, act('holdOrder', 'new'), page([changed('off_hold', 'on_hold', 3)])), ['working-status'])
  t.same(told(remembered, act('holdOrder', 'new'), page([changed('new', 'on_hold', 3)])), [])
})

t.test('a second request tells whether the time of a status moves', async (t) => {
  const requested = (at: number): Event => ({
    type: 'order.revision_requested',
    at,
    data: { revision_request: { kind: 'correction' } },
  })
  const [first, code] = [changed('report_complete', 'revision_requested', 2), 'revision_requested']
  const again = (changedAt: number): Event => ({
    ...changed(code, code, 9),
    data: { status: status(code, changedAt), previous_status: { code } },
  })
  const freedom = 'lifecycle.repeated-status-changed-at'
  t.same(told(freedom, page([requested(2), first, requested(9), again(9)])), ['moves'])
  t.same(told(freedom, page([requested(2), first, requested(9), again(2)])), ['stays'])
  t.same(told(freedom, page([requested(2), first])), [])
})

t.test('a way back tells that the company goes any way', async (t) => {
  t.same(told('lifecycle.company-path', page([changed('awaiting_review', 'appraiser_assigned')])), ['any-way'])
  t.same(told('lifecycle.company-path', page([changed('new', 'appraiser_assigned')])), [])
})

t.test('an order that is gone tells that the sandbox clears', async (t) => {
  const gone: Call = { operation: 'getOrder', status: 404, body: { code: 'not_found' } }
  t.same(told('sandbox.data-lifetime', create, gone), ['cleared-at-times'])
  t.same(told('sandbox.data-lifetime', gone), [])
})

t.test('labels tell whose words they are', async (t) => {
  const shown = (code: string, label: string): Call => ({ operation: 'getOrder', body: { status: { code, label } } })
  const own = [
    'New Order',
    'On Hold',
    'Off Hold',
    'Order Cancelled',
    'Pending Review',
    'Report Complete',
    'Appraiser Assigned',
    'Appraiser Accepted',
  ]
  const codes = [
    'new',
    'on_hold',
    'off_hold',
    'cancelled',
    'pending_review',
    'report_complete',
    'appraiser_assigned',
    'appraiser_accepted',
  ]
  const all = codes.map((code, index) => shown(code, own[index]!))
  t.same(told('lifecycle.labels', ...all), ['catalog-wording'])
  t.same(told('lifecycle.labels', ...all.slice(1)), [])
  t.same(told('lifecycle.labels', ...all.slice(1), shown('new', 'Received')), ['company-wording'])
})

const configuration = (more: Record<string, unknown> = {}) => ({
  url: 'https://127.0.0.1:1/x',
  enabled: true,
  events: ['*'],
  secret_rotated_at: instant(0),
  updated_at: instant(0),
  ...more,
})
const none: Call = { operation: 'getWebhook', status: 404, body: { code: 'webhook_not_configured' } }
const put = (sent: unknown, shown: unknown = configuration(), more: Partial<Call> = {}): Call => ({
  operation: 'setWebhook',
  sent,
  body: shown,
  ...more,
})
const test = (type: string, body: unknown, code = 200): Call => ({
  operation: 'testWebhook',
  sent: { type },
  body,
  status: code,
})

t.test('the configuration tells what becomes of what is set', async (t) => {
  const whole = { url: 'https://127.0.0.1:1/x', enabled: true, events: ['*'], secret: 's'.repeat(32) }
  t.same(told('webhooks.put-success-status', none, put(whole, configuration(), { status: 201 })), ['status-201'])
  t.same(told('webhooks.put-success-status', put(whole)), [], 'it may not be the first')
  t.same(told('webhooks.first-secret-rotated-at', none, put(whole)), ['set-time'])
  t.same(told('webhooks.first-secret-rotated-at', none, put(whole, configuration({ secret_rotated_at: null }))), [
    'null-value',
  ])
  t.same(told('webhooks.enabled-default', none, put({ url: 'https://a.test' }, configuration({ enabled: false }))), [
    'disabled',
  ])
  t.same(told('webhooks.private-addresses', put(whole)), ['accepted'])
  const refusal = { details: [{ field: 'url' }] }
  t.same(told('webhooks.private-addresses', put(whole, refusal, { status: 422 })), ['refused'])
  t.same(told('webhooks.private-addresses', put({ url: 'https://a.test' })), [])
  t.same(told('webhooks.url-form', put({ url: 'https://a.test' }, configuration({ url: 'https://a.test' }))), [
    'as-sent',
  ])
  t.same(told('webhooks.url-form', put({ url: 'https://a.test' }, configuration({ url: 'https://a.test/' }))), [
    'normalised',
  ])
  t.same(told('webhooks.url-form', put(whole)), [])
  t.same(told('webhooks.empty-events', put({ events: [] })), ['no-types'])
  t.same(
    told('webhooks.star-with-types', put({ events: ['*', 'x'] }, { details: [{ field: 'events' }] }, { status: 422 })),
    ['refused'],
  )
  const [once, again] = [put(whole), put({ url: whole.url }, configuration(), { at: 5_000 })]
  t.same(told('webhooks.repeated-put-updated-at', none, once, again), ['stays'])
  t.same(told('webhooks.repeated-put-updated-at', none, once, { ...again, at: 100 }), [], 'no time has passed')
  const moved = put({ url: whole.url }, configuration({ updated_at: instant(5) }))
  t.same(told('webhooks.repeated-put-updated-at', none, once, moved), ['moves'])
  t.same(told('webhooks.same-secret-again', none, once, { ...once, at: 5_000 }), ['stays'])
  t.same(
    told('webhooks.same-secret-again', none, once, put({ secret: 't'.repeat(32) }, configuration(), { at: 5_000 })),
    [],
  )
})

t.test('a test tells when it is sent', async (t) => {
  const refused = { code: 'webhook_not_configured' }
  t.same(told('webhooks.test-before-configuration', none, test('order.created', refused, 404)), ['status-404'])
  t.same(told('webhooks.test-before-configuration', test('order.created', refused, 409)), [])
  const off = put({ enabled: false }, configuration({ enabled: false }))
  t.same(told('webhooks.test-while-disabled', off, test('order.created', { delivered: true })), ['sends'])
  t.same(told('webhooks.test-while-disabled', off, test('order.created', {}, 409)), ['status-409'])
  t.same(told('webhooks.test-while-disabled', off, test('order.unknown', {}, 409)), [], 'refused for its type')
  t.same(told('webhooks.test-while-disabled', put({}), test('order.created', { delivered: true })), [])
  const narrow = put({}, configuration({ events: ['order.resumed'] }))
  t.same(told('webhooks.test-unsubscribed-type', narrow, test('order.created', { delivered: true })), ['sends'])
  t.same(told('webhooks.test-unsubscribed-type', narrow, test('order.created', {}, 422)), ['refused'])
  t.same(told('webhooks.test-unsubscribed-type', narrow, test('order.resumed', { delivered: true })), [])
})

t.test('the feed tells its words, its end and what it has left out', async (t) => {
  const waiting = (word: string): Event => ({
    ...placed,
    at: 5,
    delivery: { status: word, attempts: 0, last_attempt_at: null, next_attempt_at: instant(5) },
  })
  t.same(told('feed.pending-status-word', none, put({}), page([waiting('pending')])), ['pending'])
  t.same(told('feed.pending-status-word', none, put({}), page([waiting('queued')])), ['another-word'])
  t.same(told('feed.pending-status-word', page([waiting('queued')])), [])
  const unsent = (word: string, at = 5): Event => ({
    ...placed,
    at,
    delivery: { status: word, attempts: 0, last_attempt_at: null, next_attempt_at: null },
  })
  const first = put({}, configuration({ updated_at: instant(10) }))
  t.same(told('feed.unconfigured-status-word', none, first, page([unsent('not_subscribed')])), ['not-subscribed'])
  t.same(told('feed.unconfigured-status-word', none, first, page([unsent('unset')])), ['another-word'])
  t.same(told('feed.unconfigured-status-word', first, page([unsent('unset')])), [])
  const off = put({ enabled: false }, configuration({ enabled: false, updated_at: instant(2) }))
  const on = put({ enabled: true }, configuration({ updated_at: instant(8) }))
  const freedom = 'webhooks.missed-while-disabled'
  t.same(told(freedom, put({}), off, on, page([unsent('not_subscribed')], '', { at: 60_000 })), ['not-sent'])
  t.same(told(freedom, put({}), off, on, page([unsent('not_subscribed')])), [], 'it may be sent yet')
  const sent = { ...placed, at: 5, delivery: { status: 'delivered', attempts: 1 } }
  t.same(told(freedom, put({}), off, on, page([sent])), ['sent-later'])
  t.same(told(freedom, put({}), off, on, page([{ ...sent, at: 9 }])), [])
  const failed = (attempts: number, last = 6): Event => ({
    ...placed,
    at: 5,
    delivery: { status: 'failed', attempts, last_attempt_at: instant(last), last_response_status: null },
  })
  const dead = put({}, configuration({ url: 'https://127.0.0.1:9/x', updated_at: instant(1) }))
  const back = put({}, configuration({ updated_at: instant(8) }))
  const retries = 'webhooks.retries-after-url-change'
  const again: Sent = { id: 'evt_000000000' }
  t.same(told(retries, put({}), dead, page([failed(1)]), back, { ...again, path: '/x' }), ['current-url'])
  t.same(told(retries, put({}), dead, page([failed(1)]), back, page([failed(2, 70)])), ['original-url'])
  t.same(told(retries, put({}), page([failed(1)]), back, { ...again, path: '/x' }), [], 'it is the same address')
  const end = 'feed.cursor-on-exact-last-page'
  t.same(told(end, page([placed], '?per_page=1')), ['null-value'])
  t.same(told(end, page([placed], '?per_page=1', {}, 'evt_0'), page([], '?per_page=1&after=evt_0')), ['last-id'])
  t.same(told(end, page([placed], '?per_page=2', {}, 'evt_0'), page([], '?per_page=2&after=evt_0')), [])
  const lag = 'feed.visibility-lag'
  const [empty, full] = [page([], '?order_id=ord_1', { at: 20 }), page([placed], '?order_id=ord_1', { at: 40 })]
  t.same(told(lag, create, full), ['at-once'])
  t.same(told(lag, create, empty, full), ['shortly-after'])
  t.same(told(lag, create, { ...full, at: 900 }), [])
})

t.test('a creation sent again tells whether it says so', async (t) => {
  const freedom = 'idempotency.replay-marker'
  const once: Call = { ...create, key: 'k' }
  const again: Call = { ...once, at: 100 }
  t.same(told(freedom, once, again), ['unmarked'])
  t.same(told(freedom, once, { ...again, headers: [['Idempotency-Replayed', 'true']] }), ['marked-by-header'])
  t.same(told(freedom, once, { ...again, headers: [['X-Something', '1']] }), [])
  t.same(told(freedom, once, { ...again, at: 5 }), [], 'both were under way')
  t.same(told(freedom, once, { ...again, key: 'l' }), [])
})
