// What is recorded of a request and its answer, where both do not come in one piece over HTTP/1.1.
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import t from 'tap'
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

t.test(
  'a body that comes after its head is kept whole where a fault strikes, and where it is refused; marked where it never comes',
  async (t) => {
    const simulator = await startSimulator({
      faults: [{ kind: 'status', status: 500, operation: 'createOrder', times: 1 }],
    })
    t.teardown(() => simulator.close())
    const { port, hostname, host } = new URL(simulator.sandboxUrl)
    const body = '{"lender_reference":"L-1"}'
    const post = async (path: string, sent = body): Promise<string> => {
      const socket = connect(Number(port), hostname)
      const head = [
        `POST ${path} HTTP/1.1`,
        `Host: ${host}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ]
      socket.write([...head, 'Expect: 100-continue', 'Connection: close', '', ''].join('\r\n'))
      let answer = ''
      socket.on('data', (bytes: Buffer) => {
        if (answer === '') setImmediate(() => (sent === '' ? undefined : socket.end(sent)))
        answer += bytes.toString()
      })
      socket.on('error', () => undefined)
      await closed(socket)
      return answer
    }
    t.match(await post('/sandbox/v1/orders'), /HTTP\/1\.1 500 /)
    t.match(await post('/sandbox/v1/none'), /HTTP\/1\.1 404 /)
    t.match(await post('/sandbox/v1/none', ''), /HTTP\/1\.1 404 /)
    const [struck, refused, begun] = simulator.journal.entries()
    t.match(struck, { _fault: /./, request: { bodySize: body.length, postData: { text: body } } })
    t.notOk(struck!.request.postData?._truncated)
    t.equal(refused!.request.postData?.text, body)
    t.match(begun, { request: { postData: { _truncated: true } } }, 'an answer to the head alone')
  },
)
