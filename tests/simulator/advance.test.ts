// The sandbox's advance: every move of the table and none beside it, with what each move raises (States / Sandbox advance table).
import t from 'tap'
import type { Test } from 'tap'
import { refused } from './refusal.ts'
import { start, unlimited } from './support.ts'
import type { FeedEvent, Order } from './wire-types.ts'

const api = await start(t, unlimited)
const statuses =
  'pending_review new appraiser_assigned appraiser_accepted borrower_contacted left_message_for_borrower appointment_scheduled awaiting_review report_complete report_rejected_for_correction revision_requested reconsideration_requested revised_report_complete on_hold off_hold cancelled reactivated'.split(
    ' ',
  )
/** The contract's table; a row that is not here allows nothing. */
const table: Record<string, string> = {
  pending_review: 'new',
  new: 'appraiser_assigned appraiser_accepted borrower_contacted left_message_for_borrower appointment_scheduled awaiting_review report_rejected_for_correction report_complete',
  appraiser_assigned:
    'appraiser_accepted borrower_contacted left_message_for_borrower appointment_scheduled awaiting_review report_rejected_for_correction report_complete',
  appraiser_accepted:
    'borrower_contacted left_message_for_borrower appointment_scheduled awaiting_review report_rejected_for_correction report_complete',
  borrower_contacted:
    'left_message_for_borrower appointment_scheduled awaiting_review report_rejected_for_correction report_complete',
  left_message_for_borrower:
    'borrower_contacted appointment_scheduled awaiting_review report_rejected_for_correction report_complete',
  appointment_scheduled: 'awaiting_review report_rejected_for_correction report_complete',
  awaiting_review: 'report_rejected_for_correction report_complete',
  report_rejected_for_correction: 'awaiting_review report_complete',
  revision_requested: 'revised_report_complete',
  reconsideration_requested: 'revised_report_complete',
}
const allowed = (status: string): string[] => table[status]?.split(' ') ?? []
const kinds = [
  'borrower_certificate',
  'compliance_certificate',
  'invoice',
  'report_data',
  'report_pdf',
  'review_report',
  'ssr',
]

const advance = (id: string, to_status: unknown) =>
  api.call<Order>('main', 'POST', `/sandbox/orders/${id}/advance`, { body: { to_status } })
const since = async (id: string, last: FeedEvent[]): Promise<FeedEvent[]> =>
  (await api.events({ order_id: id })).slice(last.length)

/** Tries every target that the row does not list, and shows that the order and the feed stay as they are. */
const refusesTheRest = async (t: Test, order: Order, row: string) => {
  const before = await api.snapshot(order.id)
  const current = order.status.code
  for (const to of statuses.filter((status) => !allowed(row).includes(status))) {
    const answer = await advance(order.id, to)
    const expected = { status: 409, code: 'action_not_allowed_in_status', current, fields: ['status:current_status'] }
    refused(t, answer as never, expected, `${current} to ${to}`)
    t.match(answer.body, { details: [{ value: to }] }, `${current} to ${to}: the requested status`)
  }
  t.same(await api.snapshot(order.id), before, `${current}: nothing changed`)
}

/** Makes one move, and holds the order and the events against what such a move means. */
const moves = async (t: Test, before: Order, to: string) => {
  const from = before.status.code
  const name = `${from} to ${to}`
  const raised = await api.events({ order_id: before.id })
  await api.simulator.advance(1)
  const at = new Date(api.now()).toISOString()
  const after = await api.ok<Order>('main', 'POST', `/sandbox/orders/${before.id}/advance`, { body: { to_status: to } })
  t.strictSame(await api.read(before.id), after, `${name}: a read shows the answer`)
  t.match(after, { status: { code: to, changed_at: at }, order_number: before.order_number }, name)
  t.ok(after.dates.updated_at >= at && after.dates.updated_at > before.dates.updated_at, `${name}: updated_at`)
  t.match(after.appraiser, to === 'new' ? null : { name: String }, `${name}: appraiser`)
  const appointment = to === 'appointment_scheduled' ? String : before.dates.appointment_at
  const isDelivery = to.endsWith('report_complete')
  const completed_at = isDelivery ? at : before.dates.completed_at
  t.match(after.dates, { appointment_at: appointment, completed_at, due_date: before.dates.due_date }, `${name}: dates`)

  const events = await since(before.id, raised)
  const assigned = before.appraiser === null && to !== 'new' ? ['order.assigned'] : []
  const answered = to === 'revised_report_complete' ? ['order.revision_responded', 'order.revision_responded'] : []
  const added = after.documents.filter(({ id }) => !before.documents.some((old) => old.id === id))
  const delivered = isDelivery
    ? ['order.completed', 'order.status_changed', ...added.map(() => 'order.document_added')]
    : []
  const expected = isDelivery ? delivered : ['order.status_changed']
  t.same(
    events.map(({ type }) => type),
    [...assigned, ...answered, ...expected],
    `${name}: events`,
  )
  t.match(
    events.find(({ type }) => type === 'order.status_changed')!.data,
    {
      order_id: before.id,
      status: after.status,
      previous_status: { code: from, label: before.status.label },
      note: null,
    },
    `${name}: the status event`,
  )
  if (!isDelivery) return t.same(after.documents, before.documents, `${name}: no documents`)
  const completed = events.find(({ type }) => type === 'order.completed')!.data
  t.match(
    completed,
    { status: after.status, report_format: 'uad_2_6', revision: answered.length > 0, completed_at: at },
    name,
  )
  const byId = (documents: { id: string }[]) => documents.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  t.strictSame(byId(completed['documents'] as typeof added), byId(added), `${name}: the files of the delivery`)
  const single = events
    .filter(({ type }) => type === 'order.document_added')
    .map(({ data }) => data['document'] as (typeof added)[0])
  t.strictSame(byId(single), byId(added), `${name}: one event for each file`)
  const brought = added.map(({ kind }) => kind).toSorted()
  t.same(brought, answered.length > 0 ? ['report_data', 'report_pdf', 'ssr'] : kinds, `${name}: kinds`)
}

for (const status of statuses.filter((status) => status !== 'off_hold' && status !== 'reactivated')) {
  t.test(`from ${status} the table's moves and no others`, async (t) => {
    await refusesTheRest(t, await api.reach(status), status)
    for (const to of allowed(status)) await moves(t, await api.reach(status), to)
  })
}

const resting =
  'pending_review new appraiser_assigned appraiser_accepted borrower_contacted left_message_for_borrower appointment_scheduled awaiting_review report_rejected_for_correction'.split(
    ' ',
  )

t.test('at off_hold an order may be advanced to what the status before the hold allows', async (t) => {
  const resumed = async (status: string) => {
    const { id } = await api.reach(status)
    await api.act(id, 'hold')
    await api.act(id, 'resume')
    return api.read(id)
  }
  for (const status of resting) {
    await refusesTheRest(t, await resumed(status), status)
    const [first] = allowed(status)
    for (const to of new Set([first!, allowed(status).at(-1)!])) await moves(t, await resumed(status), to)
  }
  const order = await resumed('new')
  await moves(t, order, 'appraiser_accepted')
  await api.simulator.advance(600)
  t.equal(
    (await api.read(order.id)).status.code,
    'appraiser_accepted',
    'and does not fall back when the rest would have ended',
  )
})

t.test('at reactivated an order may be advanced to what the status before the cancellation allows', async (t) => {
  const reactivated = async (status: string) => {
    const { id } = await api.reach(status)
    await api.act(id, 'cancel')
    await api.company(`/orders/${id}/move`, { to_status: 'reactivated' })
    return api.read(id)
  }
  for (const status of resting) {
    await refusesTheRest(t, await reactivated(status), status)
    await moves(t, await reactivated(status), allowed(status)[0]!)
  }
  const { id } = await reactivated('awaiting_review')
  await api.simulator.advance(600)
  t.equal((await api.read(id)).status.code, 'awaiting_review', 'left alone it goes back to work')
})

t.test('the appointment is some days ahead and stays when the order moves on', async (t) => {
  const { id, dates } = await api.reach('appointment_scheduled')
  t.ok(Date.parse(dates.appointment_at!) > api.now() + 86_400_000)
  t.equal((await api.move(id, 'report_complete')).dates.appointment_at, dates.appointment_at)
})

t.test('a revised delivery keeps the first files and completes every open request', async (t) => {
  const { id, documents, dates } = await api.reach('report_complete')
  await api.revise(id)
  await api.revise(id, { kind: 'reconsideration_of_value', acknowledgements: { prior_appraisal_provided: true } })
  await api.simulator.advance(60)
  const order = await api.move(id, 'revised_report_complete')
  t.equal(order.documents.length, documents.length + 3)
  t.same(order.documents.slice(-documents.length), documents, 'newest first')
  t.ok(order.dates.completed_at! > dates.completed_at!)
  const { data } = await api.ok<{ data: { status: string; responses: unknown[] }[] }>(
    'main',
    'GET',
    `/orders/${id}/revision-requests`,
  )
  t.same(
    data.map(({ status }) => status),
    ['completed', 'completed'],
  )
  const answers = (await api.events({ order_id: id, type: 'order.revision_responded' })).map(
    ({ data }) => data['status'],
  )
  t.same(answers, ['accepted', 'completed', 'accepted', 'completed'])
  t.equal((await api.revise(id)).status, 'submitted', 'and another correction may follow')
  t.match(await api.move(id, 'revised_report_complete'), { status: { code: 'revised_report_complete' } })
})

t.test('a company that shares less delivers less and names nobody', async (t) => {
  const { id } = await api.create({}, 'other_company')
  const order = await api.move(id, 'report_complete', 'other_company')
  t.same(order.documents.map(({ kind }) => kind).toSorted(), ['report_data', 'report_pdf'])
  t.match(order, { appraiser: null, status: { label: 'Delivered' } })
  t.match(await api.events({ order_id: id, type: 'order.assigned' }, 'other_company'), [
    { data: { appraiser: null, assigned_at: String } },
  ])
})

t.test('a UAD 3.6 report comes as a package beside its PDF', async (t) => {
  const { id } = await api.create({ order_type_code: 'URAR-36', loan_type_code: 'CONV' })
  const { documents } = await api.move(id, 'report_complete')
  const typeOf = (kind: string) => documents.find((document) => document.kind === kind)?.content_type
  t.same([typeOf('report_pdf'), typeOf('report_data')], ['application/pdf', 'application/zip'])
  const other = await api.reach('report_complete')
  t.equal(other.documents.find(({ kind }) => kind === 'report_data')?.content_type, 'application/xml')
})

t.test('of ten advances at once one is made', async (t) => {
  const { id } = await api.create()
  const answers = await Promise.all(Array.from({ length: 10 }, () => advance(id, 'report_complete')))
  t.same(answers.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 9 }, () => 409)])
  t.equal((await api.read(id)).documents.length, kinds.length)
  t.equal((await api.events({ order_id: id, type: 'order.completed' })).length, 1)
})

t.test('a request that names no status is refused', async (t) => {
  const { id } = await api.create()
  const before = await api.snapshot(id)
  const bad: [unknown, string][] = [
    ['shipped', 'to_status'],
    ['NEW', 'to_status'],
    [7, 'to_status'],
    [null, 'to_status'],
    [['new'], 'to_status'],
    [undefined, 'to_status:required'],
    ['constructor', 'to_status'],
  ]
  for (const [to, field] of bad)
    refused(
      t,
      (await advance(id, to)) as never,
      { status: 422, code: 'validation_failed', fields: [field] },
      String(to),
    )
  const path = `/sandbox/orders/${id}/advance`
  const json = { 'content-type': 'application/json' }
  refused(t, await api.call('main', 'POST', path, { body: '{', headers: json }), {
    status: 400,
    code: 'invalid_request',
  })
  refused(t, await api.call('main', 'POST', path, { body: '', headers: json }), {
    status: 400,
    code: 'invalid_request',
  })
  refused(t, await api.call('main', 'POST', path, { body: '{}', headers: { 'content-type': 'text/plain' } }), {
    status: 415,
    code: 'unsupported_media_type',
  })
  refused(t, await api.call('main', 'POST', '/sandbox/orders/ord_none/advance', { body: { to_status: 'x' } }), {
    status: 404,
    code: 'not_found',
  })
  t.same(await api.snapshot(id), before)
})

t.test('production has no such operation, with a token or without', async (t) => {
  const { id } = await api.create({}, 'production')
  const path = `/sandbox/orders/${id}/advance`
  const { productionUrl } = api.simulator
  for (const who of ['production', null] as const)
    for (const body of [{ to_status: 'appraiser_assigned' }, '{'])
      refused(t, await api.call(who, 'POST', path, { body, base: productionUrl }), { status: 404, code: 'not_found' })
  t.equal((await api.read(id, 'production')).status.code, 'new')
  refused(
    t,
    await api.call('main', 'POST', path, { body: { to_status: 'appraiser_assigned' } }),
    { status: 404, code: 'not_found' },
    'nor does the sandbox know the order',
  )
})
