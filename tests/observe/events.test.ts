// What events and the calls before them show.
import t from 'tap'
import {
  type Call,
  type Event,
  type Sent,
  changed,
  instant,
  later,
  own,
  page,
  placed,
  shownStatus,
} from './call-traffic.ts'

t.test('an envelope and a payload tell what is in them', async (t) => {
  t.same(shownStatus('events.extra-envelope-fields', {}), ['those-listed'])
  t.same(shownStatus('events.extra-envelope-fields', { envelope: { object: 'event' } }), ['further-fields'])
  t.same(shownStatus('events.test-flag', {}), ['absent'])
  t.same(shownStatus('events.test-flag', { envelope: { test: false } }), ['false-value'])
  t.same(shownStatus('events.test-flag', { envelope: { test: true } }), [])
  const types = ['order.created', 'order.on_hold', 'order.resumed', 'order.cancelled'].map((type) => ({ type }))
  t.same(shownStatus('events.extra-payload-fields', ...types), ['key-fields-only'])
  t.same(shownStatus('events.extra-payload-fields', { data: { more: 1 } }), ['further-fields'])
  t.same(shownStatus('events.extra-payload-fields', {}), [])
})

t.test('a whole change shows which events come beside which', async (t) => {
  const cancelled = own('cancelled', 'cancelled', 2)
  const freedom = 'events.cancel-also-status-changed'
  t.same(shownStatus(freedom, page([placed, cancelled, changed('new', 'cancelled', 2)])), ['both'])
  t.same(shownStatus(freedom, page([placed, changed('new', 'cancelled', 2), cancelled])), ['both'])
  t.same(shownStatus(freedom, page([placed, cancelled, later])), ['own-event-only'])
  t.same(shownStatus(freedom, page([placed, cancelled])), [], 'more may follow')
  t.same(shownStatus(freedom, page([cancelled, later], '?after=evt_0')), [], 'more may come before')
  t.same(shownStatus(freedom, page([placed, cancelled, later], '?type=order.cancelled')), [], 'others are left out')

  const report = own('completed', 'report_complete', 2, { revision: false, documents: [] })
  const requested = (at: number, kind = 'correction'): Event => ({
    type: 'order.revision_requested',
    at,
    data: { revision_request: { kind } },
  })
  const revised = own('completed', 'revised_report_complete', 9, { revision: true, documents: [] })
  t.same(shownStatus('events.delivery-also-status-changed', page([placed, report, requested(5)])), ['own-event-only'])
  t.same(
    shownStatus('events.delivery-also-status-changed', page([placed, report, changed('new', 'report_complete', 2)])),
    ['both'],
  )
  t.same(
    shownStatus(
      'events.revision-also-status-changed',
      page([report, requested(5), changed('report_complete', 'revision_requested', 5)]),
    ),
    ['both'],
  )
  t.same(shownStatus('events.revision-also-status-changed', page([report, requested(5), revised])), ['own-event-only'])
  t.same(shownStatus('events.revision-also-status-changed', page([requested(5), requested(6), later], '?after=e')), [])
  t.same(shownStatus('events.revised-also-status-changed', page([requested(5), revised, later])), ['own-event-only'])

  const responded = (state: unknown, at = 9, response: unknown = null): Event => ({
    type: 'order.revision_responded',
    at,
    data: { revision_request_id: 'rr_1', status: state, response },
  })
  const answer = 'events.revision-completed-event'
  t.same(shownStatus(answer, page([requested(5), responded('completed'), revised])), ['raised'])
  t.same(shownStatus(answer, page([requested(5), responded('accepted'), revised, later])), ['not-raised'])
  t.same(
    shownStatus(answer, page([requested(5), revised, responded('completed', 40), later])),
    [],
    'an answer of later',
  )
  const response = 'events.revision-responded-response'
  t.same(shownStatus(response, page([requested(5), responded('accepted'), revised])), ['null-value'])
  t.same(shownStatus(response, page([requested(5), responded('accepted', 9, 'Seen.'), revised])), ['text'])
  t.same(shownStatus(response, page([requested(5), responded('accepted', 9, {}), revised])), ['object'])
  t.same(shownStatus(response, page([requested(5), responded('accepted', 7, {}), revised])), [], 'somebody wrote it')
  t.same(shownStatus('events.revision-responded-status', page([responded('accepted')])), ['of-the-request'])
  t.same(shownStatus('events.revision-responded-status', page([responded({ code: 'revision_requested' })])), [
    'of-the-order',
  ])
})

t.test('the events of one change tell their order and their instants', async (t) => {
  const held = own('on_hold', 'on_hold', 2)
  const also = changed('new', 'on_hold', 2)
  t.same(shownStatus('events.order-within-one-change', page([placed, held, also])), ['own-event-first'])
  t.same(shownStatus('events.order-within-one-change', page([placed, also, held])), ['status-changed-first'])
  t.same(shownStatus('events.order-within-one-change', page([placed, held])), [])
  const added: Event = { type: 'order.document_added', at: 2 }
  t.same(shownStatus('events.created-at-within-one-change', page([placed, held, also, added, added])), ['same'])
  t.same(shownStatus('events.created-at-within-one-change', page([placed, held, also])), [])
  const grown = { ...also, at: 2.001 }
  t.same(shownStatus('events.created-at-within-one-change', page([placed, held, grown])), ['growing'])
  t.same(shownStatus('events.no-op-status-changed', page([changed('awaiting_review', 'awaiting_review')])), [
    'sometimes',
  ])
  t.same(shownStatus('events.no-op-status-changed', page([changed('new', 'new')])), [])
})

t.test('a resume shows what it announces', async (t) => {
  const held = [placed, own('on_hold', 'on_hold', 2), changed('new', 'on_hold', 2)]
  const resumed = own('resumed', 'off_hold', 4)
  t.same(shownStatus('events.resume-also-status-changed', page([...held, resumed, later])), ['own-event-only'])
  t.same(shownStatus('events.resumed-status', page([resumed])), ['off-hold'])
  t.same(shownStatus('events.resumed-status', page([own('resumed', 'new')])), ['working-status'])
})

t.test('the calls of the run tell what an event means', async (t) => {
  const advance: Call = {
    operation: 'advanceOrder',
    path: '/sandbox/orders/ord_1/advance',
    sent: { to_status: 'awaiting_review' },
  }
  const moved = (note: unknown): Call => page([placed, changed('new', 'awaiting_review', 2, { note }), later])
  t.same(shownStatus('events.note-content', advance, moved(null)), ['null-value'])
  t.same(shownStatus('events.note-content', advance, moved('')), [], 'no reading')
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

  const hold = (reason?: string): Call => ({ operation: 'holdOrder', path: '/orders/ord_1/hold', sent: { reason } })
  const resume = (reason?: string): Call => ({
    operation: 'resumeOrder',
    path: '/orders/ord_1/resume',
    sent: { reason },
  })
  const event = (type: string, reason: unknown): Sent => ({ type, data: { reason } })
  t.same(shownStatus('events.reason-when-none', hold(), event('order.on_hold', null)), ['null-value'])
  t.same(shownStatus('events.reason-when-none', hold(), event('order.on_hold', '')), [], 'no reading')
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
})
