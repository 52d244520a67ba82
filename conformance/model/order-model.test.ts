// The model against the tables of the contract, cell by cell, and its verdict on right and wrong answers.
import t from 'tap'
import { freedoms, lifecycle, rules } from '../contract.ts'
import {
  advance,
  cancel,
  correction,
  create,
  hold,
  readOrder,
  reconsideration,
  resume,
  type Action,
} from './actions.ts'
import { drive } from './drive.ts'
import { judgeHistory, mergeExpected, type SeenEvent } from './history.ts'
import { observe, type Answer, type Observation } from './observe.ts'
import { newOrder, type OrderModel } from './order-model.ts'
import { planOf } from './plan.ts'
import * as table from './rule-ids.ts'
import { step } from './step.ts'
import { createMachine, statusCodes } from './tables.ts'

const tables = lifecycle()
const machine = createMachine(tables, { 'lifecycle.placement-delay': 'when-told' })

/** An order in a status, as it would be had it come there by moves the contract shows. */
const orderIn = (status: string, more: Partial<OrderModel> = {}): OrderModel => {
  const delivered = ['report_complete', 'revised_report_complete', 'revision_requested', 'reconsideration_requested']
  const previous = ['on_hold', 'off_hold', 'reactivated', 'cancelled'].includes(status) ? ['awaiting_review'] : []
  return { ...newOrder('plain', true), status: [status], previous, delivered: delivered.includes(status), ...more }
}

const working = [
  'new',
  'appraiser_assigned',
  'appraiser_accepted',
  'borrower_contacted',
  'left_message_for_borrower',
  'appointment_scheduled',
  'awaiting_review',
  'report_rejected_for_correction',
]
const all = statusCodes(tables)
const revisable = [
  'report_complete',
  'revised_report_complete',
  'revision_requested',
  'reconsideration_requested',
  'cancelled',
]

const expectationIs = (model: OrderModel, action: Action): string => step(machine, model, action).expectation.is

/** Section "States and transitions" and its refusals; what neither names is open. */
const contract: [string, Action, string[], string[]][] = [
  ['hold', hold, working, ['report_complete', 'revised_report_complete', 'revision_requested', 'cancelled', 'on_hold']],
  [
    'resume',
    resume,
    ['on_hold'],
    all.filter((code) => code !== 'on_hold' && code !== 'off_hold' && code !== 'reactivated'),
  ],
  [
    'cancel',
    cancel,
    working,
    [
      'report_complete',
      'revised_report_complete',
      'revision_requested',
      'reconsideration_requested',
      'cancelled',
      'on_hold',
    ],
  ],
  ['correction', correction, revisable, [...working, 'pending_review', 'on_hold']],
  ['reconsideration', reconsideration, revisable, [...working, 'pending_review', 'on_hold']],
]

for (const [name, action, accepted, refused] of contract) {
  t.test(`${name} is accepted, refused or open as the contract has it, in each status`, async (t) => {
    t.equal(all.length, 17)
    for (const status of all) {
      const expected = accepted.includes(status) ? 'accepted' : refused.includes(status) ? 'refused' : 'open'
      // An order on its way back may be at its working status already.
      const passing = status === 'off_hold' || status === 'reactivated'
      const settled =
        passing && (name === 'resume' || name.startsWith('co') || name.startsWith('re')) ? 'refused' : expected
      t.equal(expectationIs(orderIn(status), action), settled, status)
    }
  })
}

const late = ['awaiting_review', 'report_rejected_for_correction', 'report_complete']
/** The sandbox advance table. */
const rows: Record<string, string[]> = {
  pending_review: ['new'],
  new: [...working.slice(1, 6), ...late],
  appraiser_assigned: [...working.slice(2, 6), ...late],
  appraiser_accepted: [...working.slice(3, 6), ...late],
  borrower_contacted: ['left_message_for_borrower', 'appointment_scheduled', ...late],
  left_message_for_borrower: ['borrower_contacted', 'appointment_scheduled', ...late],
  appointment_scheduled: late,
  awaiting_review: ['report_rejected_for_correction', 'report_complete'],
  report_rejected_for_correction: ['awaiting_review', 'report_complete'],
  report_complete: [],
  revision_requested: ['revised_report_complete'],
  reconsideration_requested: ['revised_report_complete'],
  revised_report_complete: [],
  on_hold: [],
  cancelled: [],
  // Held before at awaiting_review, whose row applies.
  off_hold: ['report_rejected_for_correction', 'report_complete'],
}

t.test('an advance is accepted for the rows of the sandbox table and for nothing else', async (t) => {
  for (const [status, row] of Object.entries(rows)) {
    for (const to of all) {
      t.equal(expectationIs(orderIn(status), advance(to)), row.includes(to) ? 'accepted' : 'refused', `${status} ${to}`)
    }
  }
})

t.test('an amendment is refused when cancelled, open once delivered, and otherwise accepted', async (t) => {
  const amend: Action = { do: 'amend', field: 'lender_reference', value: 'x' }
  for (const status of all) {
    const expected = status === 'cancelled' ? 'refused' : revisable.includes(status) ? 'open' : 'accepted'
    t.equal(expectationIs(orderIn(status), amend), expected, status)
  }
  const loanNumber: Action = { do: 'amend', field: 'loan.number', value: '1' }
  t.equal(expectationIs(orderIn('cancelled'), loanNumber), 'open', 'a revision request may need the loan number')
})

t.test(
  'a cancelled order that never had a report may be cancelled again while a reconsideration is open',
  async (t) => {
    t.equal(expectationIs(orderIn('reconsideration_requested', { delivered: false }), cancel), 'open')
    t.equal(expectationIs(orderIn('revision_requested', { delivered: false }), cancel), 'refused')
  },
)

t.test('a reconsideration without an acknowledgement and a request without a loan number are refused', async (t) => {
  const bare: Action = { do: 'revision', kind: 'reconsideration_of_value', acknowledgement: 'none' }
  t.equal(expectationIs(orderIn('report_complete'), bare), 'refused')
  const { expectation } = step(machine, orderIn('report_complete'), bare)
  t.strictSame(expectation.is === 'refused' && expectation.refusal.statuses, [422])
  t.equal(expectationIs(orderIn('report_complete', { loanNumber: false }), correction), 'refused')
  t.equal(expectationIs(orderIn('report_complete', { loanNumber: 'open' }), correction), 'open')
})

const idsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : []
}

t.test('every rule and every freedom the model names exists', async (t) => {
  const keys = [
    'hold',
    'resume',
    'cancel',
    'amend',
    'upload',
    'message:manager',
    'revision:correction',
    'revision:reconsideration_of_value',
  ]
  const cells = all.flatMap((status) => [
    ...keys.flatMap((key) => [...table.acceptedRules(key, status), ...table.refusedRules(key, status)]),
    ...(rows[status] ?? []).flatMap((to) => table.acceptedRules(`advance:${to}`, status)),
    ...all.flatMap((to) => table.refusedRules(`advance:${to}`, status)),
  ])
  const named = new Set([...cells, ...idsIn(Object.values(table).filter((one) => typeof one === 'object'))])
  t.ok(cells.length > 0 && named.size > new Set(cells).size, 'cells name rules, and so do the tables')
  t.strictSame(
    [...named].filter((id) => !rules().has(id)),
    [],
  )
  const open = all.flatMap((status) =>
    [hold, cancel, correction, { do: 'message', to: 'manager' } as Action, { do: 'upload' } as Action].flatMap(
      (action) => step(machine, orderIn(status), action).outcomes.flatMap(({ freedom }) => freedom ?? []),
    ),
  )
  t.strictSame(
    [...new Set(open)].filter((id) => !freedoms().has(id)),
    [],
  )
})

const ok = (body: unknown, status = 200): Answer => ({ status, body })
const shows = (code: string, more: object = {}): Answer => ok({ id: 'ord_1', status: { code, label: code }, ...more })
const refusal = (current: string, value = current, code = 'action_not_allowed_in_status'): Answer =>
  ok(
    { code, current_status: current, details: [{ field: 'status', code: 'current_status', value, message: 'No.' }] },
    409,
  )

const see = (model: OrderModel | null, action: Action, answer: Answer): Observation =>
  observe(machine, model, action, answer)
const broken = ({ claims }: Observation): string[] => claims.filter((one) => !one.held).map(({ rule }) => rule)
const proven = ({ claims }: Observation): string[] => claims.filter((one) => one.held).map(({ rule }) => rule)

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
  const moved = observe(unknown, orderIn('pending_review', owed), readOrder, shows('new'))
  t.ok(broken(moved).length > 0)
  t.ok(moved.ifPlaced)
  t.notOk(see(orderIn('pending_review', owed), readOrder, shows('new')).ifPlaced, 'it is known to wait')
  t.notOk(observe(unknown, orderIn('pending_review'), readOrder, shows('pending_review')).ifPlaced)

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
    orderIn('pending_review'),
    hold,
    shows('on_hold', { previous_status: { code: 'pending_review', label: 'x' } }),
  )
  t.strictSame([broken(accepted), accepted.next!.status], [[], ['on_hold']])
  t.strictSame(accepted.readings, [{ freedom: 'lifecycle.hold-in-pending-review', reading: 'accepted' }])
  const refused = see(orderIn('pending_review'), hold, refusal('pending_review'))
  t.strictSame([broken(refused), refused.next!.status], [[], ['pending_review']])
  const switched = see(orderIn('new'), cancel, ok({ code: 'action_not_permitted_for_client' }, 403))
  t.strictSame([broken(switched), switched.next!.status], [[], ['new']])
  const miscoded = see(orderIn('new'), cancel, ok({ code: 'forbidden' }, 403))
  t.strictSame(broken(miscoded), ['actions.cancel-not-permitted-has-its-code'])
  const known = createMachine(tables, { 'actions.cancel-permission': 'allowed' })
  t.ok(broken(observe(known, orderIn('new'), cancel, ok({ code: 'action_not_permitted_for_client' }, 403))).length > 0)
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

t.test('a move that a make-believe company may have made names the feed as its excuse', async (t) => {
  const seen = see(
    orderIn('new', { owed: ['actions.refused-resume-leaves-the-status'] }),
    readOrder,
    shows('appraiser_assigned'),
  )
  t.strictSame(seen.excuse, { freedom: 'sandbox.unprompted-moves', statuses: ['new', 'appraiser_assigned'] })
  const impossible = see(
    orderIn('new', { owed: ['actions.refused-resume-leaves-the-status'] }),
    readOrder,
    shows('on_hold'),
  )
  t.equal(impossible.excuse, null)
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
  const amended = observe(named, orderIn('new'), { do: 'amend', field: 'loan.client', value: 'Bank' }, ok({})).next
  const early = { appointment_at: null, completed_at: null }
  t.strictSame(broken(observe(named, amended, readOrder, shows('new', { loan: { client: 'Bank' }, dates: early }))), [])
  t.strictSame(broken(observe(named, amended, readOrder, shows('new', { loan: { client: null }, dates: early }))), [
    'amend.loan-client-can-change',
  ])
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

const known = [
  'order.created',
  'order.status_changed',
  'order.assigned',
  'order.on_hold',
  'order.resumed',
  'order.cancelled',
  'order.completed',
  'order.document_added',
  'order.message_posted',
  'order.revision_requested',
  'order.revision_responded',
]

/** The expected events of a life whose answers are these. */
const lifeOf = (steps: [Action, Answer][]): ReturnType<typeof mergeExpected>[] => {
  let model: OrderModel | null = null
  return steps.map(([action, answer]) => {
    const seen: Observation = see(model, action, answer)
    t.strictSame(broken(seen), [], action.do)
    model = seen.next
    return mergeExpected(seen.taken)
  })
}

const event = (type: string, code?: string, more: object = {}): SeenEvent => ({
  type: `order.${type}`,
  data: { ...(code ? { status: { code } } : {}), ...more },
})

const life = lifeOf([
  [create('plain'), { ...shows('new', { documents: [] }), status: 201 }],
  [advance('cancelled'), refusal('new', 'cancelled')],
  [advance('appraiser_assigned'), shows('appraiser_assigned')],
  [hold, shows('on_hold', { previous_status: { code: 'appraiser_assigned', label: 'x' } })],
  [hold, refusal('on_hold')],
  [resume, shows('off_hold')],
  [{ do: 'message', to: 'manager' }, ok({}, 201)],
  [advance('report_complete'), shows('report_complete')],
  [correction, ok({ status: 'submitted', kind: 'correction' }, 201)],
  [advance('revised_report_complete'), shows('revised_report_complete')],
])
const least: SeenEvent[] = [
  event('created', 'new'),
  event('assigned'),
  event('status_changed', 'appraiser_assigned'),
  event('on_hold', 'on_hold'),
  event('resumed', 'off_hold'),
  event('completed', 'report_complete', { revision: false }),
  event('revision_requested'),
  event('revision_responded'),
  event('completed', 'revised_report_complete', { revision: true }),
]
const wrong = (events: SeenEvent[], whole = true): string[] =>
  judgeHistory(life, events, known, whole)
    .filter((one) => !one.held)
    .map(({ rule }) => rule)

t.test('the fewest events that the contract demands are enough', async (t) => {
  t.strictSame(wrong(least), [])
})

t.test('every event that a freedom permits may come beside them', async (t) => {
  const most = [
    least[0]!,
    event('status_changed', 'new'),
    least[2]!,
    least[1]!,
    least[3]!,
    event('status_changed', 'on_hold'),
    least[4]!,
    event('status_changed', 'off_hold'),
    event('status_changed', 'appraiser_assigned'),
    event('status_changed', 'awaiting_review'),
    event('status_changed', 'report_complete'),
    least[5]!,
    event('document_added'),
    event('document_added'),
    least[6]!,
    event('revision_responded'),
    least[7]!,
    least[8]!,
    event('document_added'),
    event('fee_changed'),
    event('due_date_changed'),
    event('unheard_of'),
  ]
  t.strictSame(wrong(most), [])
})

t.test('each missing event is missed, and only once the feed was read to its end', async (t) => {
  for (const [i, { type }] of least.entries()) {
    t.ok(wrong(least.toSpliced(i, 1)).length > 0, type)
    t.strictSame(wrong(least.toSpliced(i, 1), false), [], type)
  }
})

t.test('an event too many is blamed on the step that must not raise it', async (t) => {
  const twice = (extra: SeenEvent): string[] => wrong([...least, extra])
  t.strictSame(twice(event('on_hold', 'on_hold')), [
    'actions.refused-action-raises-no-event-of-its-kind',
    'actions.repeat-has-no-second-effect',
  ])
  t.strictSame(twice(event('status_changed', 'cancelled')), ['sandbox.refused-advance-raises-no-event'])
  t.ok(twice(event('created', 'new')).includes('events.created-is-raised-by-a-create'))
  t.ok(twice(event('completed', 'x', { revision: true })).length > 0)
})

t.test('an event raised with the one that it doubles is blamed on the step that raised that one', async (t) => {
  const timed = least.map((one, i) => ({ ...one, createdAt: `2026-03-16T09:12:30.${100 + i}Z` }))
  const held = timed[3]!
  t.strictSame(wrong([...timed, held]), ['actions.hold-raises-order-on-hold'])
  t.ok(
    wrong([...timed, { ...held, createdAt: '2026-03-16T09:12:30.900Z' }]).includes(
      'actions.refused-action-raises-no-event-of-its-kind',
    ),
  )
})

t.test('a request is told by an event of its kind', async (t) => {
  const told = (kind: string) => least.with(6, event('revision_requested', undefined, { revision_request: { kind } }))
  t.strictSame(wrong(told('correction')), [])
  t.ok(wrong(told('reconsideration_of_value')).includes('revisions.correction-raises-revision-requested'))
})

t.test('a lender does not hear of its own message, whatever the company may post', async (t) => {
  const own = { message: { recipient: 'manager' } }
  t.strictSame(wrong([...least, event('message_posted', undefined, own)]), [
    'events.message-posted-is-not-raised-by-the-lender',
  ])
  t.strictSame(wrong([...least, event('message_posted', undefined, { message: { recipient: 'lender' } })]), [])
})

t.test('events in another order than their causes are noticed', async (t) => {
  const swapped = least.with(3, least[4]!).with(4, least[3]!)
  t.ok(wrong(swapped).length > 0)
})

t.test('what a sandbox order raises that moves by itself is not laid to a refused advance', async (t) => {
  const reviewed = lifeOf([
    [create('plain'), { ...shows('pending_review', { documents: [] }), status: 201 }],
    [advance('appraiser_assigned'), refusal('pending_review', 'appraiser_assigned')],
    [advance('report_complete'), refusal('pending_review', 'report_complete')],
  ])
  const moved = (from: string, to: string) => event('status_changed', to, { previous_status: { code: from } })
  const blamed = (...further: SeenEvent[]): string[] =>
    judgeHistory(reviewed, [event('created', 'pending_review'), ...further], known)
      .filter((one) => !one.held)
      .map(({ rule }) => rule)
  const rule = 'sandbox.refused-advance-raises-no-event'
  const placed = moved('pending_review', 'new')
  const assigned = moved('new', 'appraiser_assigned')
  const again = moved('appraiser_assigned', 'appraiser_assigned')
  t.strictSame(blamed(placed, event('assigned'), assigned, again), [])
  t.strictSame(blamed(placed, moved('new', 'report_complete'), event('completed', 'report_complete')), [])
  t.strictSame(blamed(event('assigned')), [rule], 'an assignment alone')
  t.strictSame(
    blamed(placed, event('document_added'), event('completed', 'report_complete')),
    [rule],
    'a delivery alone',
  )
  t.strictSame(blamed(moved('pending_review', 'appraiser_assigned')), [rule], 'the very move that was refused')
})
