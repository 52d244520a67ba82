// What is recorded of a request and its answer, where both do not come in one piece over HTTP/1.1.
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import t from 'tap'
import type { Fault } from '../public/fault.ts'
import { minimal } from '../../tests/simulator/samples.ts'
import { startSimulator } from '../start/start-simulator.ts'
import { closed } from '../../tests/wait-for.ts'

t.test('an answer over HTTP/2 is kept once, with its headers', async (t) => {
  const simulator = await startSimulator({ tls: true, readings: { 'transport.http-version': 'http-2-offered' } })
  t.teardown(() => simulator.close())
  const session = connectHttp2(new URL(simulator.sandboxUrl).origin, { rejectUnauthorized: false })
  t.teardown(() => session.close())
  const stream = session.request({ ':path': '/sandbox/v1/orders', accept: 'application/json' })
  let body = ''
  for await (const chunk of stream) body += chunk
  t.match(JSON.parse(body), { code: /./ }, 'it is refused')
  const [entry] = simulator.journal.entries()
  t.equal(entry!.response.content.text, body)
  t.equal(entry!.response.bodySize, Buffer.byteLength(body))
  t.equal(entry!.request.url, `${simulator.sandboxUrl}/orders`)
  t.match(entry!.request.headers, [{ name: 'accept', value: 'application/json' }])
  t.ok(entry!.response.headers.some(({ name }) => name === 'x-ratelimit-limit'))
})

t.test('an answer that comes in pieces is kept as one', async (t) => {
  const simulator = await startSimulator({ faults: [{ kind: 'drip', operation: 'getAccount', milliseconds: 10 }] })
  t.teardown(() => simulator.close())
  const { main } = simulator.profile().credentials
  const form = { grant_type: 'client_credentials', client_id: main.client_id, client_secret: main.client_secret }
  const token = await fetch(`${simulator.sandboxUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token } = (await token.json()) as { access_token: string }
  simulator.journal.clear()
  const answer = await fetch(`${simulator.sandboxUrl}/account`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  const [entry, body] = await Promise.all([simulator.journal.wait(), answer.text()])
  t.equal(entry.response.content.text, body)
  t.equal(entry.response.bodySize, Buffer.byteLength(body))
})

t.test('entries that follow one are found when many were given up', async (t) => {
  const simulator = await startSimulator({ journal: { entries: 3 } })
  t.teardown(() => simulator.close())
  for (let n = 1; n <= 20; n += 1) {
    await fetch(simulator.sandboxUrl)
    const kept = Array.from({ length: Math.min(3, n) }, (_, back) => `j${n - back}`).toReversed()
    t.strictSame(
      simulator.journal.entries().map(({ _id }) => _id),
      kept,
    )
    t.strictSame(
      simulator.journal.entries(n === 1 ? {} : { since: `j${n - 1}` }).map(({ _id }) => _id),
      [`j${n}`],
    )
  }
})

t.test('whatever host and target a request names, its entry has a URL', async (t) => {
  const simulator = await startSimulator()
  t.teardown(() => simulator.close())
  const { port, hostname, host } = new URL(simulator.sandboxUrl)
  const heads = [
    ...['a b', '[', '%zz', 'a"><b>', '127.0.0.1:99999', '#', 'javascript:alert(1)', '\u202E'].map((named) => [
      '/x',
      named,
    ]),
    ...['http://evil.example/x', '*', 'http://[/x', '//evil.example/x', '/%zz'].map((target) => [target, host]),
  ]
  for (const [target, named] of heads) {
    const socket = connect(Number(port), hostname)
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${named}\r\nConnection: close\r\n\r\n`)
    socket.resume()
    await closed(socket)
  }
  const urls = simulator.journal.entries().map(({ request }) => request.url)
  t.equal(urls.length, heads.length)
  for (const [n, url] of urls.entries())
    t.ok(
      URL.canParse(url) && ['localhost', hostname].includes(new URL(url).hostname),
      `${heads[n]!.join(' at ')}: ${url}`,
    )
})

type Posted = { head?: readonly string[]; body: string; isSent?: boolean }

/** Its body goes out when the service has read the head, and said so or answered. */
const postLate = async (base: string, path: string, { head = [], body, isSent = true }: Posted): Promise<string> => {
  const { port, hostname, host, pathname } = new URL(base)
  const socket = connect(Number(port), hostname)
  const first = [`POST ${pathname}${path} HTTP/1.1`, `Host: ${host}`, 'Content-Type: application/json']
  const last = [`Content-Length: ${Buffer.byteLength(body)}`, 'Expect: 100-continue', 'Connection: close', '', '']
  socket.write([...first, ...head, ...last].join('\r\n'))
  let answer = ''
  socket.on('data', (bytes: Buffer) => {
    if (answer === '' && isSent) socket.write(body)
    answer += bytes.toString()
  })
  socket.on('error', () => undefined)
  await closed(socket)
  return answer
}

t.test('a body that comes after its head is kept where it is refused, and marked where it never comes', async (t) => {
  const simulator = await startSimulator()
  t.teardown(() => simulator.close())
  const body = '{"lender_reference":"L-1"}'
  t.match(await postLate(simulator.sandboxUrl, '/none', { body }), /HTTP\/1\.1 404 /)
  t.match(await postLate(simulator.sandboxUrl, '/none', { body, isSent: false }), /HTTP\/1\.1 404 /)
  const [refused, begun] = simulator.journal.entries()
  t.equal(refused!.request.postData?.text, body)
  t.match(begun, { request: { postData: { _truncated: true } } }, 'an answer to the head alone')
})

const struck: [fault: Fault, answer: RegExp][] = [
  ...([401, 429, 500, 503] as const).map((status): [Fault, RegExp] => [
    { kind: 'status', status },
    new RegExp(`HTTP/1\\.1 ${status} `),
  ]),
  [{ kind: 'latency', milliseconds: 1 }, /HTTP\/1\.1 201 /],
  [{ kind: 'reset' }, /^HTTP\/1\.1 100 Continue\r\n\r\n$/],
  [{ kind: 'truncate' }, /HTTP\/1\.1 201 .*\{"id":"ord_/s],
  [{ kind: 'drip', milliseconds: 10 }, /HTTP\/1\.1 201 .*\}$/s],
  [{ kind: 'commit-then-fail', answer: 'reset' }, /^HTTP\/1\.1 100 Continue\r\n\r\n$/],
  [{ kind: 'commit-then-fail', answer: '500' }, /HTTP\/1\.1 500 /],
]

for (const [fault, answer] of struck)
  t.test(
    `a body that comes after its head is kept whole where a fault strikes: ${JSON.stringify(fault)}`,
    async (t) => {
      const simulator = await startSimulator({ faults: [{ ...fault, operation: 'createOrder' } as Fault] })
      t.teardown(() => simulator.close())
      const { client_id, client_secret } = simulator.profile().credentials.main
      const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
      const token = await fetch(`${simulator.sandboxUrl}/oauth/token`, { method: 'POST', body: form })
      const { access_token } = (await token.json()) as { access_token: string }
      const head = [`Authorization: Bearer ${access_token}`, 'Idempotency-Key: one']
      const body = JSON.stringify(minimal(Date.now()))
      t.match(await postLate(simulator.sandboxUrl, '/orders', { head, body }), answer)
      const entry = simulator.journal.entries().at(-1)!
      t.match(entry, { _fault: /./, _operation: 'createOrder' })
      t.match(entry.request, { bodySize: Buffer.byteLength(body), postData: { text: body } })
      t.notOk(entry.request.postData?._truncated)
    },
  )
