// Lists: order, filters alone and together, and pages (Endpoints, Ordering of lists; GET /orders).
import t from 'tap'
import { change } from './samples.ts'
import { refused } from './refusal.ts'
import { start } from './support.ts'
import type { Item, List, Message, Revision, Summary } from './wire-types.ts'

const api = await start(t)
type Query = Record<string, string | number | readonly string[]>
const list = (query: Query = {}) => api.ok<List<Item>>('main', 'GET', '/orders', { query: { per_page: 100, ...query } })
const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)
const instant = (at: number) => new Date(at).toISOString()
/** Moves the clock to this many milliseconds after the next full second. */
const toSecond = async (milliseconds: number): Promise<number> => {
  const second = (Math.floor(api.now() / 1000) + 1) * 1000
  await api.simulator.clock.advance(second + milliseconds)
  return second
}

t.test('an account without orders has an empty first page', async (t) => {
  t.strictSame(await api.ok('no_amend', 'GET', '/orders'), {
    data: [],
    page: 1,
    per_page: 25,
    total: 0,
    total_pages: 0,
  })
})

t.test('orders stand newest first, those of one instant by id, each as its own read shows it', async (t) => {
  const made = [await api.create(), await api.create(), await api.create()]
  await toSecond(0)
  made.push(
    await api.create({ 'property.address': { street: '1 Main St', unit: 'Apt 2\nrear', postal_code: '78701' } }),
  )
  const { data } = await list()
  t.same(ids({ data }), made.map(({ id }) => id).toReversed())
  for (const order of made) {
    const { property_address_summary, ...item } = data.find(({ id }) => id === order.id)!
    const { id, order_number, lender_reference, status, order_type, dates } = order
    t.strictSame(item, { id, order_number, lender_reference, status, order_type, dates })
    t.match(property_address_summary, /Austin, TX 78701$/)
  }
  t.equal(data[0]!.property_address_summary, '1 Main St, Apt 2 rear, Austin, TX 78701')
})

t.test('the status filter takes one code or several', async (t) => {
  const held = await api.reach('on_hold')
  const done = await api.reach('cancelled')
  t.same(ids(await list({ status: 'on_hold' })), [held.id])
  t.same(ids(await list({ status: 'on_hold,cancelled' })), [done.id, held.id])
  t.same(
    ids(await list({ status: ' cancelled , on_hold,on_hold' })),
    [done.id, held.id],
    'spaces and repeats do not matter',
  )
  t.same(ids(await list({ status: 'report_rejected_for_correction' })), [])
  t.same(ids(await list({ status: '' })), ids(await list()), 'an empty filter is none')
  t.same(ids(await list({ status: ['new', 'cancelled'] })), [done.id], 'the last of two counts')
  const all = await list({ status: 'new,on_hold,cancelled' })
  t.equal(all.total, (await list()).total)
  for (const status of ['NEW', 'open', 'new,open', 'new,', ',', 'new;cancelled'])
    refused(
      t,
      await api.call('main', 'GET', '/orders', { query: { status } }),
      { status: 422, code: 'validation_failed', fields: ['status'] },
      status,
    )
})

t.test('order_number and lender_reference match the whole value exactly', async (t) => {
  const one = await api.create({ lender_reference: 'Ref-7' })
  const two = await api.create({ lender_reference: 'Ref-7' })
  t.same(ids(await list({ lender_reference: 'Ref-7' })), [two.id, one.id])
  for (const other of ['ref-7', 'Ref', 'Ref-77', ' Ref-7', 'Ref-7 ', 'Ref-%'])
    t.same(
      await list({ lender_reference: other }),
      { data: [], page: 1, per_page: 100, total: 0, total_pages: 0 },
      other,
    )
  t.same(ids(await list({ order_number: one.order_number })), [one.id])
  for (const other of [one.order_number.slice(0, -1), `${one.order_number}0`, '*', one.id])
    t.same(ids(await list({ order_number: other })), [], other)
  await api.ok('main', 'PATCH', `/orders/${one.id}`, { body: { lender_reference: 'Ref-8' } })
  t.same(ids(await list({ lender_reference: 'Ref-7' })), [two.id], 'an amended reference is found under its new text')
  t.same(ids(await list({ lender_reference: 'Ref-8' })), [one.id])
})

t.test('updated_since is inclusive to the second', async (t) => {
  const second = await toSecond(300)
  const order = await api.create()
  for (const [since, found] of [
    [instant(second), true],
    [instant(second + 300), true],
    [instant(second + 999), true],
    [instant(second + 1000), false],
    [instant(second - 1), true],
    [instant(second).replace('.000Z', 'Z'), true],
    [instant(second + 1000).replace('.000Z', 'Z'), false],
    [instant(second).replace('Z', '+00:00'), true],
    [instant(second + 2 * 3_600_000).replace('Z', '+02:00'), true],
    [instant(second + 2 * 3_600_000 + 1000).replace('Z', '+02:00'), false],
    [instant(second - 9.5 * 3_600_000).replace('Z', '-09:30'), true],
  ] as const)
    t.equal(ids(await list({ updated_since: since })).includes(order.id), found, since)
  const plus = instant(second).replace('.000Z', '+00:00')
  t.ok(
    ids(await api.ok<List<Item>>('main', 'GET', `/orders?updated_since=${plus}`)).includes(order.id),
    'a plus sign that was not encoded',
  )
  await toSecond(0)
  const before = await api.create()
  const later = await toSecond(0)
  t.same(ids(await list({ updated_since: instant(later) })), [])
  await api.ok('main', 'PATCH', `/orders/${before.id}`, { body: { lender_reference: 'moved' } })
  t.same(ids(await list({ updated_since: instant(later) })), [before.id], 'a change brings the order into the window')
})

t.test('an updated_since that is no date-time is refused', async (t) => {
  for (const since of [
    'yesterday',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '1767225600',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:00:00+99:99',
    '2026-01-01 00:00:00Z',
    'T00:00:00Z',
  ])
    refused(
      t,
      await api.call('main', 'GET', '/orders', { query: { updated_since: since } }),
      { status: 422, code: 'validation_failed', fields: ['updated_since'] },
      since,
    )
})

t.test('filters hold together', async (t) => {
  const second = await toSecond(0)
  const reference = { lender_reference: 'Together' }
  const kept = await api.create(reference)
  const held = await api.create(reference)
  await api.act(held.id, 'hold')
  await api.create()
  const all = { ...reference, updated_since: instant(second) }
  t.same(ids(await list(all)), [held.id, kept.id])
  t.same(ids(await list({ ...all, status: 'new' })), [kept.id])
  t.same(ids(await list({ ...all, status: 'new', order_number: held.order_number })), [])
  t.same(ids(await list({ ...all, status: 'new,on_hold', order_number: held.order_number })), [held.id])
  t.same(ids(await list({ ...all, updated_since: instant(second + 1000) })), [])
  t.match(await list({ ...all, per_page: 1, page: 2 }), { data: [{ id: kept.id }], total: 2, total_pages: 2, page: 2 })
})

t.test('pages cover the list once, in order, whatever their size', async (t) => {
  for (let n = 0; n < 27; n++) await api.create({ lender_reference: 'Paged' })
  const all = ids(await list({ lender_reference: 'Paged' }))
  t.equal(all.length, 27)
  for (const per_page of [1, 7, 25, 26, 27, 100]) {
    const walked: string[] = []
    const pages = Math.ceil(27 / per_page)
    for (let page = 1; page <= pages; page++) {
      const one = await list({ lender_reference: 'Paged', page, per_page })
      t.match(one, { page, per_page, total: 27, total_pages: pages })
      walked.push(...ids(one))
    }
    t.same(walked, all, `pages of ${per_page}`)
  }
  const usual = await api.ok<List<Item>>('main', 'GET', '/orders', { query: { lender_reference: 'Paged' } })
  t.match(usual, { page: 1, per_page: 25, total: 27, total_pages: 2 })
  t.equal(usual.data.length, 25)
  for (const page of [28, 1_000_000, Number.MAX_SAFE_INTEGER])
    t.strictSame(await list({ lender_reference: 'Paged', page, per_page: 1 }), {
      data: [],
      page,
      per_page: 1,
      total: 27,
      total_pages: 27,
    })
})

const paged = async (path: string) => {
  const bad = [
    ['page', '0', 422],
    ['page', '-1', 422],
    ['per_page', '0', 422],
    ['per_page', '101', 422],
    ['per_page', '-5', 422],
    ['page', 'x', 400],
    ['page', '1.0', 400],
    ['per_page', '25x', 400],
    ['per_page', '0x10', 400],
    ['page', '１', 400],
    ['page', ' 1', 400],
  ] as const
  for (const [name, value, status] of bad) {
    const code = status === 400 ? 'invalid_request' : 'validation_failed'
    refused(
      t,
      await api.call('main', 'GET', path, { query: { [name]: value } }),
      { status, code, fields: [name] },
      `${path}?${name}=${value}`,
    )
  }
}

t.test('documents stand newest first, in pages', async (t) => {
  const { id } = await api.create()
  const made = [await api.attach(id), await api.attach(id)]
  await toSecond(0)
  made.push(await api.attach(id))
  const path = `/orders/${id}/documents`
  const documents = await api.ok<List<Summary>>('main', 'GET', path)
  t.strictSame(documents, { data: made.toReversed(), page: 1, per_page: 25, total: 3, total_pages: 1 })
  t.strictSame((await api.read(id)).documents, documents.data, 'the order shows the same')
  t.match(await api.ok('main', 'GET', path, { query: { per_page: 2, page: 2 } }), {
    data: [made[0]],
    total: 3,
    total_pages: 2,
  })
  t.match(await api.ok('main', 'GET', path, { query: { page: 9 } }), { data: [], total: 3 })
  await paged(path)
})

t.test('revision requests stand newest first, in pages', async (t) => {
  const { id } = await api.reach('report_complete')
  const made = [await api.revise(id), await api.revise(id)]
  await toSecond(0)
  made.push(await api.revise(id))
  const path = `/orders/${id}/revision-requests`
  t.strictSame(await api.ok<List<Revision>>('main', 'GET', path), {
    data: made.toReversed(),
    page: 1,
    per_page: 25,
    total: 3,
    total_pages: 1,
  })
  t.match(await api.ok('main', 'GET', path, { query: { per_page: 1, page: 3 } }), {
    data: [{ id: made[0]!.id }],
    total: 3,
    total_pages: 3,
  })
  await paged(path)
})

t.test('messages stand oldest first, in pages', async (t) => {
  const { id } = await api.create()
  const path = `/orders/${id}/messages`
  const send = (body: string) =>
    api.ok<Message>('main', 'POST', path, { body: { recipient: 'manager', body }, status: 201 })
  const made = [await send('one'), await send('two')]
  await toSecond(0)
  made.push(await send('three'))
  t.strictSame(await api.ok<List<Message>>('main', 'GET', path), {
    data: made,
    page: 1,
    per_page: 25,
    total: 3,
    total_pages: 1,
  })
  t.match(await api.ok('main', 'GET', path, { query: { per_page: 2, page: 2 } }), { data: [made[2]], total_pages: 2 })
  await paged(path)
})

t.test('a list of orders refuses paging that cannot be used', () => paged('/orders'))

t.test('an unknown parameter is ignored', async (t) => {
  const some = await list({ colour: 'blue', sort: 'id', 'status[]': 'new', __proto__x: '1' })
  t.same(some, await list())
  t.ok(change({}, {}), 'nothing else')
})
