// Faults through the control port: added, seen, removed, cleared, and refused by the place that is wrong.
import t from 'tap'
import { begin, control, lender, ok, placed, profile, refused, simulator } from './support.ts'
import { expectSucceeded } from './succeeding.ts'

await begin()

const client_id = profile.credentials.main.client_id

t.test('a fault is added, counts, is shown, and is removed', async (t) => {
  t.strictSame(await ok('get', '/faults'), { data: [] })
  const fault = { kind: 'status', status: 503, operation: 'getAccount', client_id, times: 1 }
  const added = await ok('post', '/faults', fault)
  const expected = { state: 'active', matched: 0, struck: 0, expires_at: null, fault }
  t.match(added, expected)
  t.equal(added.added_at, new Date(simulator.clock.now()).toISOString())
  t.equal((await ok('get', '/capabilities')).faults_active, 1)
  t.equal((await lender('main', 'get', '/account')).status, 503)
  t.equal((await lender('main', 'get', '/account')).status, 200)
  const spent = { ...added, state: 'spent', matched: 1, struck: 1 }
  t.strictSame(await ok('get', '/faults'), { data: [spent] })
  t.equal((await ok('get', '/capabilities')).faults_active, 0)
  t.strictSame(await ok('post', `/faults/${added.id}/remove`), spent)
  t.strictSame(await ok('get', '/faults'), { data: [] })
  await refused(t, 'post', `/faults/${added.id}/remove`, undefined, 404, /There is no fault f1; GET \/faults/)
})

t.test('clear ends them all, and an id is never used again', async (t) => {
  const first = await ok('post', '/faults', { kind: 'reset', operation: 'getAccount' })
  const second = await ok('post', '/faults', { kind: 'drop', event_type: 'order.created' })
  t.not(second.id, first.id)
  t.strictSame(await ok('post', '/faults/clear'), { removed: 2 })
  t.equal((await lender('main', 'get', '/account')).status, 200)
  t.strictSame(await ok('post', '/faults/clear'), { removed: 0 })
  const third = await ok('post', '/faults', { kind: 'reset', nth: 9 })
  t.notOk([first.id, second.id].includes(third.id))
  await ok('post', '/faults/clear')
})

t.test('the control port itself never fails', async (t) => {
  await ok('post', '/faults', { kind: 'status', status: 500 })
  t.equal((await ok('get', '/faults')).data[0].matched, 0)
  await ok('post', '/faults/clear')
})

t.test('what cannot be used is refused, and named', async (t) => {
  await refused(t, 'post', '/faults', { kind: 'explode' }, 422, /kind must be one of status, latency, reset/)
  await refused(t, 'post', '/faults', { kind: 'latency' }, 422, /milliseconds is required/)
  await refused(t, 'post', '/faults', { kind: 'latency', milliseconds: 1, tiems: 1 }, 422, /tiems is not known here/)
  const nobody = { kind: 'reset', client_id: 'cli_nobody' }
  await refused(t, 'post', '/faults', nobody, 422, /client_id: There is no client cli_nobody; there are .*cli_/)
  const { details } = await refused(t, 'post', '/faults', { kind: 'reset', operation: 'x' }, 422, /createOrder/)
  t.match(details, [{ field: 'operation', code: 'invalid_value', value: 'x' }])
  t.equal((await control.post('/faults').send([])).status, 400)
  t.strictSame(await ok('get', '/faults'), { data: [] })
})

t.test('an attempt names the fault that it carries', async (t) => {
  const url = 'http://127.0.0.1:9/hooks'
  await ok('put', '/lenders/len_bluestem/webhooks/sandbox', { url, secret: 'x'.repeat(32), enabled: true })
  const { id: fault } = await ok('post', '/faults', { kind: 'drop', event_type: 'order.created', times: 1 })
  const order = await placed()
  await simulator.idle()
  const { data } = await ok('get', `/events?order_id=${order}&type=order.created`)
  const attempts = async () => (await ok('get', `/events/${data[0].id}/attempts`)).data
  t.match(await attempts(), [{ number: 1, accepted: false, fault, error: { code: 'dropped' } }])
  await simulator.advance(60)
  t.match(await attempts(), [{ fault }, { number: 2, fault: null }])
  const stale = await ok('post', '/faults', { kind: 'stale', event_type: 'order.created', times: 1 })
  const { attempt } = await ok('post', `/events/${data[0].id}/redeliver`)
  t.match(attempt, { kind: 'redelivery', fault: stale.id }, 'one by hand may carry one too')
})

expectSucceeded('faults')
