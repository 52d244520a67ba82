// Which proxy the environment names for an address, and that requests take it.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo, type Server } from 'node:net'
import { generate } from 'selfsigned'
import { hostname } from 'node:os'
import t, { type Test } from 'tap'
import { createWire } from './send.ts'
import { proxyFor } from './env-proxy.ts'

t.test('the variables name a proxy in either case, and NO_PROXY and this machine go without one', async (t) => {
  const proxy = 'http://user:secret@proxy.example.com:3128'
  const shown = 'proxy.example.com:3128'
  for (const [url, variables, expected] of [
    ['https://api.example.com/v1', { HTTPS_PROXY: proxy }, shown],
    ['https://api.example.com/v1', { https_proxy: proxy, HTTPS_PROXY: 'http://other:1' }, shown],
    ['https://api.example.com/v1', { HTTP_PROXY: proxy }, shown],
    ['http://api.example.com/v1', { HTTPS_PROXY: proxy }, null],
    ['https://api.example.com/v1', { HTTPS_PROXY: '' }, null],
    ['https://api.example.com/v1', {}, null],
    ['https://127.0.0.1:8443/v1', { HTTPS_PROXY: proxy }, null],
    ['https://localhost:8443/v1', { HTTPS_PROXY: proxy }, null],
    ['https://[::1]:8443/v1', { HTTPS_PROXY: proxy }, null],
    ['https://api.localhost:8443/v1', { HTTPS_PROXY: proxy }, null],
    [`https://${hostname()}:8443/v1`, { HTTPS_PROXY: proxy }, null],
    ['https://api.example.com/v1', { HTTPS_PROXY: proxy, NO_PROXY: 'one.test, .example.com' }, null],
    ['https://api.example.com/v1', { HTTPS_PROXY: proxy, no_proxy: '*' }, null],
    ['https://api.example.com/v1', { HTTPS_PROXY: proxy, NO_PROXY: 'api.example.com:8443' }, shown],
    ['https://notexample.com/v1', { HTTPS_PROXY: proxy, NO_PROXY: 'example.com' }, shown],
  ] as const)
    t.equal(proxyFor(url, variables), expected, `${url} ${JSON.stringify(variables)}`)
})

const listening = async (t: Test, server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return (server.address() as AddressInfo).port
}

/** A proxy that leads each name to one port, and the variable that names it; no other is set. */
const proxyTo = async (t: Test, port: number, variable: 'HTTP_PROXY' | 'HTTPS_PROXY'): Promise<string[]> => {
  const asked: string[] = []
  const proxy = createServer((message, answer) => {
    asked.push(message.url!)
    message.pipe(request(`http://127.0.0.1:${port}${new URL(message.url!).pathname}`, (got) => got.pipe(answer)))
  })
  proxy.on('connect', (message, socket, head) => {
    asked.push(message.url!)
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    for (const end of [onward, socket]) end.on('error', () => end.destroy())
  })
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'no_proxy', 'NO_PROXY']
  const before = names.map((name) => [name, process.env[name]] as const)
  t.teardown(() => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  })
  for (const name of names) delete process.env[name]
  process.env[variable] = `http://127.0.0.1:${await listening(t, proxy)}`
  return asked
}

const showing = (asked: IncomingMessage, answer: ServerResponse): void =>
  void answer.end(`${asked.headers.host} ${asked.url}`)

t.test('a request goes through the proxy of the environment, which alone can resolve the name', async (t) => {
  const port = await listening(t, createServer(showing))
  const asked = await proxyTo(t, port, 'HTTP_PROXY')
  const wire = createWire({ timeoutMs: 5_000, acceptAnyCertificate: false })
  t.teardown(() => wire.close())
  const send = (url: string) => wire.send({ method: 'GET', url, headers: [], body: null })
  const { response, failure } = await send('http://service.invalid/v1/ping')
  t.equal(failure, null)
  t.equal(Buffer.from(response!.body).toString(), 'service.invalid /v1/ping')
  t.match(asked, [/^service\.invalid:80$/])
  t.equal((await send(`http://127.0.0.1:${port}/v1/ping`)).response?.status, 200)
  t.equal(asked.length, 1, 'loopback goes without it')
})

t.test('a target over TLS is reached by a tunnel through the proxy, which sees its name alone', async (t) => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'service.invalid' }], { keyType: 'ec' })
  const port = await listening(t, createTlsServer({ cert, key }, showing))
  const asked = await proxyTo(t, port, 'HTTPS_PROXY')
  const wire = createWire({ timeoutMs: 5_000, acceptAnyCertificate: true })
  t.teardown(() => wire.close())
  const ping = { method: 'GET', url: 'https://service.invalid/v1/ping', headers: [], body: null }
  const { response, failure } = await wire.send(ping)
  t.equal(failure, null)
  t.equal(Buffer.from(response!.body).toString(), 'service.invalid /v1/ping')
  t.strictSame(asked, ['service.invalid:443'])
  const strict = createWire({ timeoutMs: 5_000, acceptAnyCertificate: false })
  t.teardown(() => strict.close())
  const refused = await strict.send(ping)
  t.match(refused.failure, { kind: 'tls' }, 'its certificate is verified through the tunnel too')
})
