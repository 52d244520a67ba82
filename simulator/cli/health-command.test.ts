// `assay health`: where it asks, how long it waits, and what its exit codes and errors say.
import { createServer, type Server } from 'node:http'
import { createServer as createPlain } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import t from 'tap'
import type { Test } from 'tap'
import { callCommand } from '../../tests/call-command.ts'
import { closed, happens } from '../../tests/wait-for.ts'
import { healthCommand } from './health-command.ts'

const none = { ASSAY_CONTROL_URL: undefined, ASSAY_PORT: undefined, ASSAY_TLS: undefined, ASSAY_TLS_CERT: undefined }

const health = (args: string[], env: Record<string, string | undefined> = {}) =>
  callCommand(healthCommand(), args, { env: { ...none, ...env } })

const listening = (server: Server, port = 0): Promise<number> =>
  new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

/** A server with the statuses in turn, the last one for ever. */
const answering = async (t: Test, ...statuses: number[]) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    response.writeHead(statuses.length > 1 ? statuses.shift()! : statuses[0]!).end()
  })
  t.teardown(() => server.close())
  return { asked, port: `${await listening(server)}` }
}

/** Nothing listens there any more. */
const closedPort = async (): Promise<string> => {
  const server = createServer()
  const port = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  return `${port}`
}

t.test('the port comes from the option, the variable or the address', async (t) => {
  const { asked, port } = await answering(t, 200)
  t.equal((await health(['--port', port])).code, 0)
  t.equal((await health([], { ASSAY_PORT: port })).code, 0)
  t.equal((await health([], { ASSAY_PORT: port, ASSAY_TLS: 'false' })).code, 0, 'no TLS')
  t.equal((await health([`http://127.0.0.1:${port}/v1`])).code, 0)
  t.strictSame(new Set(asked), new Set(['/v1/ping']))
})

t.test('the control port is asked where its address is given', async (t) => {
  const { asked, port } = await answering(t, 200)
  for (const address of [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port}/`, `http://127.0.0.1:${port}/livez`])
    t.equal((await health(['--control-url', address])).code, 0, address)
  t.strictSame(new Set(asked), new Set(['/livez']))
})

t.test('the variable of the control port counts, unless the line says where the simulator is', async (t) => {
  const { asked, port } = await answering(t, 200)
  const env = { ASSAY_CONTROL_URL: `http://127.0.0.1:${port}` }
  t.equal((await health([], { ...env, ASSAY_PORT: await closedPort() })).code, 0)
  t.strictSame(asked.splice(0), ['/livez'])
  const elsewhere = { ASSAY_CONTROL_URL: `http://127.0.0.1:${await closedPort()}` }
  t.equal((await health([], elsewhere)).code, 1)
  t.equal((await health(['--port', port], elsewhere)).code, 0)
  t.equal((await health([`http://127.0.0.1:${port}`], elsewhere)).code, 0)
  t.equal((await health(['--host', '127.0.0.1'], { ...elsewhere, ASSAY_PORT: port })).code, 0)
  t.strictSame(asked, ['/v1/ping', '/v1/ping', '/v1/ping'])
  t.match(
    (await health(['--tls-cert', 'cert.pem'], { ...env, ASSAY_PORT: port })).err,
    `unhealthy: https://127.0.0.1:${port}/v1/ping`,
  )
})

t.test('it is asked over HTTPS where the simulator serves that', async (t) => {
  const port = await closedPort()
  for (const env of [{ ASSAY_TLS: 'yes' }, { ASSAY_TLS_CERT: 'cert.pem' }])
    t.match((await health(['--port', port], env)).err, `unhealthy: https://127.0.0.1:${port}/v1/ping gave no answer`)
})

t.test('it waits until the simulator answers', async (t) => {
  const { asked, port } = await answering(t, 503, 404, 200)
  t.equal((await health(['--port', port])).code, 1, 'and does not wait unless it should')
  t.equal((await health(['--port', port, '--wait', '600'])).code, 0)
  t.equal(asked.length, 3)
})

t.test('a wait ends where nothing answers', async (t) => {
  const { code, err } = await health(['--port', await closedPort(), '--wait', '0.3'])
  t.equal(code, 1)
  t.match(err, /^unhealthy: .* gave no answer \(.*ECONNREFUSED.*\) in 0\.3 s; see the log of the simulator\.\n$/)
})

t.test('what makes no sense is refused in a sentence', async (t) => {
  for (const [expected, env, ...args] of [
    [/^no_address: Port 0 takes a free port, .*; give the address or --port\.\n$/, { ASSAY_PORT: '0' }],
    [/^no_address: foo must be an http or https address/, {}, 'foo'],
    [/^two_addresses: Both http:\/\/127\.0\.0\.1:1\/v1 and --port say/, {}, 'http://127.0.0.1:1/v1', '--port', '1'],
    [/^two_addresses: Both foo and --host say/, {}, 'foo', '--host', '127.0.0.1'],
    [/^two_addresses: Both --control-url and --tls say/, {}, '--control-url', 'http://127.0.0.1:1', '--tls'],
    [/^no_address: foo must be an http or https address/, {}, '--control-url', 'foo'],
    [/^invalid_argument: .*--wait.* 'soon' .*a number of seconds from 0 to 86400/, {}, '--wait', 'soon'],
  ] as const) {
    const { code, err } = await health([...args], env)
    t.equal(code, 3)
    t.match(err, expected)
  }
})

t.test('neither a head nor a body without end keeps it', async (t) => {
  const head = createPlain((socket) => {
    socket.on('error', () => undefined).write('HTTP/1.1 200 OK\r\nX-Slow: ')
    const timer = setInterval(() => socket.write('x'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  t.teardown(() => head.close())
  await new Promise<void>((resolve) => head.listen(0, '127.0.0.1', resolve))
  const { port } = head.address() as AddressInfo
  t.match(await health([`http://127.0.0.1:${port}`, '--wait', '1']), { code: 1, err: /no answer within .* s\)/ })

  const body = createServer((request, response) => {
    const timer = setInterval(() => response.write('x'.repeat(1_000)), 10)
    request.socket.on('close', () => clearInterval(timer))
  })
  t.teardown(() => body.close())
  const connected = happens<[Socket]>(body, 'connection')
  t.match(await health([`http://127.0.0.1:${await listening(body)}`]), { code: 0 })
  await closed((await connected)[0])
})
