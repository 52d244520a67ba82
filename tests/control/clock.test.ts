// The clock and the rate limit windows, moved over the control interface.
import t from 'tap'
import { bearer, lenderPort, ok, read, refused, simulator } from './support.ts'
import { expectSucceeded } from './succeeding.ts'

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
  await refused(t, 'post', '/clock/advance', { seconds: 1e300 }, 422, /instant/)
  await refused(t, 'post', '/clock/advance', { to: 'tomorrow' }, 422, /to must match format/)
  await refused(t, 'post', '/clock/advance', { seconds: 1, to: '2090-01-01T00:00:00Z' }, 422, /1 propert/)
  await refused(t, 'post', '/clock/advance', {}, 422, /1 propert/)
  await refused(t, 'get', '/clock?until=soon', undefined, 422, /until must match format/)
})

t.test('a new rate limit window begins with its limit as it was', async (t) => {
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
