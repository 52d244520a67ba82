// The readings of transport that only TLS shows: refusals of plain HTTP, versions of TLS, HTTP/2.
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:http'
import { connect as connectTls } from 'node:tls'
import type { SecureVersion } from 'node:tls'
import t from 'tap'
import type { Test } from 'tap'
import { createSimulator } from '../../simulator/simulator.ts'

const start = async (t: Test, readings: Record<string, string>) => {
  const simulator = await createSimulator({ tls: true, readings })
  t.teardown(() => simulator.close())
  return { simulator, port: Number(new URL(simulator.sandboxUrl).port) }
}

const plainly = (port: number) =>
  new Promise<[status: number, location?: string | undefined]>((resolve) => {
    const asked = request({ port, path: '/v1/ping', host: '127.0.0.1' }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve([answer.statusCode!, answer.headers.location]))
    })
    asked.on('error', () => resolve([0]))
    asked.end()
  })

const speaks = (port: number, version: SecureVersion, protocols: string[] = []) =>
  new Promise<string | null>((resolve) => {
    const options = { minVersion: version, maxVersion: version, rejectUnauthorized: false, ALPNProtocols: protocols }
    const socket = connectTls({ port, host: '127.0.0.1', ...options }, () => {
      resolve(protocols.length > 0 ? socket.alpnProtocol || 'none' : socket.getProtocol())
      socket.destroy()
    })
    socket.on('error', () => resolve(null))
  })

t.test('plain HTTP learns that it is refused', async (t) => {
  const closed = await start(t, {})
  t.same(await plainly(closed.port), [0])
  const answered = await start(t, { 'transport.plain-http-refusal': 'error-answer' })
  t.same(await plainly(answered.port), [403, undefined])
  const redirected = await start(t, { 'transport.plain-http-refusal': 'redirect-answer' })
  t.same(await plainly(redirected.port), [308, `https://127.0.0.1:${redirected.port}/v1/ping`])
  for (const { port } of [closed, answered, redirected]) t.equal(await speaks(port, 'TLSv1.3'), 'TLSv1.3')
})

t.test('versions of TLS from 1.2 on', async (t) => {
  const offered = async (readings: Record<string, string>) => {
    const { port } = await start(t, readings)
    return [await speaks(port, 'TLSv1.2'), await speaks(port, 'TLSv1.3')]
  }
  t.same(await offered({}), ['TLSv1.2', 'TLSv1.3'])
  t.same(await offered({ 'transport.tls-versions': 'tls-12-only' }), ['TLSv1.2', null])
  t.same(await offered({ 'transport.tls-versions': 'tls-13-only' }), [null, 'TLSv1.3'])
})

t.test('HTTP/2 for clients that offer it', async (t) => {
  const usual = await start(t, {})
  t.equal(await speaks(usual.port, 'TLSv1.3', ['h2', 'http/1.1']), 'http/1.1')
  const { simulator, port } = await start(t, {
    'transport.http-version': 'http-2-offered',
    'transport.header-name-case': 'lower-case',
    'transport.body-framing': 'chunked',
  })
  t.equal(await speaks(port, 'TLSv1.3', ['h2', 'http/1.1']), 'h2')
  t.equal(await speaks(port, 'TLSv1.3', ['http/1.1']), 'http/1.1')
  const session = connectHttp2(simulator.sandboxUrl, { rejectUnauthorized: false })
  t.teardown(() => session.destroy())
  const answer = await new Promise<{ status: unknown; limit: unknown; text: string }>((resolve, reject) => {
    const stream = session.request({ ':path': '/sandbox/v1/ping' })
    let text = ''
    let headers: Record<string, unknown> = {}
    stream.on('response', (got) => (headers = got))
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
    stream.on('end', () => resolve({ status: headers[':status'], limit: headers['x-ratelimit-limit'], text }))
    stream.on('error', reject)
    stream.end()
  })
  t.match(answer, { status: 200, limit: '600', text: /"status":"ok"/ })
  t.equal((await plainly(port))[0], 0)
})
