// What an advance shows of the sandbox.
import t from 'tap'
import {
  type Call,
  type Event,
  type Given,
  advance,
  changed,
  create,
  instant,
  order,
  page,
  placed,
  shownStatus,
} from './call-traffic.ts'

t.test('an advance shows how the sandbox answers and what it makes up', async (t) => {
  t.same(shownStatus('sandbox.success-status', advance('new', {}, { status: 202 })), ['status-202'])
  t.same(shownStatus('sandbox.success-status', advance('new', undefined, { status: 204 })), [])
  t.same(shownStatus('sandbox.advance-response', advance('new')), ['order'])
  t.same(shownStatus('sandbox.advance-response', advance('new', { id: 'ord_1', previous_status: {} })), ['like-hold'])
  t.same(shownStatus('sandbox.advance-response', { ...advance('new'), body: undefined, status: 204 }), ['empty'])
  t.same(shownStatus('sandbox.unknown-target', advance('elsewhere', {}, { status: 422 })), ['status-422'])
  t.same(shownStatus('sandbox.unknown-target', advance('cancelled', {}, { status: 409 })), [])
  const refused = (field: string, code: string): Call => advance('new', { details: [{ field, code }] }, { status: 409 })
  t.same(shownStatus('sandbox.refusal-detail-names', refused('status', 'current_status')), ['field-status'])
  t.same(shownStatus('sandbox.refusal-detail-names', refused('to_status', 'invalid_value')), ['field-to-status'])
  const assigned = (appraiser: unknown): Call =>
    advance('appraiser_assigned', order('appraiser_assigned', { appraiser }))
  t.same(shownStatus('sandbox.appraiser-value', assigned({ name: 'A' })), ['made-up-name'])
  t.same(shownStatus('sandbox.appraiser-value', assigned(null)), ['null-value'])

  const appointment = (at: unknown): Given[] => [
    create,
    advance('appointment_scheduled', order('appointment_scheduled', {}, { appointment_at: at })),
  ]
  t.same(shownStatus('sandbox.appointment-value', ...appointment(instant(3 * 86_400))), ['some-days-ahead'])
  t.same(shownStatus('sandbox.appointment-value', ...appointment(instant(0))), ['now'])
  t.same(shownStatus('sandbox.appointment-value', ...appointment('2026-01-01')), [], 'a date alone')
  const skipped = (at: unknown): Given[] => [
    create,
    advance('awaiting_review', order('awaiting_review', {}, { appointment_at: at })),
  ]
  t.same(shownStatus('sandbox.appointment-when-skipped', ...skipped(null)), ['null-value'])
  t.same(shownStatus('sandbox.appointment-when-skipped', ...skipped(instant(-3_600))), ['made-up'])
  t.same(
    shownStatus('sandbox.appointment-when-skipped', ...skipped(instant(86_400))),
    [],
    'the appointment of a move on the way',
  )

  const delivered = (...kinds: string[]): Call =>
    advance('report_complete', order('report_complete', { documents: kinds.map((kind) => ({ kind })) }))
  const read: Call = { ...delivered('report_pdf'), operation: 'getOrder', path: '/orders/ord_1', at: 60_000 }
  t.same(shownStatus('sandbox.delivered-files', create, delivered('report_pdf', 'invoice')), [
    'report-and-company-files',
  ])
  t.same(shownStatus('sandbox.delivered-files', create, delivered('report_pdf')), [], 'more may come by itself')
  t.same(shownStatus('sandbox.delivered-files', create, delivered('report_pdf'), read), ['report-files-only'])

  const rejected = advance('report_rejected_for_correction')
  const from = (code: string, at = 2): Event => changed(code, 'report_rejected_for_correction', at)
  t.same(shownStatus('sandbox.rejection-without-report', rejected, page([placed, from('new')])), ['status-only'])
  const submission = changed('new', 'awaiting_review', 2)
  t.same(
    shownStatus('sandbox.rejection-without-report', rejected, page([placed, submission, from('awaiting_review')])),
    ['submission-too'],
  )
  t.same(
    shownStatus(
      'sandbox.rejection-without-report',
      advance('awaiting_review'),
      rejected,
      page([placed, submission, from('awaiting_review')]),
    ),
    [],
  )
})

t.test('an order that is gone shows that the sandbox clears', async (t) => {
  const gone: Call = { operation: 'getOrder', status: 404, body: { code: 'not_found' } }
  t.same(shownStatus('sandbox.data-lifetime', create, gone), ['cleared-at-times'])
  t.same(shownStatus('sandbox.data-lifetime', gone), [])
})
