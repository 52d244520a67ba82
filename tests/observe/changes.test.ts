// What the events of one change show.
import t from 'tap'
import { type Event, changed, later, own, page, placed, shownStatus } from './call-traffic.ts'

t.test('a whole change tells which events come beside which', async (t) => {
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
  const added: Event = { type: 'order.document_added', at: 9, data: { document: { id: 'doc_1', kind: 'report_pdf' } } }
  t.same(shownStatus('events.revised-delivery-document-added', page([requested(5), revised, added])), ['per-file'])
  t.same(shownStatus('events.revised-delivery-document-added', page([requested(5), revised, later])), ['none'])
  t.same(shownStatus('events.revised-delivery-document-added', page([requested(5), revised])), [])

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

t.test('leaving a hold tells whether it is announced', async (t) => {
  const held = [placed, own('on_hold', 'on_hold', 2), changed('new', 'on_hold', 2)]
  const resumed = own('resumed', 'off_hold', 4)
  const freedom = 'events.settling-status-changed'
  t.same(shownStatus(freedom, page([...held, resumed, changed('off_hold', 'new', 12)])), ['raised'])
  t.same(shownStatus(freedom, page([...held, resumed, changed('off_hold', 'awaiting_review', 12)])), [], 'an advance')
  t.same(shownStatus(freedom, page([...held, resumed, changed('new', 'appraiser_assigned', 12)])), ['not-raised'])
  t.same(shownStatus(freedom, page([...held, resumed])), [])
  t.same(shownStatus('events.resume-also-status-changed', page([...held, resumed, later])), ['own-event-only'])
  t.same(shownStatus('events.resumed-status', page([resumed])), ['off-hold'])
  t.same(shownStatus('events.resumed-status', page([own('resumed', 'new')])), ['working-status'])
})
