// Hold, resume and cancel in every status (Endpoints / POST /orders/{order_id}/hold, /resume, /cancel; States / Refusals).
import t from 'tap'
import { refused } from './refusal.ts'
import { start, unlimited } from './support.ts'
import type { Action } from './wire-types.ts'

const api = await start(t, unlimited)
type Name = 'hold' | 'resume' | 'cancel'
const act = (id: string, action: Name, body: unknown = {}, role: Parameters<typeof api.call>[0] = 'main') =>
  api.call<Action>(role, 'POST', `/orders/${id}/${action}`, { body })
const types = async (id: string) => (await api.events({ order_id: id })).map(({ type }) => type)

const working = [
  'pending_review',
  'new',
  'appraiser_assigned',
  'appraiser_accepted',
  'borrower_contacted',
  'left_message_for_borrower',
  'appointment_scheduled',
  'awaiting_review',
  'report_rejected_for_correction',
]
const delivered = ['report_complete', 'revised_report_complete', 'revision_requested', 'reconsideration_requested']
const labels: Record<string, string> = {
  pending_review: 'Pending Review',
  new: 'New Order',
  appraiser_assigned: 'Appraiser Assigned',
  appraiser_accepted: 'Appraiser Accepted',
  borrower_contacted: 'Borrower Contacted',
  left_message_for_borrower: 'Left message for borrower / broker',
  appointment_scheduled: 'Appointment Scheduled',
  awaiting_review: 'Report Submitted, Awaiting Review',
  report_rejected_for_correction: 'Report Rejected for Correction',
}

for (const status of working) {
  t.test(`an order in ${status} is held, remembers it, and comes back to it`, async (t) => {
    const { id, order_number, dates } = await api.reach(status)
    const raised = (await types(id)).length
    await api.simulator.advance(10)
    const held = (await act(id, 'hold', { reason: 'The borrower is away. 🧳' })).body
    const changed_at = new Date(api.now()).toISOString()
    const previous_status = { code: status, label: labels[status] }
    t.strictSame(held, { id, order_number, status: { code: 'on_hold', label: 'On Hold', changed_at }, previous_status })
    const order = await api.read(id)
    t.strictSame([order.status, order.dates.updated_at > dates.updated_at], [held.status, true])

    await api.simulator.advance(10)
    const resumed = (await act(id, 'resume', { reason: 'Back.' })).body
    t.match(resumed, { id, order_number, status: { code: 'off_hold', label: 'Off Hold' }, previous_status })
    t.equal((await api.read(id)).status.code, 'off_hold')
    await api.simulator.advance(60)
    t.match((await api.read(id)).status, previous_status, 'it settles by itself')
    t.equal(
      (await api.read(id)).dates.appointment_at !== null,
      status === 'appointment_scheduled',
      'its appointment is kept',
    )

    const events = (await api.events({ order_id: id })).slice(raised)
    t.match(events, [
      { type: 'order.on_hold', data: { status: held.status, reason: 'The borrower is away. 🧳' } },
      { type: 'order.status_changed', data: { status: { code: 'on_hold' }, previous_status } },
      { type: 'order.resumed', data: { status: { code: 'off_hold' }, reason: 'Back.' } },
      { type: 'order.status_changed', data: { status: { code: 'off_hold' }, previous_status: { code: 'on_hold' } } },
      {
        type: 'order.status_changed',
        data: { status: { code: status }, previous_status: { code: 'off_hold' }, note: null },
      },
    ])
    t.equal(events.length, 5)
  })

  t.test(`an order in ${status} is cancelled, once`, async (t) => {
    const { id, order_number } = await api.reach(status)
    const { body, status: code } = await act(id, 'cancel', { reason: 'The sale fell through.' })
    t.equal(code, 200)
    t.match(body, {
      id,
      order_number,
      status: { code: 'cancelled', label: 'Order Cancelled' },
      previous_status: { code: status },
    })
    t.equal((await api.read(id)).status.code, 'cancelled')
    t.match((await api.events({ order_id: id })).slice(-2), [
      { type: 'order.cancelled', data: { status: { code: 'cancelled' }, reason: 'The sale fell through.' } },
      { type: 'order.status_changed', data: { status: { code: 'cancelled' }, previous_status: { code: status } } },
    ])
    await api.simulator.advance(600)
    t.equal((await api.read(id)).status.code, 'cancelled', 'and stays so')
  })
}

t.test('each action is refused in every status that does not allow it', async (t) => {
  const table: Record<Name, string[]> = {
    hold: [...delivered, 'cancelled', 'on_hold'],
    resume: [...working, ...delivered, 'cancelled', 'off_hold'],
    cancel: [...delivered, 'cancelled', 'on_hold'],
  }
  for (const status of [...working, ...delivered, 'cancelled', 'on_hold', 'off_hold']) {
    const { id } = await api.reach(status)
    const before = await api.snapshot(id)
    for (const action of ['hold', 'resume', 'cancel'] as const) {
      if (!table[action].includes(status)) continue
      const answer = await act(id, action)
      const expected = {
        status: 409,
        code: 'action_not_allowed_in_status',
        current: status,
        fields: ['status:current_status'],
      }
      refused(t, answer as never, expected, `${action} in ${status}`)
      t.match(answer.body, { details: [{ field: 'status', code: 'current_status', value: status }] })
    }
    t.same(await api.snapshot(id), before, `${status}: nothing changed`)
  }
})

t.test('an action repeated is refused, as it was taken already', async (t) => {
  const { id } = await api.create()
  for (const [action, status] of [
    ['hold', 'on_hold'],
    ['resume', 'off_hold'],
    ['cancel', 'cancelled'],
  ] as const) {
    t.equal((await act(id, action)).status, 200)
    refused(
      t,
      (await act(id, action)) as never,
      { status: 409, code: 'action_not_allowed_in_status', current: status },
      action,
    )
  }
})

t.test('of twenty holds at once one is taken', async (t) => {
  const { id } = await api.create()
  const answers = await Promise.all(Array.from({ length: 20 }, () => act(id, 'hold')))
  t.same(answers.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 19 }, () => 409)])
  t.same(await types(id), ['order.created', 'order.on_hold', 'order.status_changed'])
})

t.test('an order at off_hold may be held or cancelled again and still knows where it worked', async (t) => {
  const { id } = await api.reach('appraiser_accepted')
  for (let n = 0; n < 2; n++) {
    t.match((await act(id, 'hold')).body.previous_status, { code: 'appraiser_accepted' })
    await act(id, 'resume')
  }
  await act(id, 'hold')
  await api.simulator.advance(600)
  t.equal((await api.read(id)).status.code, 'on_hold', 'the rest of the first resume does not end the next hold')
  await act(id, 'resume')
  t.match((await act(id, 'cancel')).body, {
    status: { code: 'cancelled' },
    previous_status: { code: 'appraiser_accepted' },
  })
  await api.simulator.advance(600)
  t.equal((await api.read(id)).status.code, 'cancelled')
})

t.test('a reason is optional, and blank is none', async (t) => {
  const bodies: [unknown, Record<string, string>][] = [
    [undefined, {}],
    ['', { 'content-type': 'application/json' }],
    ['{}', { 'content-type': 'application/json' }],
    ['{"reason":null}', { 'content-type': 'application/json' }],
    ['{"reason":""}', { 'content-type': 'application/json' }],
    ['{"reason":"  ","unknown":1}', { 'content-type': 'application/json' }],
  ]
  for (const [body, headers] of bodies) {
    const { id } = await api.create()
    for (const action of ['hold', 'resume', 'cancel'])
      t.equal(
        (await api.call('main', 'POST', `/orders/${id}/${action}`, { body, headers })).status,
        200,
        `${action} ${body}`,
      )
    const reasons = (await api.events({ order_id: id }))
      .filter(({ data }) => 'reason' in data)
      .map(({ data }) => data['reason'])
    t.strictSame(reasons, [null, null, null])
  }
})

t.test('a body that cannot be used is refused, and the order stays', async (t) => {
  const held = await api.reach('on_hold')
  const open = await api.create()
  const json = { 'content-type': 'application/json' }
  for (const [action, { id }] of [
    ['hold', open],
    ['resume', held],
    ['cancel', open],
  ] as const) {
    const before = await api.snapshot(id)
    const send = (body: string, headers: Record<string, string>) =>
      api.call('main', 'POST', `/orders/${id}/${action}`, { body, headers })
    refused(t, await send('{"reason":7}', json), { status: 422, code: 'validation_failed', fields: ['reason'] })
    refused(t, await send('{"reason":["x"]}', json), { status: 422, code: 'validation_failed', fields: ['reason'] })
    for (const body of ['{', '[]', 'null', '"x"', '{"reason":"x"'])
      refused(t, await send(body, json), { status: 400, code: 'invalid_request' }, body)
    refused(t, await send('reason=x', { 'content-type': 'application/x-www-form-urlencoded' }), {
      status: 415,
      code: 'unsupported_media_type',
    })
    refused(t, await send('{}', { 'content-type': 'text/plain' }), { status: 415, code: 'unsupported_media_type' })
    t.same(await api.snapshot(id), before)
  }
})

t.test('where the company does not let a lender cancel it is 403, whatever the status and the body', async (t) => {
  const { id } = await api.create({}, 'no_cancel')
  const expected = { status: 403, code: 'action_not_permitted_for_client' }
  refused(t, (await act(id, 'cancel', {}, 'no_cancel')) as never, expected)
  refused(t, (await act(id, 'cancel', { reason: 7 }, 'no_cancel')) as never, expected)
  refused(
    t,
    await api.call('no_cancel', 'POST', `/orders/${id}/cancel`, {
      body: '{',
      headers: { 'content-type': 'application/json' },
    }),
    expected,
  )
  t.equal((await act(id, 'hold', {}, 'no_cancel')).status, 200, 'holding is another matter')
  refused(t, (await act(id, 'cancel', {}, 'no_cancel')) as never, expected, 'on hold')
  t.equal((await api.read(id, 'no_cancel')).status.code, 'on_hold')
})

t.test('an order that is not there is 404 before anything else', async (t) => {
  for (const action of ['hold', 'resume', 'cancel'] as const)
    for (const id of ['ord_none', 'x', '__proto__', 'ord_%00', encodeURIComponent('ord_ü/..'), 'o'.repeat(200)])
      refused(
        t,
        await api.call('main', 'POST', `/orders/${id}/${action}`, {
          body: '{',
          headers: { 'content-type': 'application/json' },
        }),
        { status: 404, code: 'not_found' },
        `${action} ${id}`,
      )
})
