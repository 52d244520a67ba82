// Orders placed in the portal, and what the company sees of them.
import t from 'tap'
import {
  base64,
  begin,
  call,
  dateIn,
  draft,
  entries,
  feedOf,
  lender,
  ok,
  placed,
  read,
  refused,
  type Json,
} from './support.ts'
import { expectSucceeded } from './succeeding.ts'

await begin()

t.test('an order placed in the portal is created without the interface', async (t) => {
  const sent = { lender_id: 'len_bluestem', environment: 'sandbox', order: draft({ lender_reference: 'Portal Ünït' }) }
  const file = { filename: 'a.txt', content: base64('words'), purpose: 'other' }
  const { order, raised } = await ok('post', '/orders', { ...sent, order: { ...sent.order, documents: [file] } })
  t.strictSame(order, await read('get', `/orders/${order.id}`))
  t.equal(order.lender_reference, 'Portal Ünït')
  t.match(order.documents, [{ kind: 'supporting', filename: 'a.txt' }])
  t.strictSame(
    raised,
    (await feedOf(order.id)).map(({ id, type }) => ({ id, type })),
  )
  t.match(raised, [{ type: 'order.created' }])
  t.match(await ok('get', `/orders/${order.id}`), {
    client_id: null,
    lender_id: 'len_bluestem',
    environment: 'sandbox',
  })
  const numbers = await Promise.all([1, 2, 3].map(async () => (await ok('post', '/orders', sent)).order.order_number))
  t.equal(new Set(numbers).size, 3, 'every order has a number of its own')
  const { status } = await lender('card_billed', 'post', '/orders', draft())
  t.equal(status, 403)
  t.equal((await call('post', '/orders', { ...sent, lender_id: 'len_wren' })).status, 201, 'the portal takes cards')
})

t.test('a portal order is judged by the rules of the contract', async (t) => {
  const sent = (order: Json) => ({ lender_id: 'len_bluestem', environment: 'sandbox', order })
  const rulesOf = async (more: Json, said: RegExp) => refused(t, 'post', '/orders', sent(draft(more)), 422, said)
  const body = await rulesOf({ order_type_code: 'NONE' }, /order\.order_type_code/)
  t.match(body.details, [{ field: 'order.order_type_code', code: 'invalid_value', value: 'NONE' }])
  await rulesOf({ due_date: '2020-01-01' }, /order\.due_date is in the past/)
  await rulesOf({ due_date: undefined }, /order\.due_date is required/)
  await rulesOf({ documents: [{ filename: 'a.exe', content: base64('MZ') }] }, /not accepted/)
  const nobody = { ...sent(draft()), lender_id: 'len_none' }
  await refused(t, 'post', '/orders', nobody, 404, /no lender len_none/)
})

t.test('the company sees of an order what the lender does not', async (t) => {
  const id = await placed()
  await ok('post', `/orders/${id}/assign`, { name: 'Noor Haddad', share: false })
  await read('patch', `/orders/${id}`, { due_date: dateIn(30) })
  await read('post', `/orders/${id}/hold`, { reason: 'wait' })
  const seen = await ok('get', `/orders/${id}`)
  t.match(seen, {
    order: { id, appraiser: null, status: { code: 'on_hold' } },
    client_id: 'cli_bluestem_sandbox',
    appraiser: { name: 'Noor Haddad' },
    previous_status: 'appraiser_assigned',
    requested_due_date: dateIn(30),
    delivered: false,
    messages: [],
    revision_requests: [],
  })
  await refused(t, 'get', '/orders/ord_none', undefined, 404, /There is no order ord_none; there are ord_/)
})

t.test('every operation on an order refuses one that does not exist', async (t) => {
  const bodies: Record<string, object> = {
    assign: { name: 'x' },
    move: { to_status: 'new' },
    cancel: { reason: 'x' },
    fee: { appraisal_fee: '1.00' },
    'due-date': { due_date: dateIn(3) },
    messages: { from: 'manager', body: 'x' },
    'internal-notes': { from: 'manager', body: 'x' },
    documents: { kind: 'ssr' },
    'revision-requests': { kind: 'correction' },
    'revision-requests/{revision_request_id}/answer': { body: 'x' },
  }
  const routes = entries.filter(({ method, path }) => method === 'post' && path.startsWith('/orders/{order_id}/'))
  const taken = new Set(routes.map(({ path }) => path.replace('/orders/{order_id}/', '')))
  t.same(
    Object.keys(bodies).filter((rest) => !taken.has(rest)),
    [],
  )
  for (const { path } of routes) {
    const rest = path.replace('/orders/{order_id}/', '')
    const route = `/orders/ord_none/${rest.replace('{revision_request_id}', 'rr_none')}`
    await refused(t, 'post', route, bodies[rest] ?? {}, 404, /no order ord_none/)
  }
})

expectSucceeded('portal-orders')
