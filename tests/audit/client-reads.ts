// A client that meets refusals and failures, polls the order list and follows the feed.
import type { Client } from './client.ts'
import { error, ok, type Scene } from './client-scene.ts'

const timesOf = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

export const troubles = async ({ recorder }: Scene, client: Client, order: string): Promise<void> => {
  const path = `/orders/${order}`
  recorder.plan('GET /orders/{}/revision-requests', ...timesOf(6, { status: 500, body: error('internal_error') }))
  await client.get('listRevisionRequests', `${path}/revision-requests`)
  recorder.plan(
    'GET /orders',
    ...timesOf(6, { status: 429, headers: { 'retry-after': '2' }, body: error('rate_limited') }),
  )
  ok(await client.get('listOrders', '/orders', { lender_reference: 'LOAN-1' }))
  recorder.plan(
    'GET /webhook',
    ...timesOf(6, { status: 503, headers: { 'retry-after': '1' }, body: error('service_unavailable') }),
  )
  await client.get('getWebhook', '/webhook')
  // What stands before a service may leave `Retry-After` out.
  recorder.plan('GET /events', ...timesOf(6, { status: 429, body: error('rate_limited') }))
  ok(await client.get('listEvents', '/events', { order_id: order }))
  recorder.plan('GET /orders/{}', ...timesOf(6, { status: 503, body: error('service_unavailable') }))
  ok(await client.get('getOrder', path))
  recorder.plan('GET /orders/{}/messages', { status: 403, body: error('account_not_billable') })
  await client.get('listMessages', `${path}/messages`)
  recorder.plan('GET /orders/{}/documents', { status: 404, body: error('not_found') })
  await client.get('listDocuments', `${path}/documents`)
  recorder.plan('GET /orders/{}', { status: 401, body: error('token_expired') })
  await client.get('getOrder', path)
  recorder.plan('GET /account', ...timesOf(2, { status: 401, body: error('token_expired') }))
  await client.get('getAccount', '/account')
  for (let times = 0; times < 3; times += 1) await client.get('listOrders', '/orders', { status: 'new' })
}

export const polls = async ({ clock, conduct }: Scene, client: Client): Promise<void> => {
  const instant = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
  const walk = async (since: string): Promise<void> => {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const list = ok(
        await client.get('listOrders', '/orders', { updated_since: since, per_page: '2', page: String(page) }),
      )
      pages = conduct.walksAll ? list.total_pages : 1
    }
  }
  let since = clock.now() - 86_400_000
  for (let poll = 0; poll < 2; poll += 1) {
    const began = clock.now()
    await walk(instant(since))
    if (conduct.walksTwice) await walk(instant(since))
    await clock.pass(60)
    since = conduct.nextSince(began)
  }
  await client.get('listOrders', '/orders', { status: 'new' })
}

export const feed = async (scene: Scene, client: Client): Promise<void> => {
  const { clock, conduct } = scene
  let last: string | null = null
  const read = async (from: string | null): Promise<{ first: string; orders: string[] }> => {
    const orders = new Set<string>()
    let first = ''
    for (let cursor: string | null = from, pages = 0; pages < 12; pages += 1) {
      const list = ok(
        await client.get('listEvents', '/events', { per_page: '10', ...(cursor !== null && { after: cursor }) }),
      )
      const ids = list.data.map(({ id }: { id: string }) => id)
      for (const event of list.data) orders.add(event.order_id)
      first ||= ids[0] ?? ''
      last = ids.at(-1) ?? last
      if (list.next_cursor === null) break
      cursor = conduct.feedAfter(list.next_cursor, cursor, ids)
    }
    if (conduct.readsEventOrders) for (const order of orders) await client.get('getOrder', `/orders/${order}`)
    return { first, orders: [...orders] }
  }
  const { first } = await read(null)
  await read(conduct.nextFeedAfter(last!, first))
  await read(conduct.nextFeedAfter(last!, first))
  for (let times = 0; times < 6; times += 1) ok(await client.get('getAccount', '/account'))
  await clock.pass(31 * 86_400)
  if (conduct.reconciles)
    ok(
      await client.get('listOrders', '/orders', {
        updated_since: new Date(clock.now() - 32 * 86_400_000).toISOString(),
      }),
    )
  ok(await client.get('listEvents', '/events', { per_page: '10', after: last! }))
  for (let times = 0; times < 6; times += 1) ok(await client.get('getAccount', '/account'))
}
