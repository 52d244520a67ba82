// What the company does with an order: placing, assigning, moving, holding, cancelling.
import t from 'tap'
import {
  begin,
  deliver,
  draft,
  feedOf,
  lender,
  ok,
  placed,
  read,
  refused,
  simulator,
  statusOf,
  type Json,
  work,
} from './support.ts'
import { expectSucceeded } from './succeeding.ts'

await begin()

// --- work

t.test('an order is placed after review', async (t) => {
  const id = await placed({ order_type_code: 'LAND', property: { ...draft().property, type: 'vacant_land' } })
  t.equal(await statusOf(id), 'pending_review')
  await refused(t, 'post', `/orders/${id}/deliver`, {}, 409, /place it first/)
  const { data } = await work(t, id, '/place', { note: 'fine' }, ['order.status_changed'])
  t.match(data, [{ status: { code: 'new' }, previous_status: { code: 'pending_review' }, note: 'fine' }])
  await refused(t, 'post', `/orders/${id}/place`, {}, 409, /Only an order in pending_review.*is new/)
})

t.test('an appraiser is assigned, shared as the company does or as the call says', async (t) => {
  const id = await placed()
  const first = await work(t, id, '/assign', { name: 'Ana Ruiz' }, ['order.assigned', 'order.status_changed'])
  t.match(first.data[0], {
    appraiser: { name: 'Ana Ruiz' },
    assigned_at: new Date(simulator.clock.now()).toISOString(),
  })
  t.match(first.data[1], { status: { code: 'appraiser_assigned' }, previous_status: { code: 'new' } })
  const second = await work(t, id, '/assign', { name: 'Bo Lind', share: false }, ['order.assigned'])
  t.equal(second.data[0].appraiser, null)
  t.equal(second.order.appraiser, null)
  t.equal((await ok('get', `/orders/${id}`)).appraiser.name, 'Bo Lind')
  await ok('post', `/orders/${id}/move`, { to_status: 'awaiting_review' })
  const third = await work(t, id, '/assign', { name: 'Cy Oak', move: true }, ['order.assigned', 'order.status_changed'])
  t.equal(third.order.status.code, 'appraiser_assigned', 'work begins again')
  const other = await placed()
  const stays = await work(t, other, '/assign', { name: 'Di Fox', move: false }, ['order.assigned'])
  t.equal(stays.order.status.code, 'new')
  await refused(t, 'post', `/orders/${id}/assign`, {}, 422, /name is required/)
  await ok('post', `/orders/${id}/cancel`, { reason: 'x' })
  await refused(t, 'post', `/orders/${id}/assign`, { name: 'Ed Ash' }, 409, /cancelled order is not assigned/)
})

t.test('a company that keeps appraisers to itself names one when the call says so', async (t) => {
  const sent = { lender_id: 'len_marram', environment: 'sandbox', order: draft({ order_type_code: '7' }) }
  const { order } = await ok('post', '/orders', sent)
  const eventOf = async (body: object) => {
    const { raised } = await ok('post', `/orders/${order.id}/assign`, body)
    const { data } = await ok('get', `/events?order_id=${order.id}&per_page=100`)
    return data.find(({ id }: Json) => id === raised[0].id).data.appraiser
  }
  t.equal(await eventOf({ name: 'Flo Elm' }), null)
  t.strictSame(await eventOf({ name: 'Flo Elm', share: true }), { name: 'Flo Elm' })
})

t.test('an order moves forwards, backwards and in leaps', async (t) => {
  const id = await placed()
  const move = (to_status: string, expected: string[], more: object = {}) =>
    work(t, id, '/move', { to_status, ...more }, expected)
  const moved = ['order.status_changed']
  const first = await move('borrower_contacted', ['order.assigned', ...moved], { note: 'spoke', appraiser: 'Gil Yew' })
  t.match(first.data[1], { previous_status: { code: 'new' }, status: { code: 'borrower_contacted' }, note: 'spoke' })
  t.equal(first.order.appraiser.name, 'Gil Yew')
  const at = '2027-03-01T15:00:00.000Z'
  const { order } = await move('appointment_scheduled', moved, { appointment_at: at })
  t.equal(order.dates.appointment_at, at)
  await move('left_message_for_borrower', moved)
  await move('appraiser_accepted', moved)
  await move('awaiting_review', moved)
  await move('report_rejected_for_correction', moved)
  await move('appraiser_assigned', moved)
  const back = await move('new', moved)
  t.equal(back.order.appraiser, null, 'a new order is nobody’s')
  await move('pending_review', moved)
  await move('appraiser_accepted', ['order.assigned', ...moved])
})

t.test('a status is announced once more when asked for', async (t) => {
  const id = await placed()
  const path = `/orders/${id}/move`
  await refused(t, 'post', path, { to_status: 'new' }, 409, /is new already; send repeat/)
  const { data, order } = await work(t, id, '/move', { to_status: 'new', repeat: true }, ['order.status_changed'])
  t.match(data, [{ status: { code: 'new' }, previous_status: { code: 'new' } }])
  t.equal(order.status.code, 'new')
  await ok('post', path, { to_status: 'appointment_scheduled' })
  const again = { to_status: 'appointment_scheduled', repeat: true, appointment_at: '2027-04-01T15:00:00.000Z' }
  const rebooked = await work(t, id, '/move', again, ['order.status_changed'])
  t.equal(rebooked.order.dates.appointment_at, again.appointment_at)
  await ok('post', `/orders/${id}/hold`, {})
  await work(t, id, '/move', { to_status: 'on_hold', repeat: true }, ['order.status_changed'])
  t.equal((await ok('get', `/orders/${id}`)).previous_status, 'appointment_scheduled', 'the way back is not lost')
})

t.test('a cancelled order is reactivated and settles where it was', async (t) => {
  const id = await placed()
  await ok('post', `/orders/${id}/move`, { to_status: 'borrower_contacted' })
  await refused(t, 'post', `/orders/${id}/move`, { to_status: 'reactivated' }, 409, /Only a cancelled order/)
  await read('post', `/orders/${id}/cancel`, { reason: 'too late' })
  await refused(t, 'post', `/orders/${id}/move`, { to_status: 'new' }, 409, /move it to reactivated first/)
  const { data } = await work(t, id, '/move', { to_status: 'reactivated', note: 'back' }, ['order.status_changed'])
  t.match(data, [{ status: { code: 'reactivated' }, previous_status: { code: 'cancelled' }, note: 'back' }])
  const { fired } = await ok('post', '/clock/advance', { seconds: 60 })
  t.match(fired, [{ what: 'reactivated ends', subject: id, outcome: 'borrower_contacted' }])
  t.equal(await statusOf(id), 'borrower_contacted')
  t.match((await feedOf(id)).at(-1), { type: 'order.status_changed', data: { status: { code: 'borrower_contacted' } } })
})

t.test('a move that makes no sense is refused', async (t) => {
  const id = await placed()
  const path = `/orders/${id}/move`
  await refused(t, 'post', path, { to_status: 'asleep' }, 422, /to_status must be one of/)
  await refused(t, 'post', path, {}, 422, /to_status is required/)
  const at = { to_status: 'awaiting_review', appointment_at: '2027-03-01T15:00:00Z' }
  await refused(t, 'post', path, at, 422, /belongs to appointment_scheduled/)
  await refused(
    t,
    'post',
    path,
    { ...at, to_status: 'appointment_scheduled', appointment_at: 'noon' },
    422,
    /RFC 3339 timestamp/,
  )
  await refused(
    t,
    'post',
    path,
    { to_status: 'pending_review', appraiser: 'x' },
    422,
    /does not go with pending_review/,
  )
  const actions: Record<string, string> = {
    report_complete: 'deliver',
    revised_report_complete: 'deliver',
    revision_requested: 'revision-requests',
    reconsideration_requested: 'revision-requests',
    on_hold: 'hold',
    off_hold: 'resume',
    cancelled: 'cancel',
  }
  for (const [to_status, action] of Object.entries(actions)) {
    await refused(t, 'post', path, { to_status }, 409, new RegExp(`POST /orders/${id}/${action}`))
  }
  await ok('post', `/orders/${id}/hold`, {})
  await refused(t, 'post', path, { to_status: 'new' }, 409, /resume it first/)
  t.equal(
    (await feedOf(id)).filter(({ type }) => type === 'order.status_changed').length,
    1,
    'the hold alone has an event',
  )
})

t.test('the company holds and resumes an order', async (t) => {
  const id = await placed()
  const held = await work(t, id, '/hold', { reason: 'access' }, ['order.on_hold', 'order.status_changed'])
  t.match(held.data[0], { status: { code: 'on_hold' }, reason: 'access' })
  await refused(t, 'post', `/orders/${id}/hold`, {}, 409, /on hold already/)
  await refused(t, 'post', `/orders/${id}/deliver`, {}, 409, /resume it first/)
  const resumed = await work(t, id, '/resume', { reason: 'keys' }, ['order.resumed', 'order.status_changed'])
  t.match(resumed.data[0], { status: { code: 'off_hold' }, reason: 'keys' })
  await refused(t, 'post', `/orders/${id}/resume`, {}, 409, /is off_hold/)
  await ok('post', '/clock/advance', { seconds: 60 })
  t.equal(await statusOf(id), 'new')
})

t.test('the company cancels what the lender cannot: a held order, and one with an open correction', async (t) => {
  const held = await placed()
  await ok('post', `/orders/${held}/move`, { to_status: 'appraiser_accepted' })
  await ok('post', `/orders/${held}/hold`, {})
  t.equal((await lender('main', 'post', `/orders/${held}/cancel`, {})).status, 409)
  const cancelled = ['order.cancelled', 'order.status_changed']
  const { data } = await work(t, held, '/cancel', { reason: 'no appraiser near' }, cancelled)
  t.match(data[0], { status: { code: 'cancelled' }, reason: 'no appraiser near' })
  await ok('post', `/orders/${held}/move`, { to_status: 'reactivated' })
  await ok('post', '/clock/advance', { seconds: 60 })
  t.equal(await statusOf(held), 'appraiser_accepted', 'it comes back to work, not to its hold')

  const revising = await placed()
  await deliver(revising)
  await refused(t, 'post', `/orders/${revising}/cancel`, { reason: 'x' }, 409, /while it is open.*report_complete/)
  await refused(t, 'post', `/orders/${revising}/hold`, {}, 409, /while it is open/)
  await ok('post', `/orders/${revising}/revision-requests`, { kind: 'correction' })
  await work(t, revising, '/cancel', { reason: 'x' }, cancelled)
  await refused(t, 'post', `/orders/${revising}/cancel`, { reason: 'x' }, 409, /this one is cancelled/)
  await refused(t, 'post', `/orders/${held}/cancel`, {}, 422, /reason is required/)
})

expectSucceeded('moves')
