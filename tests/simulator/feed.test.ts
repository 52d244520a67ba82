// The catch-up feed: what is in it, in which order, for how long, and how each delivery fares (Endpoints / GET /events).
import t from 'tap'
import { eventTypes, isoDate, keyFields } from './samples.ts'
import { refused } from './refusal.ts'
import { start, unlimited } from './support.ts'
import { startReceiver } from './webhook-receiver.ts'
import type { Feed, FeedEvent } from './wire-types.ts'

const secret = 'a secret of this test, with 43 characters.'

/** An order through which many types of event are raised. */
const eventful = async (api: Awaited<ReturnType<typeof start>>): Promise<string> => {
  const { id } = await api.create({ 'loan.number': 'L-1' })
  await api.act(id, 'hold', { reason: 'away' })
  await api.act(id, 'resume')
  await api.company(`/orders/${id}/messages`, { from: 'manager', body: 'Hello.' })
  await api.company(`/orders/${id}/due-date`, { due_date: isoDate(api.now(), 30) })
  await api.company(`/orders/${id}/fee`, { appraisal_fee: '700.00', reason: 'Larger than stated.' })
  await api.move(id, 'report_complete')
  await api.revise(id)
  await api.move(id, 'revised_report_complete')
  const other = await api.create()
  await api.act(other.id, 'cancel', { reason: 'over' })
  return id
}

t.test('the feed shows every event once, oldest first, in id order', async (t) => {
  const api = await start(t, unlimited)
  const page = (query: Record<string, string | number>) => api.ok<Feed>('main', 'GET', '/events', { query })
  t.strictSame(await page({}), { data: [], next_cursor: null }, 'empty before anything happened')
  const id = await eventful(api)
  const all = await api.events()
  const types = [...new Set(all.map(({ type }) => type))]
  t.strictSame(
    types.filter((type) => !eventTypes.includes(type)),
    [],
    'each is of the catalog',
  )
  t.same(
    all.map(({ id }) => id),
    all.map(({ id }) => id).toSorted(),
    'ids rise',
  )
  t.equal(new Set(all.map(({ id }) => id)).size, all.length)
  t.same(
    all.map(({ created_at }) => created_at),
    all.map(({ created_at }) => created_at).toSorted(),
  )
  for (const { type, order_id, data, delivery } of all) {
    t.equal(data.order_id, order_id, type)
    t.strictSame(delivery, {
      status: 'not_subscribed',
      attempts: 0,
      last_attempt_at: null,
      next_attempt_at: null,
      last_response_status: null,
    })
  }
  const of = (type: string) => all.find((event) => event.type === type)!.data
  const base = ['order_id', 'order_number']
  for (const type of types) t.same(Object.keys(of(type)), [...base, ...keyFields[type]!], type)
  t.match(of('order.fee_changed'), { appraisal_fee: '700.00', previous_appraisal_fee: '525.00', currency: 'USD' })
  t.match(of('order.due_date_changed'), {
    previous_due_date: isoDate(api.now(), 20),
    due_date: isoDate(api.now(), 30),
    requested_by: 'company',
  })

  for (const per_page of [1, 2, 7, all.length - 1, all.length, 100]) {
    const walked: FeedEvent[] = []
    let cursor: string | null = null
    do {
      const one: Feed = await page({ per_page, ...(cursor !== null && { after: cursor }) })
      t.ok(one.data.length === per_page || one.next_cursor === null, 'only the last page is short')
      walked.push(...one.data)
      cursor = one.next_cursor
    } while (cursor !== null)
    t.same(walked, all, `pages of ${per_page}`)
  }
  const last = all.at(-1)!.id
  t.strictSame(await page({ after: last }), { data: [], next_cursor: null }, 'nothing after the last')
  t.equal((await page({ per_page: all.length })).next_cursor, null, 'a full last page is the last')
  t.same((await page({ after: 'evt_', per_page: 100 })).data, all, 'an id that no event has counts by its place')
  t.same((await page({ after: `${all[2]!.id}0`, per_page: 100 })).data, all.slice(3))
  t.same((await page({ after: 'zzz' })).data, [])

  for (const type of eventTypes)
    t.same(
      await api.events({ type }),
      all.filter((event) => event.type === type),
      type,
    )
  t.same(
    await api.events({ order_id: id }),
    all.filter(({ order_id }) => order_id === id),
  )
  t.same(
    await api.events({ order_id: id, type: 'order.status_changed', per_page: 2 }),
    all.filter((event) => event.order_id === id && event.type === 'order.status_changed'),
  )
  t.same(await api.events({ delivery_status: 'not_subscribed' }), all)
  for (const delivery_status of ['failed', 'dead_lettered']) t.same(await api.events({ delivery_status }), [])
  t.same(await api.events({ type: 'order.cancelled', order_id: id }), [], 'filters hold together')
  t.same(await api.events({ order_id: 'ord_none' }), [])

  for (const [name, value, status] of [
    ['type', 'order.exploded', 422],
    ['type', 'order.created,order.assigned', 422],
    ['delivery_status', 'lost', 422],
    ['per_page', '0', 422],
    ['per_page', '101', 422],
    ['per_page', 'x', 400],
  ] as const) {
    const code = status === 400 ? 'invalid_request' : 'validation_failed'
    refused(
      t,
      await api.call('main', 'GET', '/events', { query: { [name]: value } }),
      { status, code, fields: [name] },
      `${name}=${value}`,
    )
  }
})

t.test('an event stays in the feed for 30 days', async (t) => {
  const api = await start(t)
  const old = await api.create()
  await api.simulator.advance(86_400)
  const younger = await api.create()
  const [first, second] = await api.events()
  await api.simulator.advance(28.9 * 86_400)
  t.same(
    (await api.events()).map(({ order_id }) => order_id),
    [old.id, younger.id],
    'at 29.9 days',
  )
  await api.simulator.advance(0.2 * 86_400)
  t.same(
    (await api.events()).map(({ order_id }) => order_id),
    [younger.id],
    'at 30.1 days',
  )
  t.same(
    (await api.events({ after: first!.id })).map(({ id }) => id),
    [second!.id],
    'a cursor that has left still counts',
  )
  t.same(await api.events({ order_id: old.id }), [])
  t.equal((await api.read(old.id)).id, old.id, 'the order is there for longer')
  await api.simulator.advance(86_400)
  t.same(await api.events(), [])
})

t.test('the feed says how each delivery fares', async (t) => {
  let status = 200
  const receiver = await startReceiver(t, { secret, status: () => status })
  const api = await start(t)
  await api.ok('main', 'PUT', '/webhook', { body: { url: receiver.url, secret, events: ['order.created'] } })
  const stateOf = async (id: string, type: string) => (await api.events({ order_id: id, type }))[0]!.delivery
  const at = (ahead = 0) => new Date(api.now() + ahead).toISOString()

  const taken = await api.create()
  await api.simulator.idle()
  t.strictSame(await stateOf(taken.id, 'order.created'), {
    status: 'delivered',
    attempts: 1,
    last_attempt_at: at(),
    next_attempt_at: null,
    last_response_status: 200,
  })
  await api.act(taken.id, 'hold')
  await api.simulator.idle()
  t.match(await stateOf(taken.id, 'order.on_hold'), { status: 'not_subscribed', attempts: 0 })
  t.equal(receiver.deliveries.length, 1)
  const { envelope } = receiver.deliveries[0]!
  const [event] = await api.events({ order_id: taken.id, type: 'order.created' })
  t.strictSame(
    envelope,
    { id: event!.id, type: event!.type, created_at: event!.created_at, api_version: '1.0.0', data: event!.data },
    'the feed shows what was sent',
  )

  status = 503
  const failing = await api.create()
  await api.simulator.idle()
  t.strictSame(await stateOf(failing.id, 'order.created'), {
    status: 'failed',
    attempts: 1,
    last_attempt_at: at(),
    next_attempt_at: at(60_000),
    last_response_status: 503,
  })
  t.same(
    (await api.events({ delivery_status: 'failed' })).map(({ order_id }) => order_id),
    [failing.id],
  )
  const lost = await api.create()
  await api.simulator.advance(2 * 86_400)
  t.match(await stateOf(lost.id, 'order.created'), {
    status: 'dead_lettered',
    attempts: 9,
    next_attempt_at: null,
    last_response_status: 503,
  })
  t.equal((await api.events({ delivery_status: 'dead_lettered' })).length, 2)

  status = 200
  await api.ok('main', 'PUT', '/webhook', { body: { enabled: false } })
  const unheard = await api.create()
  await api.ok('main', 'PUT', '/webhook', { body: { enabled: true } })
  await api.simulator.advance(7200)
  t.match(
    await stateOf(unheard.id, 'order.created'),
    { status: 'not_subscribed', attempts: 0 },
    'raised while switched off',
  )
})
