// Webhooks, events and orders of all lenders over the control interface.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { begin, draft, feedOf, lender, ok, placed, read, refused, simulator, type Json } from './support.ts'
import { expectSucceeded } from './succeeding.ts'

await begin()

// --- webhooks and events

const receiver = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(request.url === '/bad' ? 500 : 200).end('seen'))
})

await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))

t.teardown(() => receiver.close())
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

t.test('the company sets the webhook of a lender, and the last write wins', async (t) => {
  const path = '/lenders/len_bluestem/webhooks/sandbox'
  t.match(await ok('get', path), { url: null, secret_set: false })
  await refused(t, 'put', path, { enabled: true }, 422, /url is required/)
  const secret = 'a secret of at least thirty-two characters'
  await refused(t, 'put', path, { url: 'ftp://example.com', secret }, 422, /url must be/)
  await refused(t, 'put', path, { url: receiverUrl, secret: 'short' }, 422, /secret must NOT have fewer than 32/)
  await refused(t, 'put', path, { events: ['order.lost'] }, 422, /events\.0 must be one of/)
  const set = await ok('put', path, { url: `${receiverUrl}/bad`, secret })
  t.match(set, { url: `${receiverUrl}/bad`, enabled: true, events: ['*'], secret_set: true })
  t.notMatch(JSON.stringify(set), secret)
  t.strictSame(await read('get', '/webhook'), set)
  await read('put', '/webhook', { url: `${receiverUrl}/bad?lender` })
  t.match(await ok('get', path), { url: `${receiverUrl}/bad?lender`, secret_set: true })
  t.match(await ok('get', '/lenders/len_bluestem/webhooks/production'), { url: null }, 'environments are apart')
  await refused(t, 'put', '/lenders/len_none/webhooks/sandbox', { enabled: false }, 404, /no lender/)
  await refused(t, 'get', '/lenders/len_none/webhooks/sandbox', undefined, 404, /no lender/)
  await ok('put', path, { url: `${receiverUrl}/bad` })
})

t.test('attempts are listed, and an event is sent once more', async (t) => {
  const id = await placed()
  await simulator.idle()
  const [event] = await feedOf(id)
  const { data } = await ok('get', `/events/${event.id}/attempts`)
  t.match(data, [
    {
      event_id: event.id,
      event_type: 'order.created',
      lender_id: 'len_bluestem',
      environment: 'sandbox',
      kind: 'scheduled',
      number: 1,
      accepted: false,
      response: { status: 500, body: 'seen' },
    },
  ])
  t.ok(data[0].request.headers.some(({ name }: Json) => name === 'X-Service-Signature'))
  t.match((await ok('get', '/clock')).upcoming, [{ what: 'webhook attempt 2' }])
  const path = '/lenders/len_bluestem/webhooks/sandbox'
  await ok('put', path, { url: receiverUrl })
  const { attempt } = await ok('post', `/events/${event.id}/redeliver`)
  t.match(attempt, { event_id: event.id, kind: 'redelivery', number: null, accepted: true })
  t.equal((await ok('get', `/events/${event.id}/attempts`)).data.length, 2)
  t.equal((await feedOf(id))[0].delivery.status, 'delivered')
  await ok('put', path, { enabled: false })
  await refused(t, 'post', `/events/${event.id}/redeliver`, undefined, 409, /switched off/)
  await refused(t, 'post', '/events/evt_none/redeliver', undefined, 404, /no event evt_none/)
  await refused(t, 'get', '/events/evt_none/attempts', undefined, 404, /no event evt_none/)
})

t.test('events of all lenders are listed in the order raised, and narrowed', async (t) => {
  const { body: other } = await lender('other_lender', 'post', '/orders', draft())
  const mine = await placed()
  const narrowed = async (query: string) => (await ok('get', `/events?per_page=100&${query}`)).data as Json[]
  const everything: Json[] = []
  for (let cursor = ''; ;) {
    const page = await ok('get', `/events?per_page=2${cursor}`)
    everything.push(...page.data)
    if (page.next_cursor === null) break
    cursor = `&after=${page.next_cursor}`
  }
  const ids = everything.map(({ id }) => id)
  t.strictSame(ids, ids.toSorted())
  t.equal(new Set(ids).size, ids.length)
  t.ok(everything.some((event) => event.order_id === other.id && event.lender_id === 'len_juniper'))
  t.ok(everything.some((event) => event.order_id === mine && event.lender_id === 'len_bluestem'))
  t.strictSame(
    (await narrowed(`order_id=${mine}`)).map(({ lender_id: _lender, environment: _environment, ...event }) => event),
    await feedOf(mine),
  )
  t.ok((await narrowed('lender_id=len_juniper')).every(({ lender_id }) => lender_id === 'len_juniper'))
  t.ok((await narrowed('type=order.created')).every(({ type }) => type === 'order.created'))
  t.strictSame(await narrowed('environment=production'), [])
  t.ok((await narrowed('delivery_status=not_subscribed')).length > 0)
})

// --- orders as the company sees them

t.test('orders of all lenders are listed, newest first, and narrowed', async (t) => {
  const { body: other } = await lender('other_lender', 'post', '/orders', draft())
  await ok('post', '/clock/advance', { seconds: 1 })
  const mine = await placed({ lender_reference: 'R-1' })
  const first = await ok('get', '/orders?per_page=1')
  t.match(first.data, [{ id: mine, lender_id: 'len_bluestem', environment: 'sandbox', lender_reference: 'R-1' }])
  const second = await ok('get', '/orders?per_page=1&page=2')
  t.match(second.data, [{ id: other.id, lender_id: 'len_juniper' }])
  t.equal(first.total, first.total_pages)
  t.strictSame((await ok('get', '/orders?page=1000')).data, [])
  t.ok((await ok('get', '/orders?lender_id=len_juniper')).total < first.total)
  t.equal((await ok('get', '/orders?environment=production')).total, 0)
  t.equal((await ok('get', '/orders?lender_id=len_none')).total, 0)
  await ok('post', `/orders/${await placed()}/cancel`, { reason: 'sold' })
  const cancelled = await ok('get', '/orders?status=cancelled')
  t.ok(cancelled.data.length > 0 && cancelled.data.every(({ status }: Json) => status.code === 'cancelled'))
  await refused(t, 'get', '/orders?status=asleep', undefined, 422, /status must be one of/)
})

expectSucceeded('webhooks-and-events')
