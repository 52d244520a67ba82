// What the calls of a run show of the events that they raise.
import t from 'tap'
import { type Call, type Event, type Sent, changed, instant, later, page, placed, shownStatus } from './call-traffic.ts'

t.test('the calls of the run tell what an event means', async (t) => {
  const advance: Call = {
    operation: 'advanceOrder',
    path: '/sandbox/orders/ord_1/advance',
    sent: { to_status: 'awaiting_review' },
  }
  const moved = (note: unknown): Call => page([placed, changed('new', 'awaiting_review', 2, { note }), later])
  t.same(shownStatus('events.note-content', advance, moved(null)), ['null-value'])
  t.same(shownStatus('events.note-content', advance, moved('')), ['empty-text'])
  t.same(shownStatus('events.note-content', advance, moved('On it.')), [], 'somebody may have written it')
  t.same(shownStatus('events.note-content', moved(null)), [])
  t.same(shownStatus('events.assignment-when-skipped', advance, moved(null)), ['not-raised'])
  const assigned: Event = { type: 'order.assigned', at: 2, data: { appraiser: { name: 'A' } } }
  t.same(
    shownStatus(
      'events.assignment-when-skipped',
      advance,
      page([placed, assigned, changed('new', 'awaiting_review', 2)]),
    ),
    ['raised'],
  )
  t.same(shownStatus('events.assignment-when-skipped', moved(null)), [], 'the company may have moved it')
  const other: Event = { type: 'order.assigned', at: 3, data: { appraiser: { name: 'B' } } }
  t.same(shownStatus('events.reassignment', page([assigned, other])), ['raised-again'])
  t.same(shownStatus('events.reassignment', page([assigned, assigned])), [])

  const hold = (reason?: string): Call => ({ operation: 'holdOrder', path: '/orders/ord_1/hold', sent: { reason } })
  const resume = (reason?: string): Call => ({
    operation: 'resumeOrder',
    path: '/orders/ord_1/resume',
    sent: { reason },
  })
  const event = (type: string, reason: unknown): Sent => ({ type, data: { reason } })
  t.same(shownStatus('events.reason-when-none', hold(), event('order.on_hold', null)), ['null-value'])
  t.same(shownStatus('events.reason-when-none', hold(), event('order.on_hold', '')), ['empty-text'])
  t.same(shownStatus('events.reason-when-none', hold(), event('order.on_hold', 'Held.')), ['default-text'])
  t.same(shownStatus('events.reason-when-none', hold('x'), event('order.on_hold', null)), [])
  const resumed = (reason: unknown): Sent => event('order.resumed', reason)
  t.same(shownStatus('events.resumed-reason', hold('a'), resume('b'), resumed('a')), ['of-the-hold'])
  t.same(shownStatus('events.resumed-reason', hold('a'), resume('b'), resumed('b')), ['of-the-resume'])
  t.same(shownStatus('events.resumed-reason', hold('a'), resume('b'), resumed('c')), [])
  t.same(shownStatus('events.fee-reason', { type: 'order.fee_changed', data: { reason: null } }), ['null-value'])
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
  t.same(shownStatus('events.own-upload-document-added', upload, page([placed, added('doc_9')])), ['raised'])
  t.same(shownStatus('events.own-upload-document-added', upload, page([placed, later])), ['not-raised'])
  t.same(shownStatus('events.own-upload-document-added', upload, page([placed])), [])
  const completed = (revision: boolean, ...ids: [string, string][]): Sent => ({
    type: 'order.completed',
    data: { revision, documents: ids.map(([id, kind]) => ({ id, kind })) },
  })
  const first = completed(false, ['doc_1', 'report_pdf'], ['doc_2', 'invoice'])
  const freedom = 'events.completed-documents'
  t.same(shownStatus(freedom, first, completed(true, ['doc_3', 'report_pdf'])), ['of-this-delivery'])
  t.same(shownStatus(freedom, first, completed(true, ['doc_3', 'report_pdf'], ['doc_2', 'invoice'])), ['all-on-order'])
  t.same(shownStatus(freedom, completed(true, ['doc_3', 'report_pdf'])), [])
  const posted: Event = { type: 'order.message_posted', at: 3, data: { message: { attachments: [{ id: 'doc_5' }] } } }
  const attached = 'events.attachment-document-added'
  t.same(shownStatus(attached, page([placed, posted, added('doc_5')])), ['both'])
  t.same(shownStatus(attached, page([placed, posted, later])), ['message-only'])
  t.same(shownStatus(attached, page([placed, posted])), [])
})
