// Events are compared with reads of the same thing, whichever comes first.
import t from 'tap'
import type { Answered } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { eventsRead } from './event-copies.ts'
import { createMemory } from './invariant.ts'
import { createSecrets } from '../sut/secrets.ts'

const answered = (operation: string, body: unknown): Answered => exchangeOf({ operation, body })

const event = (id: string, type: string, data: object) =>
  answered('listEvents', { data: [{ id, type, data: { order_id: 'ord_1', ...data } }] })

const brokenBy = (...exchanges: Answered[]): string[] => {
  const memory = createMemory(createSecrets())
  return exchanges
    .flatMap((one) => eventsRead.assert(one, memory))
    .flatMap(({ passed, rule }) => (passed ? [] : [rule]))
}

const bothWays = (...exchanges: Answered[]): string[] => {
  const [one, other] = [brokenBy(...exchanges), brokenBy(...exchanges.toReversed())]
  t.strictSame(one, other, 'in either order')
  return one
}

const message = (attachments: unknown[]) => ({ id: 'msg_1', recipient: 'lender', attachments })
const [earlier, at] = ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z'] as const
const status = (code: string, changed_at: string) => ({ status: { code, label: code, changed_at } })

t.test('a message is posted with its files, and not by the lender', async (t) => {
  const posted = (files: unknown[]) => event('evt_1', 'order.message_posted', { message: message(files) })
  const thread = answered('listMessages', { data: [message(['doc_1'])] })
  t.strictSame(bothWays(posted([]), thread), ['events.message-posted-has-message'])
  t.strictSame(bothWays(posted([{ id: 'doc_1' }]), thread), [])
  t.strictSame(bothWays(posted([]), answered('sendMessage', message([]))), [
    'events.message-posted-is-not-raised-by-the-lender',
  ])
})

t.test('an order is created once, in the status that the answer shows', async (t) => {
  const created = (id: string, code: string, at: string) => event(id, 'order.created', status(code, at))
  const [exact, whole] = ['2026-03-02T10:00:00.123Z', '2026-03-02T10:00:00Z']
  const order = (at: string) => answered('createOrder', { id: 'ord_1', ...status('pending_review', at) })
  t.strictSame(bothWays(created('evt_1', 'new', exact), order(exact)), ['events.created-has-status'])
  t.strictSame(bothWays(created('evt_1', 'new', whole), order(whole)), [], 'it may have been placed in that second')
  t.strictSame(bothWays(created('evt_1', 'pending_review', exact), created('evt_2', 'pending_review', exact)), [
    'events.created-is-raised-by-a-create',
  ])
  t.strictSame(bothWays(created('evt_1', 'pending_review', exact), created('evt_1', 'pending_review', exact)), [])
  const ofSecond: Answered = { ...created('evt_2', 'pending_review', exact), role: 'main_second' }
  t.strictSame(bothWays(created('evt_1', 'pending_review', exact), ofSecond), [], 'in the feed of another credential')
})

t.test('a document has its name and kind in the event too', async (t) => {
  const document = (more: object) => ({ id: 'doc_1', kind: 'invoice', filename: 'a.pdf', content_type: 'a/b', ...more })
  const completed = (more: object) => event('evt_1', 'order.completed', { documents: [document(more)] })
  const list = answered('listDocuments', { data: [document({})] })
  t.strictSame(bothWays(completed({}), list), [])
  t.strictSame(bothWays(completed({ content_type: 'A/B' }), list), [], 'a media type may be spelled in two ways')
  t.strictSame(bothWays(completed({ filename: 'b.pdf' }), list), ['events.completed-documents-are-summaries'])
  t.strictSame(
    bothWays(event('evt_1', 'order.completed', { documents: [document({ content_type: 'text/xml' })] }), list),
    [],
    'nor is it known which types are the same',
  )
  t.strictSame(bothWays(completed({ content_type: 'application/pdf' }), list), [
    'events.completed-documents-are-summaries',
  ])
  t.strictSame(bothWays(completed({ kind: 'report_pdf' }), list), ['events.completed-documents-are-summaries'])
})

t.test('an order is announced with the type and the date that it has', async (t) => {
  const type = { code: '1004', name: 'Full', report_format: 'uad_2_6', appraiser_certification: 'none' }
  const created = (more: object) =>
    event('evt_1', 'order.created', { order_type: type, due_date: '2026-03-09', ...status('new', at), ...more })
  const order = answered('createOrder', {
    id: 'ord_1',
    order_type: type,
    dates: { due_date: '2026-03-09' },
    ...status('new', at),
  })
  t.strictSame(bothWays(created({}), order), [])
  t.strictSame(bothWays(created({ order_type: { ...type, name: 'Other words' } }), order), [])
  t.strictSame(bothWays(created({ order_type: { ...type, code: '1073' } }), order), ['events.created-has-order-type'])
  t.strictSame(bothWays(created({ due_date: '2026-03-08' }), order), ['events.created-has-due-date'])
  t.strictSame(bothWays(created(status('new', earlier)), order), ['events.created-has-status'])
  t.strictSame(bothWays(created(status('pending_review', earlier)), order), [], 'it was placed since')
})

t.test('a revision request is announced as it was opened', async (t) => {
  const request = (more: object = {}) => ({
    id: 'rr_1',
    order_id: 'ord_1',
    kind: 'correction',
    status: 'submitted',
    reason: 'The garage',
    responses: [],
    created_at: at,
    updated_at: '2026-03-02T10:00:00.250Z',
    ...more,
  })
  const requested = (more: object) => event('evt_1', 'order.revision_requested', { revision_request: request(more) })
  const list = answered('listRevisionRequests', { data: [request()] })
  const rule = ['events.revision-requested-has-revision-request']
  t.strictSame(bothWays(requested({}), list), [])
  for (const more of [{ kind: 'x' }, { reason: null }, { created_at: earlier }, { order_id: 'ord_2' }, { status: 'x' }])
    t.strictSame(bothWays(requested(more), list), rule, JSON.stringify(more))
  t.strictSame(bothWays(requested({ status: 'accepted', updated_at: '2026-03-02T11:00:00.000Z' }), list), [])
  const whole = answered('listRevisionRequests', { data: [request({ updated_at: at })] })
  const accepted = requested({ status: 'accepted', updated_at: at })
  t.strictSame(bothWays(accepted, whole), [], 'two changes within a second, of which every time is cut to it')
})

t.test('a message is posted as it is in the thread, with files that are on the order', async (t) => {
  const file = { id: 'doc_1', kind: 'other', filename: 'a.pdf', content_type: 'a/b', size_bytes: 1, created_at: at }
  const text = (more: object = {}) => ({ ...message([file]), subject: null, body: 'A', document_ids: [], ...more })
  const posted = (more: object) => event('evt_1', 'order.message_posted', { message: text(more) })
  const thread = answered('listMessages', { data: [text()] })
  const rule = ['events.message-posted-has-message']
  t.strictSame(bothWays(posted({}), thread), [])
  t.strictSame(bothWays(posted({ attachments: [{}] }), thread), [], 'the shape of an entry is open')
  for (const more of [{ subject: 'B' }, { body: 'B' }, { document_ids: ['doc_1'] }, { attachments: ['doc_2'] }])
    t.strictSame(bothWays(posted(more), thread), rule, JSON.stringify(more))
  const documents = (filename: string) => answered('listDocuments', { data: [{ ...file, filename }] })
  t.strictSame(bothWays(thread, documents('a.pdf')), [])
  t.strictSame(bothWays(thread, documents('b.pdf')), ['messages.attachments-are-the-other-sides-documents'])
})

t.test('an order without a reference is announced without one', async (t) => {
  const created = (lender_reference: string | null) => event('evt_1', 'order.created', { lender_reference })
  const order = (lender_reference: string | null) => answered('createOrder', { id: 'ord_1', lender_reference })
  t.strictSame(bothWays(created(null), order(null)), [])
  t.strictSame(bothWays(created('none'), order(null)), ['events.created-has-lender-reference'])
  t.strictSame(bothWays(created('later'), order('first')), [], 'one that was amended since')
})

t.test('a record of the feed is about the order of its data', async (t) => {
  const record = (order_id: string) =>
    answered('listEvents', { data: [{ id: 'evt_1', type: 'order.assigned', order_id, data: { order_id: 'ord_1' } }] })
  t.strictSame(brokenBy(record('ord_1')), [])
  t.strictSame(brokenBy(record('ord_2')), ['feed.record-has-order-id'])
})
