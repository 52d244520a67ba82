// The clock and the rate limit windows, moved over the control interface.
import t from 'tap'
import { bearer, begin, feedOf, lenderPort, ok, placed, read, refused, simulator, statusOf } from './support.ts'
import type { Json } from './support.ts'
import { expectSucceeded } from './succeeding.ts'

await begin()

// --- time

t.test('the clock is read and moved forward', async (t) => {
  const start = simulator.clock.now()
  simulator.clock.at(start + 5000, 'a bell', 'bell_1', () => 'rung')
  const clock = await ok('get', '/clock')
  t.equal(clock.mode, 'manual')
  t.equal(Date.parse(clock.now), start)
  t.match(clock.upcoming, [{ what: 'a bell', subject: 'bell_1' }])
  const early = new Date(start + 1000).toISOString()
  t.strictSame((await ok('get', `/clock?until=${early}`)).upcoming, [])
  t.strictSame((await ok('post', '/clock/advance', { to: early })).fired, [])
  const { now, fired } = await ok('post', '/clock/advance', { seconds: 10 })
  t.equal(Date.parse(now), start + 11_000)
  t.match(fired, [{ what: 'a bell', subject: 'bell_1', outcome: 'rung', at: new Date(start + 5000).toISOString() }])
})

t.test('a preview shows what would fire, with the order and the event, and moves nothing', async (t) => {
  const url = 'http://127.0.0.1:9/nobody-listens'
  await ok('put', '/lenders/len_bluestem/webhooks/sandbox', {
    url,
    secret: 'x'.repeat(32),
    enabled: true,
    events: ['order.resumed'],
  })
  const id = await placed()
  await ok('post', `/orders/${id}/hold`, {})
  await ok('post', `/orders/${id}/resume`, {})
  await simulator.idle()
  const [resumed] = (await feedOf(id)).filter(({ type }: Json) => type === 'order.resumed')
  const before = simulator.clock.now()
  const { data, total, now, mode, frozen } = await ok('get', `/clock/due?order_id=${id}`)
  t.strictSame({ total, now: Date.parse(now), mode, frozen }, { total: 2, now: before, mode: 'manual', frozen: false })
  const [settles, attempt] = data
  t.match(settles, { kind: 'order_settles', order_id: id, event_id: null })
  t.match(attempt, { kind: 'delivery_attempt', order_id: id, event_id: resumed.id })
  t.equal(Date.parse(attempt.at), Date.parse(resumed.delivery.next_attempt_at), 'as the feed says')
  t.equal((await ok('get', `/clock/due?order_id=${id}&limit=1`)).data.length, 1)
  t.equal((await ok('get', `/clock/due?order_id=${id}&until=${settles.at}`)).total, 1)
  t.strictSame(
    simulator.clock.due(settles.at),
    (await ok('get', `/clock/due?until=${settles.at}`)).data,
    'in process too',
  )
  t.equal(simulator.clock.now(), before)
  t.equal(await statusOf(id), 'off_hold')

  const moved = await ok('post', '/clock/advance', { until: 'next_due' })
  t.equal(moved.now, settles.at)
  t.match(moved, { idle: false, next_due_at: attempt.at, bounded_by: null })
  t.equal(await statusOf(id), 'new')

  const ended = await ok('post', '/clock/advance', { until: 'idle' })
  t.match(ended, { idle: true, next_due_at: null, bounded_by: null })
  // The token has come to its end on the way.
  bearer.clear()
  const [last] = (await feedOf(id)).filter(({ type }: Json) => type === 'order.resumed')
  t.match(last.delivery, { status: 'dead_lettered', attempts: 9, next_attempt_at: null }, 'all nine attempts')
  t.equal((await ok('get', '/clock/due')).total, 0)
  await ok('put', '/lenders/len_bluestem/webhooks/sandbox', { enabled: false })
})

t.test('what an order has left behind is not due', async (t) => {
  const id = await placed()
  await ok('post', `/orders/${id}/hold`, {})
  await ok('post', `/orders/${id}/resume`, {})
  t.equal((await ok('get', `/clock/due?order_id=${id}`)).total, 1)
  await ok('post', `/orders/${id}/cancel`, { reason: 'nobody is free' })
  t.equal((await ok('get', `/clock/due?order_id=${id}`)).total, 0)
  const now = simulator.clock.now()
  t.match(await ok('post', '/clock/advance', { until: 'idle' }), { fired: [], idle: true })
  t.equal(simulator.clock.now(), now)
})

t.test('the next act of a persona is due', async (t) => {
  const order_id = await placed()
  const { id } = await ok('post', '/personas', { name: 'punctual', order_id })
  const [{ next }] = (await ok('get', '/personas')).data
  const [{ at, what, ...due }] = (await ok('get', `/clock/due?order_id=${order_id}`)).data
  t.strictSame({ at, what, order_id }, next)
  t.strictSame(due, { kind: 'persona_step', order_id, event_id: null })
  await ok('post', `/personas/${id}/remove`)
  t.equal((await ok('get', `/clock/due?order_id=${order_id}`)).total, 0)
})

t.test('until idle is bounded, and the answer says by what', async (t) => {
  const start = simulator.clock.now()
  const daily = () => void simulator.clock.at(simulator.clock.now() + 86_400_000, 'daily', 'bell', daily)
  daily()
  const moved = await ok('post', '/clock/advance', { until: 'idle', max_seconds: 90_000 })
  t.equal(Date.parse(moved.now), start + 86_400_000)
  t.match(moved, { idle: false, bounded_by: 'max_seconds' })
  t.equal(Date.parse(moved.next_due_at), start + 2 * 86_400_000)
  t.match(await ok('post', '/clock/advance', { until: 'idle', max_fired: 5 }), { idle: false, bounded_by: 'max_fired' })
  t.match(await simulator.clock.advanceUntilIdle({ max_fired: 1 }), { idle: false, bounded_by: 'max_fired' })
})

t.test('frozen and unfrozen over the port and in process', async (t) => {
  t.match(await ok('post', '/clock/freeze'), { frozen: true, mode: 'manual' })
  t.equal(simulator.clock.frozen, true)
  t.equal((await ok('get', '/clock')).frozen, true)
  const { now } = await ok('post', '/clock/advance', { seconds: 1 })
  t.strictSame(await ok('post', '/clock/unfreeze'), { now, mode: 'manual', frozen: false })
  simulator.clock.freeze()
  t.equal((await ok('get', '/clock/due')).frozen, true)
  simulator.clock.unfreeze()
  const later = simulator.clock.now() + 1000
  await simulator.clock.advanceTo(new Date(later))
  t.equal(simulator.clock.now(), later)
  await simulator.clock.advanceTo(new Date(later + 1000).toISOString())
  t.equal(simulator.clock.now(), later + 1000)
  await t.rejects(simulator.clock.advanceTo('tomorrow'), { code: 'clock_bad_instant' })
  for (const [seconds, came] of [
    [1e18, '1000000000000000000'],
    [NaN, 'NaN'],
    [{}, '{}'],
    ['60', '"60"'],
    [undefined, 'undefined'],
  ] as [number, string][])
    await t.rejects(
      simulator.advance(seconds),
      { code: 'clock_bad_instant', message: new RegExp(`seconds, \\d+ at most now, but ${came} came; give`) },
      came,
    )
})

t.test('held, the clock stands still, and what falls due at the instant runs', async (t) => {
  let rung = 0
  const { clock } = simulator
  const hold = clock.hold.bind(clock)
  const begun = new Promise<number>((resolve) => {
    clock.hold = async (milliseconds) => {
      const held = hold(milliseconds)
      resolve(milliseconds)
      await held
    }
  })
  const holding = ok('post', '/clock/hold', { milliseconds: 50 })
  t.equal(await begun, 50)
  clock.hold = hold
  const [before] = [
    simulator.clock.now(),
    simulator.clock.at(simulator.clock.now(), 'a bell', 'bell_2', () => void (rung += 1)),
  ]
  t.equal(simulator.clock.now(), before)
  t.equal(Date.parse((await holding).now), before)
  t.equal(rung, 1)
  await refused(t, 'post', '/clock/hold', { milliseconds: 60_000 }, 422, /milliseconds must be <= 10000/)
})

t.test('the clock does not go back and takes one measure', async (t) => {
  await refused(t, 'post', '/clock/advance', { to: '2001-01-01T00:00:00Z' }, 409, /forward only/)
  await refused(t, 'post', '/clock/advance', { seconds: -1 }, 422, /seconds must be >= 0/)
  await refused(
    t,
    'post',
    '/clock/advance',
    { seconds: 1e300 },
    422,
    /seconds, \d+ at most now, but 1e\+300 came; give/,
  )
  await refused(t, 'post', '/clock/advance', { to: 'tomorrow' }, 422, /to must be an RFC 3339 timestamp, such as/)
  await refused(
    t,
    'post',
    '/clock/advance',
    { seconds: 1, to: '2090-01-01T00:00:00Z' },
    422,
    /one of .*, but has seconds and to;/,
  )
  await refused(t, 'post', '/clock/advance', {}, 422, /must have one of seconds, to and until, but has none; send one/)
  await refused(t, 'post', '/clock/advance', { seconds: 1, until: 'idle' }, 422, /but has seconds and until;/)
  await refused(t, 'post', '/clock/advance', { max_fired: 3 }, 422, /but has none;/)
  await refused(t, 'post', '/clock/advance', { to: '9950-01-01T00:00:00Z' }, 422, /at most, and 9950-01-01T.* is later/)
  await refused(t, 'post', '/clock/advance', { seconds: 1, max_fired: 3 }, 422, /max_fired bounds until: idle alone/)
  await refused(t, 'post', '/clock/advance', { until: 'next_due', max_seconds: 3 }, 422, /max_seconds bounds until/)
  await refused(t, 'post', '/clock/advance', { until: 'dawn' }, 422, /until must be one of next_due, idle/)
  await refused(t, 'get', '/clock/due?limit=0', undefined, 422, /limit must be >= 1/)
  await refused(t, 'get', '/clock?until=soon', undefined, 422, /until must be an RFC 3339 timestamp, such as/)
})

t.test('a new rate limit window begins with its limit as it was', async (t) => {
  bearer.clear()
  const remaining = async () => {
    const token = bearer.get('main') ?? ''
    const { headers } = await lenderPort.sandbox.get('/account').auth(token, { type: 'bearer' })
    return [headers['x-ratelimit-limit'], Number(headers['x-ratelimit-remaining'])]
  }
  await read('get', '/account')
  await read('get', '/account')
  t.ok(((await remaining())[1] as number) < 599)
  t.strictSame(await ok('post', '/rate-limit/renew'), { requests_per_minute: 600 })
  t.strictSame(await remaining(), ['600', 599])
})

expectSucceeded('clock')
