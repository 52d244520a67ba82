// The journal: every request to the service and every delivery attempt, looked up, waited for, verified and exported.
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import t from 'tap'
import { startSimulator } from '../../simulator/start/start-simulator.ts'
import { harFaults } from '../har.ts'
import { expectSucceeded } from './succeeding.ts'
import type { Json } from './support.ts'
import {
  begin,
  call,
  control,
  draft,
  lender,
  ok,
  placed,
  profile,
  read,
  refused,
  simulator,
  succeeded,
} from './support.ts'
import { happens } from '../wait-for.ts'

await begin()

const journal = async (query = ''): Promise<Json[]> => (await ok('get', `/journal?limit=1000${query}`)).data

/** Everything that a test does after this is what it finds. */
const since = async (): Promise<string> => (await ok('get', '/journal?limit=1')).last ?? 'j1'

t.test('a request and its answer are an entry of their own', async (t) => {
  await read('get', '/account')
  const from = await since()
  const body = draft()
  const answer = await lender('main', 'post', '/orders?x=1%202', body)
  t.equal(answer.status, 201)
  const [entry, ...rest] = await journal(`&since=${from}`)
  t.strictSame(rest, [])
  t.match(entry, {
    request: {
      method: 'POST',
      url: `${simulator.sandboxUrl}/orders?x=1%202`,
      httpVersion: 'HTTP/1.1',
      queryString: [{ name: 'x', value: '1 2' }],
      postData: { mimeType: /^application\/json/ },
    },
    response: { status: 201, statusText: 'Created', content: { mimeType: /^application\/json/ } },
    _kind: 'request',
    _environment: 'sandbox',
    _operation: 'createOrder',
    _client_id: profile.credentials.main.client_id,
    _fault: null,
    _domain_time: new Date(simulator.clock.now()).toISOString(),
  })
  t.strictSame(JSON.parse(entry.request.postData.text), body)
  t.strictSame(JSON.parse(entry.response.content.text), answer.body)
  t.equal(entry.request.bodySize, Buffer.byteLength(JSON.stringify(body)))
  t.equal(entry.response.bodySize, Buffer.byteLength(entry.response.content.text))
  const names = (list: Json[]) => list.map(({ name }) => name.toLowerCase())
  t.ok(names(entry.request.headers).includes('authorization'))
  for (const name of ['date', 'content-length', 'x-ratelimit-limit'])
    t.ok(names(entry.response.headers).includes(name), `the answer has ${name} as it went out`)
  t.ok(Math.abs(Date.parse(entry.startedDateTime) - Date.now()) < 60_000, 'it starts by the real clock')
})

t.test('what is refused before it is read, and what is unknown, is kept too', async (t) => {
  const from = await since()
  await fetch(`${simulator.sandboxUrl}/orders`, { method: 'POST', body: '{"unread":true}' })
  await fetch(`${new URL(simulator.sandboxUrl).origin}/nowhere`)
  const [refusal, unknown] = await journal(`&since=${from}`)
  t.match(refusal, {
    request: { postData: { text: '{"unread":true}' } },
    response: { status: 401 },
    _operation: 'createOrder',
    _client_id: null,
  })
  t.match(unknown, { response: { status: 404 }, _operation: null, _environment: null, _order_id: null })
})

t.test('a token request has the client that it names, and bytes that are no text come in base64', async (t) => {
  const { client_id, client_secret } = profile.credentials.main
  const from = await since()
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  await fetch(`${simulator.sandboxUrl}/oauth/token`, { method: 'POST', body: form })
  const bytes = Buffer.from([0xff, 0xd8, 0xff, 0x00])
  const token = (await journal(`&since=${from}`))[0]
  t.match(token, { _operation: 'requestToken', _client_id: client_id, request: { postData: { text: `${form}` } } })
  const id = await placed()
  const upload = new FormData()
  upload.set('purpose', 'supporting')
  upload.set('file', new Blob([bytes], { type: 'image/jpeg' }), 'a.jpg')
  const authorization = `Bearer ${JSON.parse(token.response.content.text).access_token}`
  await fetch(`${simulator.sandboxUrl}/orders/${id}/documents`, {
    method: 'POST',
    body: upload,
    headers: { authorization },
  })
  const uploaded = (await journal(`&operation=uploadDocument&order_id=${id}`))[0]
  t.equal(uploaded.request.postData.encoding, 'base64')
  t.ok(Buffer.from(uploaded.request.postData.text, 'base64').includes(bytes))
})

t.test('entries are found by what they are', async (t) => {
  const id = await placed()
  await read('get', `/orders/${id}`)
  await lender('main', 'get', '/orders/none-such')
  const found = await journal(`&order_id=${id}`)
  t.strictSame(
    found.filter(({ _kind }) => _kind === 'request').map(({ _operation }) => _operation),
    ['createOrder', 'getOrder'],
    'the creation of an order belongs to it',
  )
  t.ok((await journal('&status=404')).every(({ response }) => response.status === 404))
  t.equal((await journal('&client_id=nobody')).length, 0)
  t.equal((await journal('&kind=delivery&operation=getOrder')).length, 0)
  const all = await journal()
  const page = await ok('get', '/journal?limit=2')
  t.strictSame(page.data, all.slice(-2), 'the latest without `since`')
  t.equal(page.has_more, true)
  const after = await ok('get', `/journal?limit=2&since=${all[0]!._id}`)
  t.strictSame(after.data, all.slice(1, 3), 'the next ones with it')
  t.equal(after.last, all[2]!._id)
  await refused(t, 'get', '/journal?since=12', undefined, 422, /since must match pattern/)
})

t.test('a delivery attempt is an entry, with what it delivers', async (t) => {
  const receiver = createServer((request, response) => void request.resume().on('end', () => response.end('thanks')))
  receiver.listen(0, '127.0.0.1')
  await happens(receiver, 'listening')
  t.teardown(() => receiver.close())
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  await lender('main', 'put', '/webhook', { url, enabled: true, events: ['order.created'], secret: 's'.repeat(40) })
  const from = await since()
  const id = await placed()
  const { matched, entry } = await ok('post', '/journal/wait', {
    match: { kind: 'delivery', order_id: id, since: from },
  })
  t.ok(matched)
  t.match(entry, {
    request: { method: 'POST', url },
    response: { status: 200, content: { text: 'thanks' } },
    _environment: 'sandbox',
    _operation: null,
    _client_id: null,
    _order_id: id,
    _event: { type: 'order.created', attempt: 1 },
  })
  const signature = entry.request.headers.find(({ name }: Json) => /signature/i.test(name)).value
  const signedAt = Number(/t=(\d+)/.exec(signature)![1])
  t.equal(Math.floor(Date.parse(entry.startedDateTime) / 1000), signedAt, 'it starts when it is signed')
  t.equal(JSON.parse(entry.request.postData.text).id, entry._event.id)
  await new Promise((resolve) => receiver.close(resolve))
  const second = await placed()
  const failed = await ok('post', '/journal/wait', { match: { event_type: 'order.created', order_id: second } })
  t.match(failed.entry, { response: { status: 0, bodySize: -1 }, _error: 'refused' })
  t.strictSame(harFaults(await ok('get', `/journal.har?kind=delivery`)), [])
  await lender('main', 'put', '/webhook', { enabled: false })
})

t.test('a client that goes away before the answer leaves an entry without one', async (t) => {
  const from = await since()
  const { hostname, port, pathname } = new URL(simulator.sandboxUrl)
  const socket = connect(Number(port), hostname, () => {
    socket.write(
      `POST ${pathname}/orders HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 9\r\nContent-Type: application/json\r\n`,
    )
    socket.write(`Authorization: Bearer ${bearerOf()}\r\n\r\n{"a":`, () => socket.destroy())
  })
  const { entry } = await ok('post', '/journal/wait', { match: { method: 'POST', status: 0, since: from } })
  t.match(entry, { response: { status: 0, statusText: '' }, _error: 'aborted', _operation: 'createOrder' })
  t.equal(entry.request.postData.text, '{"a":')
})

const bearerOf = (): string => {
  const [token] = simulator.journal.entries({ operation: 'requestToken', status: 200 })
  return JSON.parse(token!.response.content.text!).access_token
}

t.test('a wait ends with the first entry that fits, or with the nearest misses', async (t) => {
  const from = await since()
  const match = { operation: 'getOrder', json: undefined, since: from }
  const waiting = call('post', '/journal/wait', { match, timeout_ms: 60_000 })
  const id = await placed()
  await read('get', `/orders/${id}`)
  t.match((await waiting).body, { matched: true, entry: { _operation: 'getOrder', _order_id: id } })
  const none = await ok('post', '/journal/wait', {
    match: { operation: 'createOrder', status: 200, since: from },
    timeout_ms: 0,
  })
  t.match(none, { matched: false, entry: null })
  t.match(none.nearest[0], {
    differences: [{ field: 'status', expected: 200, received: 201 }],
    request: /POST .*\/orders 201/,
  })
})

t.test('a count is verified, with what nearly fits where it is wrong', async (t) => {
  const from = await since()
  const reference = draft({ lender_reference: 'ref-verify' })
  await lender('main', 'post', '/orders', reference)
  const match = {
    since: from,
    method: 'POST',
    path: '/sandbox/v1/*',
    headers: { 'Content-Type': 'application/json', 'idempotency-key': null },
    json: { lender_reference: 'ref-verify', loan: { purpose: 'refinance' } },
  }
  t.match(await ok('post', '/journal/verify', { match, exactly: 1 }), { matched: true, count: 1, nearest: [] })
  t.match(await ok('post', '/journal/verify', { match }), { matched: true })
  t.match(await ok('post', '/journal/verify', { match, at_most: 0 }), {
    matched: false,
    message: 'at most 0 expected, 1 found',
  })
  const other = { ...match, json: { ...match.json, loan: { purpose: 'purchase' } } }
  const missed = await ok('post', '/journal/verify', { match: other, at_least: 1, at_most: 2 })
  t.match(missed, { matched: false, count: 0, entries: [], message: 'at least 1 and at most 2 expected, 0 found' })
  t.strictSame(missed.nearest[0].differences, [
    { field: 'json.loan.purpose', expected: 'purchase', received: 'refinance' },
  ])
  const shallow = await ok('post', '/journal/verify', { match: { ...match, path: '/sandbox/*' } })
  t.equal(shallow.matched, false, 'a star stops at a slash')
  await refused(t, 'post', '/journal/verify', { match: { colour: 'red' } }, 422, /colour is not known here/)
  for (const [name, value, said] of [
    ['operation', 'creatOrder', /operation of a match must be one of .*createOrder.*, but is "creatOrder"/],
    [
      'event_type',
      'order.complete',
      /event_type of a match must be one of .*order\.completed.*, but is "order\.complete"/,
    ],
  ] as const) {
    for (const path of ['/journal/verify', '/journal/wait'])
      await refused(t, 'post', path, { match: { [name]: value } }, 422, said)
    for (const path of ['/journal', '/journal.har', '/journal.ndjson'])
      await refused(t, 'get', `${path}?${name}=${value}`, undefined, 422, said)
  }
})

t.test('the HAR file is valid, whatever is in it', async (t) => {
  const har = await ok('get', '/journal.har')
  t.strictSame(harFaults(har), [])
  t.match(har.log, { version: '1.2', creator: { name: 'assay' } })
  t.ok(har.log.entries.length > 10)
  t.strictSame(har, structuredClone(simulator.journal.toHar()))
})

t.test('NDJSON has an entry a line, and is followed while it happens', async (t) => {
  const { text, headers } = await control.get('/journal.ndjson?operation=createOrder').buffer(true)
  t.match(headers['content-type'], /^application\/x-ndjson/)
  const lines = text.trim().split('\n')
  t.strictSame(
    lines.map((line) => JSON.parse(line)),
    await journal('&operation=createOrder'),
  )
  succeeded.add('getJournalNdjson')
  const from = await since()
  const leaving = new AbortController()
  const url = `${simulator.controlUrl}/journal.ndjson?follow=true&operation=getOrder&since=${from}`
  const { body } = await fetch(url, { signal: leaving.signal })
  const followed = createInterface({ input: Readable.fromWeb(body as never).on('error', () => undefined) })[
    Symbol.asyncIterator
  ]()
  const ids = [await placed(), await placed()]
  for (const id of ids) {
    await read('get', `/orders/${id}`)
    const { value } = await followed.next()
    t.match(JSON.parse(value), { _operation: 'getOrder', _order_id: id })
  }
  leaving.abort()
})

t.test('in the process it is the same journal', async (t) => {
  const { journal: own } = simulator
  const id = await placed()
  await read('get', `/orders/${id}`)
  const match = { operation: 'getOrder', order_id: id }
  t.strictSame(own.entries(match), await journal(`&operation=getOrder&order_id=${id}`))
  t.equal(own.verify(match, { exactly: 1 })[0]!._order_id, id)
  t.throws(() => own.verify(match, { at_least: 2 }), {
    code: 'journal_mismatch',
    message: /at least 2 expected, 1 found/,
  })
  t.throws(() => own.verify({ ...match, status: 404 }), { message: /status should be 404 and is 200/ })
  t.equal((await own.wait(match))._order_id, id)
  await t.rejects(own.wait({ ...match, status: 404 }, { timeout_ms: 1 }), {
    code: 'journal_timeout',
    message: /getOrder/,
  })
})

t.test('a clear forgets entries and uses no id twice', async (t) => {
  const before = await journal()
  t.strictSame(await ok('post', '/journal/clear'), { cleared: before.length })
  t.strictSame(await journal(), [])
  await read('get', '/account')
  const [first] = await journal()
  t.equal(Number(first!._id.slice(1)), Number(before.at(-1)!._id.slice(1)) + 1)
  await ok('post', '/reset')
  t.strictSame(await journal(), [], 'a reset clears it too')
})

t.test('the journal is bounded by number and by bytes, and can be off', async (t) => {
  const get = async (options: Parameters<typeof startSimulator>[0], times: number, body?: string) => {
    const small = await startSimulator(options)
    t.teardown(() => small.close())
    for (let n = 0; n < times; n++)
      await fetch(`${small.sandboxUrl}/orders?n=${n}`, body === undefined ? {} : { method: 'POST', body })
    return small
  }
  const three = await get({ journal: { entries: 3 } }, 5)
  t.strictSame(
    three.journal.entries().map(({ _id, request }) => [_id, request.queryString[0]!.value]),
    [
      ['j3', '2'],
      ['j4', '3'],
      ['j5', '4'],
    ],
  )
  t.match(three.journal.toHar().log.comment, /^Dropped: 2 older requests;/)
  const bytes = await get({ journal: { bytes: 40_000 } }, 5, 'x'.repeat(12_000))
  const kept = bytes.journal.entries()
  t.strictSame(
    kept.map(({ _id }) => _id),
    ['j4', 'j5'],
  )
  t.equal(kept[0]!.request.postData!.text!.length, 12_000)
  const large = await get({ journal: { bytes: 10_000 } }, 1, 'x'.repeat(12_000))
  t.match(large.journal.entries(), [{ request: { bodySize: 12_000, postData: { _truncated: true } } }])
  const off = await get({ journal: { entries: 0 } }, 1)
  t.strictSame(off.journal.entries(), [])
  await t.rejects(off.journal.wait(), { code: 'journal_off' })
  const answer = await fetch(`${off.controlUrl}/journal`)
  t.equal(answer.status, 409)
  t.match(await answer.json(), { code: 'journal_off', message: /journal entries above 0/ })
})

t.test('a simulator that closes ends those who follow and wait', async (t) => {
  const one = await startSimulator()
  const { body } = await fetch(`${one.controlUrl}/journal.ndjson?follow=true`)
  const waiting = one.journal.wait({}, { timeout_ms: 60_000 })
  const ended = Readable.fromWeb(body as never).resume()
  await Promise.all([one.close(), happens(ended, 'end'), t.rejects(waiting, { code: 'journal_timeout' })])
})

expectSucceeded('journal')
