// Corrections and reconsiderations of value (Endpoints / POST and GET /orders/{order_id}/revision-requests).
import t from 'tap'
import type { Draft } from './samples.ts'
import { awkwardTexts } from './samples.ts'
import { refused } from './refusal.ts'
import { start, unlimited } from './support.ts'
import type { List, Revision } from './wire-types.ts'

const api = await start(t, unlimited)
const open = (id: string, body: unknown) =>
  api.call<Revision>('main', 'POST', `/orders/${id}/revision-requests`, { body })
const correction = { kind: 'correction', reason: 'The garage is missing.' }
const reconsideration = {
  kind: 'reconsideration_of_value',
  reason: 'Two sales were left out.',
  acknowledgements: { comparable_sales_provided: true },
}
const list = async (id: string) => (await api.ok<List<Revision>>('main', 'GET', `/orders/${id}/revision-requests`)).data

const accepting = [
  'report_complete',
  'revised_report_complete',
  'revision_requested',
  'reconsideration_requested',
  'cancelled',
]
const others =
  'pending_review new appraiser_assigned appraiser_accepted borrower_contacted left_message_for_borrower appointment_scheduled awaiting_review report_rejected_for_correction on_hold off_hold'.split(
    ' ',
  )

for (const [kind, body, to] of [
  ['correction', correction, 'revision_requested'],
  ['reconsideration', reconsideration, 'reconsideration_requested'],
] as const) {
  t.test(`a ${kind} is opened in each status that accepts one, and moves the order`, async (t) => {
    for (const status of accepting) {
      const before = await api.reach(status)
      const raised = (await api.events({ order_id: before.id })).length
      await api.simulator.advance(1)
      const at = new Date(api.now()).toISOString()
      const answer = await open(before.id, body)
      t.equal(answer.status, 201, status)
      const { id, ...request } = answer.body
      t.match(id, /^rr_[0-9A-Za-z]{26}$/)
      t.strictSame(request, {
        order_id: before.id,
        kind: body.kind,
        status: 'submitted',
        reason: body.reason,
        responses: [],
        created_at: at,
        updated_at: at,
      })
      t.strictSame((await list(before.id))[0], answer.body, `${status}: first in the list`)
      const after = await api.read(before.id)
      t.match(
        after,
        { status: { code: to, changed_at: at }, dates: { completed_at: before.dates.completed_at } },
        status,
      )
      t.ok(after.dates.updated_at > before.dates.updated_at)
      const [requested, ...more] = (await api.events({ order_id: before.id })).slice(raised)
      t.match(requested, {
        type: 'order.revision_requested',
        data: { order_id: before.id, revision_request: answer.body },
      })
      t.match(
        more,
        [{ type: 'order.status_changed', data: { status: { code: to }, previous_status: { code: status } } }].slice(
          0,
          more.length,
        ),
        status,
      )
    }
  })
}

t.test('every other status refuses', async (t) => {
  for (const status of others) {
    const { id } = await api.reach(status)
    const before = await api.snapshot(id)
    for (const body of [correction, reconsideration])
      refused(
        t,
        (await open(id, body)) as never,
        { status: 409, code: 'action_not_allowed_in_status', current: status, fields: ['status:current_status'] },
        `${body.kind} in ${status}`,
      )
    t.same(await api.snapshot(id), before, `${status}: nothing changed`)
  }
})

t.test('a reconsideration needs one acknowledgement that is true', async (t) => {
  const { id } = await api.reach('report_complete')
  const before = await api.snapshot(id)
  const none = [
    undefined,
    null,
    {},
    { prior_appraisal_provided: false },
    { prior_appraisal_provided: false, comparable_sales_provided: false },
    { comparable_sales_provided: null },
    { unknown: true },
  ]
  for (const acknowledgements of none)
    refused(
      t,
      (await open(id, { ...reconsideration, acknowledgements })) as never,
      { status: 422, code: 'semantic_validation_failed', fields: ['acknowledgements:required'] },
      JSON.stringify(acknowledgements),
    )
  t.same(await api.snapshot(id), before)
  for (const acknowledgements of [
    { prior_appraisal_provided: true },
    { comparable_sales_provided: true, prior_appraisal_provided: false },
  ])
    t.equal((await open(id, { ...reconsideration, acknowledgements })).status, 201)
  t.equal(
    (await open(id, { ...correction, acknowledgements: { prior_appraisal_provided: false } })).status,
    201,
    'a correction needs none',
  )
})

t.test('the order needs a loan number, which an amendment can still bring', async (t) => {
  for (const steps of [['cancel'], ['report_complete']]) {
    const { id } = await api.create()
    for (const step of steps) await (step === 'cancel' ? api.act(id, 'cancel') : api.move(id, step))
    const before = await api.snapshot(id)
    for (const body of [correction, reconsideration])
      refused(t, (await open(id, body)) as never, {
        status: 422,
        code: 'semantic_validation_failed',
        fields: ['loan.number:required'],
      })
    t.same(await api.snapshot(id), before)
    await api.ok('main', 'PATCH', `/orders/${id}`, { body: { loan: { number: 'L-7' } } })
    t.equal((await open(id, correction)).status, 201)
  }
})

t.test('what cannot be used is refused by name', async (t) => {
  const { id } = await api.reach('report_complete')
  const other = await api.create()
  const foreign = await api.attach(other.id)
  const mine = await api.attach(id)
  const before = await api.snapshot(id)
  const cases: [Draft, string[]][] = [
    [{}, ['kind:required', 'reason:required']],
    [{ ...correction, kind: undefined }, ['kind:required']],
    [{ ...correction, kind: 'complaint' }, ['kind']],
    [{ ...correction, kind: null }, ['kind']],
    [{ ...correction, kind: 'Correction' }, ['kind']],
    [{ kind: 'correction' }, ['reason:required']],
    [{ ...correction, reason: '  ' }, ['reason:required']],
    [{ ...correction, reason: null }, ['reason']],
    [{ ...correction, reason: 7 }, ['reason']],
    [{ ...correction, document_ids: 'doc_x' }, ['document_ids']],
    [{ ...correction, document_ids: [7] }, ['document_ids.0']],
    [{ ...reconsideration, acknowledgements: true }, ['acknowledgements']],
    [
      { ...reconsideration, acknowledgements: { comparable_sales_provided: 'yes' } },
      ['acknowledgements.comparable_sales_provided'],
    ],
  ]
  for (const [body, fields] of cases)
    refused(
      t,
      (await open(id, body)) as never,
      { status: 422, code: 'validation_failed', fields },
      JSON.stringify(body),
    )
  for (const [document_ids, fields] of [
    [['doc_none'], ['document_ids.0']],
    [[mine.id, foreign.id], ['document_ids.1']],
    [[''], ['document_ids.0']],
  ] as const)
    refused(
      t,
      (await open(id, { ...correction, document_ids })) as never,
      { status: 422, code: 'semantic_validation_failed', fields: [...fields] },
      document_ids.join(),
    )
  const path = `/orders/${id}/revision-requests`
  refused(t, await api.call('main', 'POST', path, { body: '{', headers: { 'content-type': 'application/json' } }), {
    status: 400,
    code: 'invalid_request',
  })
  refused(
    t,
    await api.call('main', 'POST', path, {
      body: JSON.stringify(correction),
      headers: { 'content-type': 'text/plain' },
    }),
    { status: 415, code: 'unsupported_media_type' },
  )
  t.same(await api.snapshot(id), before)
  t.equal((await open(id, { ...correction, document_ids: [mine.id] })).status, 201, 'evidence of this order is taken')
})

t.test('a body that cannot be used is refused before the status is', async (t) => {
  const { id } = await api.create()
  refused(t, (await open(id, { kind: 'complaint', reason: 'x' })) as never, {
    status: 422,
    code: 'validation_failed',
    fields: ['kind'],
  })
  refused(t, (await open(id, { kind: 'reconsideration_of_value', reason: 'x' })) as never, {
    status: 422,
    code: 'semantic_validation_failed',
    fields: ['acknowledgements:required'],
  })
})

t.test('a second request may be opened while the first is, and both stay open', async (t) => {
  const { id } = await api.reach('report_complete')
  const first = (await open(id, correction)).body
  const second = (await open(id, reconsideration)).body
  t.equal((await api.read(id)).status.code, 'reconsideration_requested')
  t.same(
    (await list(id)).map(({ id, status }) => [id, status]),
    [
      [second.id, 'submitted'],
      [first.id, 'submitted'],
    ],
  )
})

t.test('the company’s answers stand on the request, with what each brought', async (t) => {
  const { id } = await api.reach('report_complete')
  const request = (await open(id, correction)).body
  await api.simulator.advance(60)
  await api.company(`/orders/${id}/revision-requests/${request.id}/accept`, { body: 'It is with the appraiser.' })
  const [accepted] = await list(id)
  t.match(accepted, {
    status: 'accepted',
    created_at: request.created_at,
    updated_at: new Date(api.now()).toISOString(),
  })
  t.match(accepted!.responses, [
    { id: /^msg_/, body: 'It is with the appraiser.', status: 'accepted', created_at: String },
  ])
  t.match((await api.events({ order_id: id })).at(-1), {
    type: 'order.revision_responded',
    data: { revision_request_id: request.id, status: 'accepted', response: accepted!.responses[0] },
  })
  await api.move(id, 'revised_report_complete')
  t.equal((await list(id))[0]!.status, 'completed')

  const declined = (await open(id, correction)).body
  await api.company(`/orders/${id}/revision-requests/${declined.id}/decline`)
  t.match((await list(id))[0], { id: declined.id, status: 'declined', responses: [] })
  const last = (await api.events({ order_id: id, type: 'order.revision_responded' })).at(-1)
  t.strictSame([last!.data.status, last!.data['response']], ['declined', null], 'no words, no response')
  t.equal((await api.read(id)).status.code, 'revised_report_complete', 'and the order is back where it was')
})

t.test('reasons come back as they were sent', async (t) => {
  const { id } = await api.reach('report_complete')
  for (const [index, reason] of awkwardTexts.entries())
    t.equal((await open(id, { ...correction, reason })).body.reason, reason, `text ${index}`)
  t.same(
    (await list(id)).map(({ reason }) => reason),
    awkwardTexts.toReversed(),
  )
})
