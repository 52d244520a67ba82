// An order that is read again is what it is now: whatever an answer depends on is changed, and both reads show it.
import t from 'tap'
import type { Test } from 'tap'
import { start } from './support.ts'
import type { Item, List, Order } from './wire-types.ts'

const seconds = 1_000
type Api = Awaited<ReturnType<typeof start>>

const control = async (api: Api, method: 'PATCH' | 'POST', path: string, body: unknown = {}): Promise<void> => {
  const { status, bytes } = await api.fetchRaw(method, `${api.simulator.controlUrl}${path}`, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${bytes}`)
}

const iso = (at: number): string => new Date(at).toISOString()

/** Both reads twice: what the first one kept is there for the second. */
const bothReads = async (api: Api, id: string): Promise<{ order: Order; item: Item }> => {
  let order = await api.read(id)
  let list = await api.ok<List<Item>>('main', 'GET', '/orders')
  order = await api.read(id)
  list = await api.ok<List<Item>>('main', 'GET', '/orders')
  return { order, item: list.data.find((one) => one.id === id)! }
}

t.test('the record: an amendment shows', async (t) => {
  const api = await start(t)
  const { id } = await api.create({ lender_reference: 'first' })
  t.equal((await bothReads(api, id)).item.lender_reference, 'first')
  await api.simulator.advance(90)
  await api.ok('main', 'PATCH', `/orders/${id}`, { body: { lender_reference: 'second' } })
  const { order, item } = await bothReads(api, id)
  t.strictSame([order.lender_reference, item.lender_reference], ['second', 'second'])
  t.strictSame([order.dates.updated_at, item.dates.updated_at], [iso(api.now()), iso(api.now())])
})

t.test('the clock: each move has the time at which it was made', async (t) => {
  const api = await start(t)
  const { id } = await api.create()
  const placed = api.now()
  t.equal((await bothReads(api, id)).item.status.changed_at, iso(placed))
  for (const status of ['appraiser_assigned', 'appraiser_accepted']) {
    await api.simulator.advance(61.5)
    await api.move(id, status)
    const { order, item } = await bothReads(api, id)
    t.strictSame([order.status.code, item.status.code], [status, status])
    t.strictSame([order.status.changed_at, item.status.changed_at], [iso(api.now()), iso(api.now())])
    t.equal(order.dates.created_at, iso(placed))
  }
})

t.test('the company: other words for a status, and an appraiser who is not shared', async (t) => {
  const api = await start(t)
  const { id } = await api.create()
  await api.simulator.company.assign(id, 'Kit Example')
  const before = await bothReads(api, id)
  const { company } = await api.ok<{ company: { id: string } }>('main', 'GET', '/account')
  await control(api, 'PATCH', `/companies/${company.id}`, {
    status_labels: { appraiser_assigned: 'Taken' },
    shares_appraiser: false,
  })
  const after = await bothReads(api, id)
  t.strictSame([before.order.appraiser, after.order.appraiser], [{ name: 'Kit Example' }, null])
  t.not(before.order.status.label, 'Taken')
  t.strictSame([after.order.status.label, after.item.status.label], ['Taken', 'Taken'])
})

t.test('the caller: another lender is refused what this one has just read', async (t) => {
  const api = await start(t)
  const { id } = await api.create()
  await bothReads(api, id)
  t.equal((await api.call('other_lender', 'GET', `/orders/${id}`)).status, 404)
  t.equal((await api.ok<List<Item>>('other_lender', 'GET', '/orders')).total, 0)
})

t.test('the token: it ends by the clock and by a revocation, however often it was read', async (t) => {
  const api = await start(t)
  const status = async (token: string) => (await api.call({ token }, 'GET', '/account')).status
  const expiring = await api.token('main')
  t.strictSame([await status(expiring), await status(expiring)], [200, 200])
  const revoked = await api.token('main_second')
  t.equal(await status(revoked), 200)
  const client = api.profile.credentials.main_second!.client_id
  await control(api, 'POST', `/clients/${client}/revoke`)
  t.equal(await status(revoked), 401)
  t.equal(await status(expiring), 200)
  await api.simulator.advance(3_600)
  t.equal(await status(expiring), 401)
  const other = await start(t)
  t.equal((await other.call({ token: await api.token('main') }, 'GET', '/account')).status, 401, 'nobody else takes it')
})

const read = async (t: Test, readings: Record<string, string>) => {
  const api = await start(t, { readings })
  const { id } = await api.create({ 'property.address.street': '100  Congress Ave' })
  return { at: api.now(), ...(await bothReads(api, id)) }
}

t.test('the reading: simulators of one process each have their own', async (t) => {
  const usual = await read(t, {})
  const whole = await read(t, { 'conventions.timestamp-fraction': 'whole-seconds' })
  const zero = await read(t, { 'conventions.timestamp-offset': 'numeric-zero' })
  const short = await read(t, { 'order.address-summary-form': 'short-form' })
  const again = await read(t, {})
  for (const { at, order, item } of [usual, again])
    t.strictSame([order.dates.created_at, item.dates.created_at], [iso(at), iso(at)])
  const second = iso(Math.floor(whole.at / seconds) * seconds).replace('.000', '')
  t.strictSame([whole.order.dates.created_at, whole.item.dates.created_at], [second, second])
  const offset = iso(zero.at).replace('Z', '+00:00')
  t.strictSame([zero.order.dates.created_at, zero.item.dates.created_at], [offset, offset])
  t.equal(usual.item.property_address_summary, '100 Congress Ave, Austin, TX 78701')
  t.equal(short.item.property_address_summary, 'Austin, TX')
})
