// Ports: connections that say nothing are closed, and what cannot be listened on is said, with the option that asks for it.
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import t from 'tap'
import { makeCertificate } from './certificate.ts'
import { listen } from './listen.ts'
import { closed, happens } from '../../tests/wait-for.ts'

const app = (_request: unknown, response: { end(text: string): void }) => response.end('hello')

t.test('a connection that begins no handshake, or half a head, is closed', async (t) => {
  const tls = await makeCertificate()
  const garbage = () => ({ status: 400, headers: {}, body: Buffer.alloc(0) })
  for (const [what, more] of [
    ['plain HTTP', { tls: undefined }],
    ['TLS alone', {}],
    ['TLS with an answer for plain HTTP', { plain: app }],
    ['TLS with an answer for what is no HTTP', { garbage }],
    ['TLS with both', { plain: app, garbage }],
  ] as const) {
    const listener = await listen(app, { port: 0, host: '127.0.0.1', tls, patienceMs: 30, ...more })
    const begin = {
      nothing: () => connect(listener.port, '127.0.0.1'),
      'half a head': () => connect(listener.port, '127.0.0.1'),
      'half a head over TLS': () => connectTls(listener.port, '127.0.0.1', { rejectUnauthorized: false }),
    }
    for (const [sent, open] of Object.entries(begin)) {
      if ('tls' in more && sent.endsWith('TLS')) continue
      const socket = open().resume()
      if (sent !== 'nothing') socket.write('GET / HTTP/1.1\r\nHost:')
      await closed(socket)
      t.pass(`${what}, ${sent}`)
    }
    await listener.close()
  }
})

t.test('a client that keeps its end open after a last answer is cut off', async (t) => {
  const garbage = () => ({ status: 400, headers: {}, body: Buffer.from('no HTTP') })
  const listener = await listen(app, { port: 0, host: '127.0.0.1', tls: undefined, garbage })
  const socket = connect({ port: listener.port, host: '127.0.0.1', allowHalfOpen: true })
  const cut = new Promise((resolve) => socket.on('error', resolve))
  socket.write('no head at all\r\n\r\n')
  const [answer] = await happens<[string]>(socket.setEncoding('utf8'), 'data')
  t.match(answer, /^HTTP\/1\.1 400 .*no HTTP$/s)
  const writing = setInterval(() => socket.write('more'), 100)
  t.match(await cut, { code: /ECONNRESET|EPIPE/ })
  clearInterval(writing)
  await listener.close()
})

t.test('a port that is taken is refused, and so is one of this simulator itself', async (t) => {
  const host = '127.0.0.1'
  const first = await listen(app, { port: 0, host, tls: undefined })
  const { port } = first
  for (const [own, message] of [
    [[], `Port ${port} on ${host} is taken; give --control-port another port, or 0 for a free one.`],
    [
      [port],
      `Port ${port} on ${host} is taken by this simulator itself, for the service; give --control-port another port, or 0 for a free one.`,
    ],
  ] as [number[], string][])
    await t.rejects(listen(app, { port, host, tls: undefined, named: '--control-port', own }), {
      code: 'listen_failed',
      message,
    })
  await first.close()
})
