// What an answer shows of the order that it is about, and which rule it is held against.
// Runs alone: its support asserts as it is loaded.
import t from 'tap'
import { advance, cancel, correction, create, hold, readOrder, resume } from '../../conformance/model/actions.ts'
import { drive } from '../../conformance/model/drive.ts'
import { compareAnswer } from '../../conformance/model/compare-answer.ts'
import type { Observation } from '../../conformance/model/observation.ts'
import { planOf } from '../../conformance/model/plan.ts'
import { createMachine } from '../../conformance/model/machine.ts'
import { broken, ok, orderIn, refusal, see, shows, tables } from './support.ts'

const proven = ({ claims }: Observation): string[] => claims.filter((one) => one.passed).map(({ rule }) => rule)

t.test('a creation is taken in either starting status and no other', async (t) => {
  const body = { documents: [] }
  for (const status of ['new', 'pending_review']) {
    const seen = see(null, create('plain'), { ...shows(status, body), status: 201 })
    t.equal(seen.outcome, 'accepted')
    t.strictSame(seen.next!.status, [status])
  }
  const wrong = see(null, create('plain'), { ...shows('awaiting_review', body), status: 201 })
  t.strictSame(broken(wrong), ['lifecycle.order-starts-in-new-or-pending-review'])
})

t.test('a hold remembers the status, and a resume may show either of two statuses', async (t) => {
  const held = see(
    orderIn('awaiting_review'),
    hold,
    shows('on_hold', { previous_status: { code: 'awaiting_review', label: 'x' } }),
  )
  t.strictSame(broken(held), [])
  t.ok(proven(held).includes('actions.hold-accepted-in-awaiting-review'))
  // The answer may show where the order is about to be, so that it may still be seen at `off_hold`.
  for (const [status, next] of [
    ['off_hold', ['off_hold']],
    ['awaiting_review', ['off_hold', 'awaiting_review']],
  ] as const) {
    const resumed = see(held.next, resume, shows(status))
    t.strictSame(broken(resumed), [], status)
    t.strictSame(resumed.next!.status, next)
  }
  const silent = see(held.next, resume, ok(null, 204))
  t.strictSame(silent.next!.status, ['off_hold', 'awaiting_review'])
  t.strictSame(broken(see(silent.next, readOrder, shows('awaiting_review'))), [])
  t.strictSame(broken(see(held.next, resume, shows('new'))), ['actions.resume-restores-the-status-held-before'])
  t.strictSame(broken(see(held.next, resume, shows('on_hold'))), ['actions.resume-moves-order-to-off-hold'])
  const forgets = shows('on_hold', { previous_status: { code: 'new', label: 'x' } })
  t.strictSame(broken(see(orderIn('awaiting_review'), hold, forgets)), ['actions.hold-returns-the-status-before'])
})

t.test('an order under review that moved on is blamed unless the feed shows that it was placed', async (t) => {
  const unknown = createMachine(tables)
  const owed = { owed: ['actions.refused-resume-leaves-the-status'] }
  const moved = compareAnswer(unknown, orderIn('pending_review', owed), readOrder, shows('new'))
  t.ok(broken(moved).length > 0)
  t.ok(moved.ifPlaced)
  t.notOk(see(orderIn('pending_review', owed), readOrder, shows('new')).ifPlaced, 'it is known to wait')
  t.notOk(compareAnswer(unknown, orderIn('pending_review'), readOrder, shows('pending_review')).ifPlaced)

  const plan = planOf('placed', 1, [
    { order: 'o1', action: create('reviewed') },
    { order: 'o1', action: readOrder },
    { order: 'o1', action: advance('appraiser_assigned') },
  ])
  const answers = [shows('pending_review'), shows('new'), shows('appraiser_assigned')]
  const perform = async (_step: unknown, index: number) => ({ ...answers[index]!, status: index === 0 ? 201 : 200 })
  const excused = await drive(unknown, plan, perform, { placed: async () => true })
  t.strictSame(excused.failures, [])
  t.strictSame(excused.models.get('o1')?.status, ['appraiser_assigned'])
  const resumed = orderIn('off_hold', { previous: ['pending_review'] })
  t.ok(compareAnswer(unknown, resumed, advance('awaiting_review'), ok(null, 204)).ifPlaced, 'out of off_hold too')
  const leapt = [shows('pending_review'), shows('appraiser_assigned')]
  const leap = planOf('leap', 1, [plan.steps[0]!, plan.steps[2]!])
  const blamed = await drive(unknown, leap, async (_step, index) => leapt[index]!, { placed: async () => false })
  t.match(blamed.failures, [{ index: 1, claims: [{ rule: 'sandbox.pending-review-advances-no-other-way' }] }])
})

t.test('only the rule of the status that the order was in is blamed', async (t) => {
  const resumed = orderIn('new', { status: ['off_hold', 'new'], previous: ['new'] })
  t.strictSame(broken(see(resumed, advance('awaiting_review'), refusal('new', 'awaiting_review'))), [
    'sandbox.new-advances-to-awaiting-review',
  ])
  t.strictSame(broken(see(resumed, advance('awaiting_review'), refusal('off_hold', 'awaiting_review'))), [
    'sandbox.off-hold-advances-as-the-status-before',
  ])
  t.strictSame(broken(see(resumed, resume, shows('new'))), ['actions.resume-refused-in-new'])
})

t.test('an answer that the cell forbids is a contradiction that names the rule of the cell', async (t) => {
  t.strictSame(broken(see(orderIn('report_complete'), hold, shows('on_hold'))), [
    'actions.hold-refused-in-report-complete',
  ])
  t.strictSame(broken(see(orderIn('new'), cancel, refusal('new'))), ['actions.cancel-accepted-in-new'])
  t.strictSame(broken(see(orderIn('new'), cancel, ok({}, 500))), ['actions.cancel-accepted-in-new'])
  const backwards = see(orderIn('awaiting_review'), advance('new'), shows('new'))
  t.ok(broken(backwards).includes('sandbox.awaiting-review-advances-no-other-way'))
  t.equal(see(orderIn('new'), cancel, ok({}, 429)).outcome, 'inconclusive')
})

t.test('a freedom is resolved by the answer, either way without blame', async (t) => {
  const accepted = see(
    orderIn('reconsideration_requested'),
    hold,
    shows('on_hold', { previous_status: { code: 'reconsideration_requested', label: 'x' } }),
  )
  t.strictSame([broken(accepted), accepted.next!.status], [[], ['on_hold']])
  t.strictSame(accepted.readings, [{ freedom: 'lifecycle.hold-in-reconsideration', reading: 'accepted' }])
  const refused = see(orderIn('reconsideration_requested'), hold, refusal('reconsideration_requested'))
  t.strictSame([broken(refused), refused.next!.status], [[], ['reconsideration_requested']])
  const switched = see(orderIn('new'), cancel, ok({ code: 'action_not_permitted_for_client' }, 403))
  t.strictSame([broken(switched), switched.next!.status], [[], ['new']])
  const miscoded = see(orderIn('new'), cancel, ok({ code: 'forbidden' }, 403))
  t.strictSame(broken(miscoded), ['actions.cancel-not-permitted-has-its-code'])
  const known = createMachine(tables, { 'actions.cancel-permission': 'allowed' })
  t.ok(
    broken(compareAnswer(known, orderIn('new'), cancel, ok({ code: 'action_not_permitted_for_client' }, 403))).length >
      0,
  )
})

t.test('a refusal must give its code, the status it found and what explains it', async (t) => {
  t.strictSame(broken(see(orderIn('cancelled'), hold, refusal('cancelled'))), [])
  t.strictSame(broken(see(orderIn('cancelled'), hold, refusal('cancelled', 'cancelled', 'conflict'))), [
    'actions.hold-refusal-has-its-code',
  ])
  t.strictSame(broken(see(orderIn('cancelled'), hold, refusal('new'))), ['actions.hold-refusal-has-current-status'])
  const bare = see(
    orderIn('cancelled'),
    hold,
    ok({ code: 'action_not_allowed_in_status', current_status: 'cancelled' }, 409),
  )
  t.strictSame(broken(bare), ['actions.refusal-has-a-details-entry'])
  t.strictSame(broken(see(orderIn('new'), advance('cancelled'), refusal('new', 'cancelled'))), [])
  t.strictSame(broken(see(orderIn('new'), advance('cancelled'), refusal('new', 'new'))), [
    'sandbox.refused-advance-names-the-status-asked-for',
  ])
})

t.test('a refused action that moved the order is blamed when the status is next seen', async (t) => {
  const refused = see(orderIn('awaiting_review'), advance('new'), refusal('awaiting_review', 'new'))
  t.strictSame(broken(refused), [])
  t.ok(
    proven(see(refused.next, readOrder, shows('awaiting_review'))).includes(
      'sandbox.refused-advance-leaves-the-status',
    ),
  )
  t.strictSame(broken(see(refused.next, readOrder, shows('new'))), ['sandbox.refused-advance-leaves-the-status'])
  const later = see(refused.next, resume, refusal('cancelled'))
  t.strictSame(broken(later), [])
  t.strictSame(
    [later.doubt!.ifMoved, later.doubt!.ifNot].map((claims) => claims.map(({ rule }) => rule)),
    [['sandbox.refused-advance-leaves-the-status'], ['actions.resume-refusal-has-current-status']],
  )
})

t.test('a move that a simulated company may have made names the feed as its excuse', async (t) => {
  const seen = see(
    orderIn('new', { owed: ['actions.refused-resume-leaves-the-status'] }),
    readOrder,
    shows('appraiser_assigned'),
  )
  t.strictSame(seen.excuse, { freedom: 'sandbox.spontaneous-moves', statuses: ['new', 'appraiser_assigned'] })
  const held = see(orderIn('new', { owed: ['actions.refused-resume-leaves-the-status'] }), readOrder, shows('on_hold'))
  t.strictSame(held.excuse?.statuses, ['new', 'on_hold'], 'the company may hold it')
  const delivered = see(orderIn('report_complete', { delivered: true }), readOrder, shows('on_hold'))
  t.equal(delivered.excuse, null, 'but nothing that is delivered')
  const impossible = see(orderIn('new'), readOrder, shows('reconsideration_requested'))
  t.equal(impossible.excuse, null)
})

t.test('so does a hold that remembers a status ahead, and none behind', async (t) => {
  const remembering = (code: string) =>
    see(orderIn('borrower_contacted'), hold, shows('on_hold', { previous_status: { code, label: 'x' } }))
  t.strictSame(remembering('awaiting_review').excuse, {
    freedom: 'sandbox.spontaneous-moves',
    statuses: ['borrower_contacted', 'awaiting_review'],
    before: 'order.on_hold',
  })
  t.equal(remembering('new').excuse, null)
  t.equal(remembering('borrower_contacted').excuse, null)
})

t.test('a read is held against documents, dates and amended fields', async (t) => {
  const delivered = see(orderIn('awaiting_review'), advance('report_complete'), shows('report_complete')).next
  const dates = { appointment_at: null, completed_at: '2030-01-01T00:00:00Z' }
  const files = [{ kind: 'report_pdf' }, { kind: 'report_data' }]
  t.strictSame(broken(see(delivered, readOrder, shows('report_complete', { documents: files, dates }))), [])
  t.strictSame(broken(see(delivered, readOrder, shows('report_complete', { documents: files.slice(1), dates }))), [
    'lifecycle.report-complete-shows-documents',
  ])
  const named = createMachine(tables, { 'amend.field-names': 'as-on-create' })
  const amended = compareAnswer(
    named,
    orderIn('new'),
    { do: 'amend', field: 'loan.client', value: 'Bank' },
    ok({}),
  ).next
  const early = { appointment_at: null, completed_at: null }
  t.strictSame(
    broken(compareAnswer(named, amended, readOrder, shows('new', { loan: { client: 'Bank' }, dates: early }))),
    [],
  )
  t.strictSame(
    broken(compareAnswer(named, amended, readOrder, shows('new', { loan: { client: null }, dates: early }))),
    ['amend.loan-client-can-change'],
  )
  const scheduled = see(orderIn('new'), advance('appointment_scheduled'), shows('appointment_scheduled')).next
  t.strictSame(broken(see(scheduled, readOrder, shows('appointment_scheduled', { dates: early }))), [
    'lifecycle.appointment-scheduled-shows-appointment-at',
  ])
})

t.test('a cancelled order that gets a revised report may show when it was completed', async (t) => {
  const open = see(orderIn('cancelled'), correction, ok({ status: 'submitted', kind: 'correction' }, 201)).next
  const revised = see(open, advance('revised_report_complete'), shows('revised_report_complete')).next
  const dates = { appointment_at: null, completed_at: '2030-01-01T00:00:00Z' }
  t.strictSame(broken(see(revised, readOrder, shows('revised_report_complete', { dates }))), [])
})
