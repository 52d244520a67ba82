// What is no target, or a broken one: each has a code and a sentence of its own, and nothing is judged.
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { generate } from 'selfsigned'
import t from 'tap'
import type { Test } from 'tap'
import { judge } from './judge-target.ts'

/** For what never comes. */
const timeoutMs = 400

const listening = async (t: Test, server: Server, host = '127.0.0.1'): Promise<number> => {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => void sockets.add(socket.on('error', () => undefined))
  server.on('connection', keep).on('secureConnection', keep)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const served = async (t: Test, listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listening(t, createServer({ maxHeaderSize: 1 << 20 }, listener))}/v1`

const json = { 'content-type': 'application/json' }

const drip: RequestListener = (_request, response) => {
  response.writeHead(200, json)
  const timer = setInterval(() => response.write(' '), 50)
  response.on('close', () => clearInterval(timer))
}

const flood: RequestListener = (_request, response) => {
  response.writeHead(200, json)
  const chunk = Buffer.alloc(1 << 20, 'x')
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}

const pingOr =
  (listener: RequestListener): RequestListener =>
  (request, response) =>
    request.url === '/v1/ping'
      ? response.writeHead(200, json).end(JSON.stringify({ status: 'ok', time: new Date().toISOString() }))
      : listener(request, response)

const tokenOr = (listener: RequestListener): RequestListener =>
  pingOr((request, response) =>
    request.url === '/v1/oauth/token'
      ? response.writeHead(200, json).end('{"access_token":"a-token-of-ours","token_type":"Bearer","expires_in":3600}')
      : listener(request, response),
  )

const answering =
  (status: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body)

const hostile: Record<string, [code: string | RegExp, listener: RequestListener]> = {
  'answers 404 to everything': ['wrong_base_address', answering(404)],
  'answers HTML': ['not_the_service', answering(200, { 'content-type': 'text/html' }, '<h1>Welcome</h1>')],
  'calls its HTML JSON': ['not_the_service', answering(200, json, '<h1>Welcome</h1>')],
  'closes every connection': ['connection_closed', (request) => request.socket.destroy()],
  'never answers': ['target_silent', () => undefined],
  'drips its answer': ['target_silent', drip],
  // More than can be taken, or for longer: whichever comes first on this machine.
  'answers without end': [/^(not_http|target_silent)$/, flood],
  'has headers without measure': ['not_http', answering(200, { ...json, 'x-huge': 'x'.repeat(100_000) }, '{}')],
  'redirects to itself': ['redirected', answering(302, { location: '/v1/ping' })],
  'is a proxy without a service': ['gateway_error', answering(502, {}, 'Bad Gateway')],
  'fails at everything': ['target_failing', answering(500, json, '{"code":"internal_error"}')],
  'is closed for an hour': ['not_serving', answering(503, { 'retry-after': '3600' })],
  'has refused us for an hour': ['rate_spent', answering(429, { 'retry-after': '3600' })],
  'has no token endpoint': ['no_token_endpoint', pingOr(answering(404, json, '{}'))],
  'fails at its token endpoint': ['token_endpoint_failing', pingOr(answering(500, json, '{}'))],
  'refuses the credential': ['credential_refused', pingOr(answering(401, json, '{"error":"invalid_client"}'))],
  'grants nothing with 200': ['no_access_token', pingOr(answering(200, json, '[]'))],
  'does not take its own token': ['token_not_accepted', tokenOr(answering(401, json, '{"code":"invalid_client"}'))],
  'says production in the sandbox': [
    'environment_differs',
    tokenOr(answering(200, json, '{"client_id":"cli_x","environment":"Production"}')),
  ],
}

const isSilent = (code: string | RegExp): boolean => String(code).includes('target_silent')

for (const [what, [code, listener]] of Object.entries(hostile)) {
  t.test(`a server that ${what} is ${String(code)}`, async (t) => {
    const { result, requests, findings } = await judge(
      { sandbox_base_url: await served(t, listener) },
      isSilent(code) ? { timeoutMs } : {},
    )
    t.match(result, { outcome: 'preflight-failed', exit_code: 2, reason: { code } }, JSON.stringify(result))
    t.match(result.reason?.message, /^[^\n]{20,400}$/, 'one sentence')
    t.match(result.reason?.message, /; [^;]+\.\)?$/, 'that ends in what to do')
    t.match(findings.at(-1), { verdict: 'fatal', code })
    t.ok(requests > 0, 'the target was asked')
  })
}

t.test('where nothing is served, the address to serve is named', async (t) => {
  const reasonAt = async (listener: RequestListener) => {
    const { result } = await judge({ sandbox_base_url: await served(t, listener) })
    return result.reason?.message
  }
  t.match(await reasonAt(pingOr(answering(404, json, '{}'))), /; serve POST http:\S+\/v1\/oauth\/token: /)
  t.match(await reasonAt(answering(404)), /; correct the base address, .* or serve GET \/ping there\.$/)
})

t.test('a port that speaks something else is no HTTP', async (t) => {
  const port = await listening(
    t,
    createTcpServer((socket) => void socket.end(Buffer.from([0, 255, 1, 254, 13, 10, 13, 10]))),
  )
  const { result } = await judge({ sandbox_base_url: `http://127.0.0.1:${port}/v1` })
  t.match(result, { exit_code: 2, reason: { code: 'not_http' } })
})

t.test('nobody there, no such host, and a forgotten version are distinguished', async (t) => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  const refused = await judge({ sandbox_base_url: `http://127.0.0.1:${port}/v1` })
  t.match(refused.result.reason, { code: 'target_unreachable', message: /ECONNREFUSED.*start the target/ })

  const unknown = await judge({ sandbox_base_url: 'http://no-such-host.invalid/v1' })
  t.match(unknown.result.reason, { code: 'host_not_found', message: /correct the host name/ })

  const base = await served(t, pingOr(answering(404)))
  const bare = await judge({ sandbox_base_url: base.replace(/\/v1$/, '') })
  t.match(bare.result.reason, { code: 'wrong_base_address', message: new RegExp(`answers at ${base}: give that`) })
})

/** An address that leads to this machine and is none of its loopback names, so that certificates count. */
const anywhere = '0.0.0.0'

const certified = async (t: Test, days: [from: number, to: number], name: string): Promise<string> => {
  const at = (day: number) => new Date(Date.now() + day * 24 * 3_600_000)
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: at(days[0]),
    notAfterDate: at(days[1]),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  })
  const server = createTlsServer({ cert, key }, answering(404))
  return `https://${anywhere}:${await listening(t, server as unknown as Server, anywhere)}/v1`
}

t.test('a certificate that nobody vouches for, one past its end, and plain HTTP behind https', async (t) => {
  const unknown = await judge({ sandbox_base_url: await certified(t, [-1, 9], 'x.test') })
  t.match(unknown.result, { exit_code: 2, reason: { code: 'certificate_not_trusted', message: /NODE_EXTRA_CA_CERTS/ } })
  t.match(unknown.findings[0], { about: 'tls', facts: { version: 'TLSv1.3', trusted: false, subject: 'x.test' } })

  const ended = await judge({ sandbox_base_url: await certified(t, [-9, -1], 'x.test') })
  t.match(ended.result, { exit_code: 2, reason: { code: /certificate_(expired|not_trusted)/ } })

  const plain = await served(t, answering(404))
  const wrongScheme = await judge({ sandbox_base_url: plain.replace('http:', 'https:') })
  t.match(wrongScheme.result, { exit_code: 2, reason: { code: 'tls_failed' } })
  t.equal(wrongScheme.result.reason?.message.split('; ').at(-1), `give ${plain}.`)

  const secure = await certified(t, [-1, 9], 'x.test')
  const noScheme = await judge({ sandbox_base_url: secure.replace('https:', 'http:') })
  t.equal(noScheme.result.reason?.message.split('; ').at(-1), `give ${secure}.`)
})
