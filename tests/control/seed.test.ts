// A world filled at run time: orders in every status, companies and lenders, over the control interface.
import t from 'tap'
import { createSimulator } from '../../simulator/simulator.ts'
import { expectSucceeded } from './succeeding.ts'
import { begin, document, draft, lenderPort, ok, read, refused, requestToken, type Json } from './support.ts'

await begin()

const every: string[] = document.components.schemas.StatusCode.enum

const typesOf = async (id: string): Promise<string[]> =>
  (await ok('get', `/events?order_id=${id}&per_page=100`)).data.map(({ type }: Json) => type)

t.test('one order in every status, as the lender reads them', async (t) => {
  const { data, not_made } = await ok('post', '/orders/seed')
  t.strictSame(not_made, [])
  t.strictSame(
    data.map(({ status }: Json) => status),
    every,
  )
  const byStatus = new Map<string, Json>()
  for (const { id, status, order_number } of data) {
    const order = await read('get', `/orders/${id}`)
    t.equal(order.status.code, status)
    t.equal(order.order_number, order_number)
    byStatus.set(status, order)
  }
  const reported = ['report_complete', 'revision_requested', 'reconsideration_requested', 'revised_report_complete']
  for (const status of every) {
    const { documents } = byStatus.get(status)
    t.equal(documents.length > 0, reported.includes(status), `documents in ${status}`)
  }
  const { id } = byStatus.get('revised_report_complete')
  t.strictSame(
    (await typesOf(id)).filter((type) => type !== 'order.document_added' && type !== 'order.status_changed'),
    [
      'order.created',
      'order.assigned',
      'order.completed',
      'order.revision_requested',
      'order.revision_responded',
      'order.revision_responded',
      'order.completed',
    ],
    'by the moves of a company',
  )
  const [request] = (await read('get', `/orders/${byStatus.get('revision_requested').id}/revision-requests`)).data
  t.match(request, { kind: 'correction', status: 'submitted' })
})

t.test('as many as asked for, for a lender and an environment', async (t) => {
  const { data } = await ok('post', '/orders/seed', {
    statuses: ['new', 'cancelled'],
    count: 3,
    environment: 'production',
    order: { lender_reference: 'BENCH', order_type_code: '1004-FHA-OPT' },
  })
  t.strictSame(
    data.map(({ status, environment }: Json) => `${status} ${environment}`),
    [...Array(3).fill('new production'), ...Array(3).fill('cancelled production')],
  )
  t.equal(new Set(data.map(({ order_number }: Json) => order_number)).size, 6)
  const { order } = await ok('get', `/orders/${data[0].id}`)
  t.match(order, { lender_reference: 'BENCH', order_type: { code: '1004-FHA-OPT' } })
  const reviewed = await ok('post', '/orders/seed', {
    statuses: ['new', 'pending_review'],
    order: { property: { address: { postal_code: '78701' }, type: 'farm', occupancy: 'primary_residence' } },
  })
  t.strictSame(
    reviewed.data.map(({ status }: Json) => status),
    ['new', 'pending_review'],
    'one that begins in review too',
  )
})

t.test('what cannot be seeded is refused', async (t) => {
  await refused(t, 'post', '/orders/seed', { statuses: ['done'] }, 422, /statuses.0 must be one of pending_review/)
  await refused(t, 'post', '/orders/seed', { count: 100 }, 422, /1700 orders were asked for; ask for 1000 at most/)
  await refused(
    t,
    'post',
    '/orders/seed',
    { lender_id: 'len_none' },
    404,
    /There is no lender len_none; there are len_bluestem, /,
  )
  const order = { order_type_code: 'NONE' }
  await refused(t, 'post', '/orders/seed', { order }, 422, /order.order_type_code is not a product/)
})

t.test('a company and a lender that were not there at the start order like any other', async (t) => {
  const company = await ok('post', '/companies', { name: 'Made Up Appraisals', shares_appraiser: false })
  const [first] = (await ok('get', '/companies')).data
  t.match(company, { name: 'Made Up Appraisals', shares_appraiser: false, currency: first.currency })
  t.strictSame(company.catalog, first.catalog, 'with the catalog of the first one')
  const lender = await ok('post', '/lenders', {
    id: 'len_bench',
    name: 'Bench',
    company_id: company.id,
    may_cancel: false,
  })
  t.match(lender, { id: 'len_bench', billing: 'invoiced', may_cancel: false, may_amend: true })
  const { client, client_secret } = await ok('post', '/clients', { lender_id: 'len_bench', environment: 'sandbox' })
  const { body } = await requestToken({ ...client, client_secret })
  const placed = await lenderPort.sandbox.post('/orders').auth(body.access_token, { type: 'bearer' }).send(draft())
  t.equal(placed.status, 201)
  const { data } = await ok('post', '/orders/seed', { lender_id: 'len_bench', statuses: ['report_complete'] })
  t.match(data, [{ lender_id: 'len_bench', status: 'report_complete' }])
})

t.test('a company takes after the one that is named, and its own catalog', async (t) => {
  const [, second] = (await ok('get', '/companies')).data
  const catalog = [{ ...second.catalog[0], code: 'ONE', name: 'The only product' }]
  const company = await ok('post', '/companies', { id: 'cmp_one', name: 'One', like: second.id, catalog })
  t.strictSame(company, { ...second, id: 'cmp_one', name: 'One', catalog })
})

t.test('a company or a lender that cannot be added is refused', async (t) => {
  await refused(t, 'post', '/companies', {}, 422, /name is required/)
  await refused(t, 'post', '/companies', { name: 'A', like: 'cmp_none' }, 404, /no company cmp_none/)
  await refused(t, 'post', '/companies', { name: 'A', id: 'cmp_one' }, 409, /a company cmp_one already/)
  await refused(t, 'post', '/companies', { name: 'A', id: 'a:b' }, 422, /id must match pattern/)
  await refused(t, 'post', '/lenders', { name: 'A', company_id: 'cmp_none' }, 404, /no company cmp_none/)
  await refused(t, 'post', '/lenders', { name: 'A', company_id: 'cmp_one', id: 'len_bench' }, 409, /a lender len_bench/)
  await refused(t, 'post', '/lenders', { name: 'A', company_id: 'cmp_one', colour: 'red' }, 422, /colour is not known/)
})

t.test('from code, and where the company has fewer statuses', async (t) => {
  const simulator = await createSimulator({
    clock: { mode: 'manual' },
    readings: { 'lifecycle.unused-statuses': 'some-unused' },
  })
  t.teardown(() => simulator.close())
  const all = await simulator.seedOrders()
  t.equal(all.data.length, every.length, 'the sandbox has them all')
  const { data, not_made } = await simulator.seedOrders({ environment: 'production' })
  t.strictSame(
    not_made.map(({ status }) => status),
    ['appraiser_accepted', 'left_message_for_borrower', 'report_rejected_for_correction'],
  )
  t.match(not_made[0], { message: /does not use appraiser_accepted/ })
  t.equal(data.length, every.length - 3)
})

expectSucceeded('seed')
