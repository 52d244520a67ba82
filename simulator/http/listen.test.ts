// Connections that say nothing: a port closes them, whatever it speaks.
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
  ] as const) {
    const listener = await listen(app, { port: 0, host: '127.0.0.1', tls, handshakeMs: 30, ...more })
    const socket = connect(listener.port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'close')
    t.pass(what)
    await listener.close()
  }
})
