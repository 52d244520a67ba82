// The events that the life of an order must and may raise.
// Runs alone: its support asserts as it is loaded.
import t from 'tap'
import { advance, create, hold, resume } from '../../conformance/model/actions.ts'
import { acceptedEvents, refusedEvents } from '../../conformance/model/events.ts'
import type { SeenEvent } from '../../conformance/model/event-patterns.ts'
import { judgeHistory } from '../../conformance/model/history.ts'
import { known, orderIn, refusal, sequenceOf, shows, wrong } from './support.ts'

const event = (type: string, code?: string, more: object = {}): SeenEvent => ({
  type: `order.${type}`,
  data: { ...(code ? { status: { code } } : {}), ...more },
})
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

t.test('another appraiser may be assigned at any time, the same one not twice', async (t) => {
  const named = (name: string) => event('assigned', undefined, { appraiser: { name } })
  const [created, , ...others] = least
  const withAssignments = (...all: SeenEvent[]) => [created!, ...all, ...others]
  t.strictSame(wrong(withAssignments(named('Ann'), named('Bob'))), [])
  t.strictSame(wrong([...withAssignments(named('Ann')), named('Bob')]), [])
  t.ok(wrong(withAssignments(named('Ann'), named('Ann'))).length > 0, 'the same again')
  t.ok(wrong(withAssignments(event('assigned'), named('Ann'))).length > 0, 'whose name was not shared before')
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

t.test('an event in another form than a step owes it is the one that is missing', async (t) => {
  const delivered = sequenceOf([
    [create('plain'), { ...shows('new', { documents: [] }), status: 201 }],
    [advance('revised_report_complete'), refusal('new', 'revised_report_complete')],
    [advance('report_complete'), shows('report_complete')],
  ])
  const blamed = (...events: SeenEvent[]): string[] =>
    judgeHistory(delivered, [event('created', 'new'), ...events], known)
      .filter((one) => !one.passed)
      .map(({ rule }) => rule)
  const first = event('completed', 'report_complete', { revision: false })
  const revised = event('completed', 'report_complete', { revision: true })
  t.strictSame(blamed(first), [])
  t.ok(blamed().length > 0, 'one that is missing')
  t.strictSame(blamed(revised), blamed(), 'as though it had not come')
  t.ok(blamed(first, revised).includes('sandbox.refused-advance-raises-no-event'), 'beside the one that is owed')
})

t.test('an event that doubles another sooner than the next step came is not of that step', async (t) => {
  const steps = sequenceOf([
    [create('plain'), { ...shows('new', { documents: [] }), status: 201 }],
    [hold, shows('on_hold', { previous_status: { code: 'new', label: 'x' } })],
    [hold, refusal('on_hold')],
  ])
  // Held from 100 to 110, and once more from 130 on.
  const spans = [0, 100, 130].map((from) => ({ from, to: from + 10 }))
  const at = (one: SeenEvent, ms: number): SeenEvent => ({ ...one, createdAt: `2026-03-16T09:12:30.${ms}Z` })
  const held = event('on_hold', 'on_hold')
  const second = (ms: number, timed = spans): string[] =>
    judgeHistory(steps, [at(event('created', 'new'), 101), at(held, 205), at(held, ms)], known, { spans: timed })
      .filter((one) => !one.passed)
      .map(({ rule }) => rule)
  const ofTheRepeat = 'actions.repeat-has-no-second-effect'
  t.strictSame(second(223), ['actions.hold-raises-order-on-hold'], '18 ms later, where 20 lie between the two')
  t.ok(second(224).includes(ofTheRepeat), '19 ms later, as times are cut')
  t.ok(second(223, []).includes(ofTheRepeat), 'nothing is known of when they were')
})

t.test('a request is shown by an event of its kind', async (t) => {
  const shown = (kind: string) => least.with(6, event('revision_requested', undefined, { revision_request: { kind } }))
  t.strictSame(wrong(shown('correction')), [])
  t.ok(wrong(shown('reconsideration_of_value')).includes('revisions.correction-raises-revision-requested'))
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

t.test('an event of a refusal is not taken for the one that a later step owes', async (t) => {
  const resumedLater = sequenceOf([
    [create('plain'), { ...shows('new', { documents: [] }), status: 201 }],
    [resume, refusal('new')],
    [advance('appraiser_assigned'), shows('appraiser_assigned')],
    [hold, shows('on_hold', { previous_status: { code: 'appraiser_assigned', label: 'x' } })],
    [resume, shows('off_hold')],
  ])
  const [created, assigned, changed, held, resumed] = least
  const blamed = (...events: SeenEvent[]): string[] =>
    judgeHistory(resumedLater, events, known)
      .filter((one) => !one.passed)
      .map(({ rule }) => rule)
  t.strictSame(blamed(created!, assigned!, changed!, held!, resumed!), [])
  t.strictSame(blamed(created!, resumed!, assigned!, changed!, held!, resumed!), [
    'actions.refused-action-raises-no-event-of-its-kind',
  ])
  const at = (one: SeenEvent, ms: number): SeenEvent => ({ ...one, createdAt: `2026-03-16T09:12:30.${ms}Z` })
  t.strictSame(
    blamed(created!, assigned!, changed!, held!, at(resumed!, 101), at(resumed!, 102)),
    ['actions.resume-raises-order-resumed'],
    'where it comes after all that is owed before it',
  )
})

t.test('what a sandbox order raises that moves on its own is not laid to a refused advance', async (t) => {
  const reviewed = sequenceOf([
    [create('plain'), { ...shows('pending_review', { documents: [] }), status: 201 }],
    [advance('appraiser_assigned'), refusal('pending_review', 'appraiser_assigned')],
    [advance('report_complete'), refusal('pending_review', 'report_complete')],
  ])
  const moved = (from: string, to: string) => event('status_changed', to, { previous_status: { code: from } })
  const blamed = (...further: SeenEvent[]): string[] =>
    judgeHistory(reviewed, [event('created', 'pending_review'), ...further], known)
      .filter((one) => !one.passed)
      .map(({ rule }) => rule)
  const rule = 'sandbox.refused-advance-raises-no-event'
  const placed = moved('pending_review', 'new')
  const assigned = moved('new', 'appraiser_assigned')
  const again = moved('appraiser_assigned', 'appraiser_assigned')
  t.strictSame(blamed(placed, event('assigned'), assigned, again), [])
  t.strictSame(blamed(placed, moved('new', 'report_complete'), event('completed', 'report_complete')), [])
  t.strictSame(blamed(placed, event('assigned'), assigned, event('completed', 'report_complete')), [])
  t.strictSame(blamed(event('assigned')), [rule], 'an assignment alone')
  t.strictSame(blamed(placed, event('assigned')), [rule], 'an assignment of an order that nothing moved into the work')
  t.strictSame(
    blamed(event('assigned'), moved('pending_review', 'appraiser_assigned')),
    [rule, rule],
    'an assignment with the move that was refused',
  )
  t.strictSame(
    blamed(placed, event('document_added'), event('completed', 'report_complete')),
    [rule],
    'a delivery alone',
  )
  t.strictSame(blamed(moved('pending_review', 'appraiser_assigned')), [rule], 'the very move that was refused')
})

t.test(
  'an assignment is not laid to a refused advance where a later step may report the status it led to',
  async (t) => {
    const before = { previous_status: { code: 'appraiser_assigned', label: 'x' } }
    const moved = event('status_changed', 'appraiser_assigned', { previous_status: { code: 'new' } })
    const steps = [
      acceptedEvents(create('plain'), orderIn('new'), null, ['new']),
      refusedEvents(advance('revised_report_complete'), 'new'),
      acceptedEvents(hold, orderIn('appraiser_assigned'), 'appraiser_assigned', ['on_hold']),
    ]
    const blamed = (...events: SeenEvent[]): string[] =>
      judgeHistory(steps, [event('created', 'new'), ...events, event('on_hold', 'on_hold', before)], known)
        .filter((one) => !one.passed)
        .map(({ rule }) => rule)
    const fee = event('fee_changed')
    t.strictSame(blamed(event('assigned'), moved), [])
    t.strictSame(blamed(event('assigned'), fee, moved), [], 'with another event between')
    t.strictSame(blamed(event('assigned')), ['sandbox.refused-advance-raises-no-event'], 'without the move')
  },
)

t.test('the placing of an order is not laid to an advance that was refused while it was on hold', async (t) => {
  const pending = { previous_status: { code: 'pending_review', label: 'x' } }
  const held = sequenceOf([
    [create('reviewed'), { ...shows('pending_review', { documents: [] }), status: 201 }],
    [hold, shows('on_hold', pending)],
    [advance('new'), refusal('on_hold', 'new')],
    [resume, shows('off_hold')],
  ])
  const [created, stopped, resumed] = [
    event('created', 'pending_review'),
    event('on_hold', 'on_hold', pending),
    event('resumed', 'off_hold', { previous_status: { code: 'on_hold' } }),
  ]
  const moved = (from: string) => event('status_changed', 'new', { previous_status: { code: from } })
  const blamed = (...events: SeenEvent[]): string[] =>
    judgeHistory(held, events, known)
      .filter((one) => !one.passed)
      .map(({ rule }) => rule)
  const rule = 'sandbox.refused-advance-raises-no-event'
  t.strictSame(blamed(created, stopped, resumed, moved('pending_review')), [])
  t.strictSame(blamed(created, stopped, resumed, moved('on_hold')), [rule], 'from where it was refused')
  t.strictSame(blamed(created, stopped, moved('pending_review'), resumed), [rule], 'while it was on hold')
})
