// What moves show of the life-cycle.
import t from 'tap'
import { type Call, type Event, changed, page, status, shownStatus } from './call-traffic.ts'

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
    ['hold-in-reconsideration', 'holdOrder', 'reconsideration_requested'],
  ] as const) {
    t.same(shownStatus(`lifecycle.${freedom}`, act(operation, code)), ['accepted'], freedom)
    t.same(shownStatus(`lifecycle.${freedom}`, refused(operation, code)), ['refused-409'], freedom)
    t.same(
      shownStatus(`lifecycle.${freedom}`, act(operation, 'new'), refused(operation, 'report_complete')),
      [],
      freedom,
    )
  }
  const again = refused('cancelOrder', 'reconsideration_requested')
  t.same(shownStatus('lifecycle.cancel-in-reconsideration', act('cancelOrder', 'new'), again), ['refused-409'])
  t.same(shownStatus('lifecycle.cancel-in-reconsideration', again), [], 'a report may have been delivered')
  t.same(shownStatus('lifecycle.cancel-in-reconsideration', act('cancelOrder', 'reconsideration_requested')), [
    'accepted',
  ])
  const remembered = 'lifecycle.remembered-while-transitional'
  t.same(shownStatus(remembered, act('holdOrder', 'off_hold')), ['transitional-status'])
  t.same(shownStatus(remembered, act('holdOrder', 'new'), page([changed('off_hold', 'on_hold', 3)])), [
    'working-status',
  ])
  t.same(shownStatus(remembered, act('holdOrder', 'new'), page([changed('new', 'on_hold', 3)])), [])
})

t.test('a second request shows whether the time of a status moves', async (t) => {
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
  t.same(shownStatus(freedom, page([requested(2), first, requested(9), again(9)])), ['moves'])
  t.same(shownStatus(freedom, page([requested(2), first, requested(9), again(2)])), ['stays'])
  t.same(shownStatus(freedom, page([requested(2), first])), [])
})

t.test('a way back shows that the company goes any way', async (t) => {
  t.same(shownStatus('lifecycle.company-path', page([changed('awaiting_review', 'appraiser_assigned')])), ['any-way'])
  t.same(shownStatus('lifecycle.company-path', page([changed('new', 'appraiser_assigned')])), [])
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
  t.same(shownStatus('lifecycle.labels', ...all), ['catalog-wording'])
  t.same(shownStatus('lifecycle.labels', ...all.slice(1)), [])
  t.same(shownStatus('lifecycle.labels', ...all.slice(1), shown('new', 'Received')), ['company-wording'])
})
