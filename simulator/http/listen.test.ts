// Ports: connections that say nothing are closed, and what cannot be listened on is said, with the option that asks for it.
import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { makeCertificate } from './certificate.ts'
import { listen } from './listen.ts'

const app = (_request: unknown, response: { end(text: string): void }) => response.end('hello')

t.test('a connection to a TLS port that begins no handshake is closed', async (t) => {
  const tls = await makeCertificate()
  for (const [what, more] of [
    ['TLS alone', {}],
    ['TLS with an answer for plain HTTP', { plain: app }],
    [
      'TLS with an answer for what is no HTTP',
      { garbage: () => ({ status: 400, headers: {}, body: Buffer.alloc(0) }) },
    ],
    ['TLS with both', { plain: app, garbage: () => ({ status: 400, headers: {}, body: Buffer.alloc(0) }) }],
  ] as const) {
    const listener = await listen(app, { port: 0, host: '127.0.0.1', tls, handshakeMs: 30, ...more })
    const socket = connect(listener.port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'close')
    t.pass(what)
    await listener.close()
  }
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
