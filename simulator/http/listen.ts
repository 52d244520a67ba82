// Puts an application on a port: plain HTTP or TLS 1.2 and better; a stop lets what is under way finish.
import { createServer as createHttpServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { SecureVersion } from 'node:tls'

export type Tls = { cert: string; key: string }

export type Listener = { origin: string; port: number; close(): Promise<void> }

export class ListenError extends Error {
  readonly code = 'listen_failed'
}

/** A raw answer for what is not HTTP at all; Node would otherwise cut the connection without a word. */
const answerGarbage =
  (headers: () => Record<string, string>, body: () => string) => (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return
    const isTooLong = error.code === 'HPE_HEADER_OVERFLOW'
    const status = isTooLong ? '431 Request Header Fields Too Large' : '400 Bad Request'
    const text = body()
    const all = { ...headers(), 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }

// The versions before 1.2 sign with SHA-1, which OpenSSL allows at its lowest security level only.
const versionsFrom = (oldest: SecureVersion = 'TLSv1.2') => ({
  minVersion: oldest,
  ...(oldest < 'TLSv1.2' && { ciphers: 'DEFAULT:@SECLEVEL=0' }),
})

export const listen = async (
  app: RequestListener,
  options: {
    port: number
    host: string
    tls: Tls | undefined
    /** The oldest version of TLS that is spoken; 1.2 unless told otherwise. */
    oldestTls?: SecureVersion
    garbage?: { headers: () => Record<string, string>; body: () => string }
  },
): Promise<Listener> => {
  const server: Server = options.tls
    ? createHttpsServer({ ...options.tls, ...versionsFrom(options.oldestTls), requireHostHeader: false }, app)
    : createHttpServer({ requireHostHeader: false }, app)
  // Left to itself, Node answers an unknown expectation without headers and body.
  server.on('checkExpectation', app)
  if (options.garbage) server.on('clientError', answerGarbage(options.garbage.headers, options.garbage.body))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? 'is taken; choose another or 0 for a free one' : `cannot be used (${error.code})`
      reject(new ListenError(`Port ${options.port} on ${options.host} ${why}.`))
    })
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const host = options.host === '0.0.0.0' || options.host === '::' ? '127.0.0.1' : options.host
  return {
    origin: `${options.tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), 2000).unref()
      }),
  }
}
