// Puts an application on a port: plain HTTP or TLS 1.2 and better; a stop lets what is under way finish.
import { createServer as createHttpServer, STATUS_CODES } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { createSecureServer as createHttp2Server } from 'node:http2'
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { createServer as createNetServer } from 'node:net'
import type { AddressInfo, Server as NetServer, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { setTimeout } from 'node:timers'
import type { Behaviour } from '../behaviour/behaviour.ts'
import { hostToCall } from '../lib/host-to-call.ts'

export type Tls = { cert: string; key: string }

export type Listener = { origin: string; port: number; close(): Promise<void> }

class ListenError extends Error {
  readonly code = 'listen_failed'
}

export type RawAnswer = { status: number; headers: Record<string, string>; body: Buffer }

export type ListenOptions = {
  port: number
  /** The option that asks for the port, as a sentence names it. */
  named?: string
  /** Ports that the same simulator listens on already. */
  own?: readonly number[]
  host: string
  tls: Tls | undefined
  /** Which TLS is served; from 1.2 on, and nothing but TLS, by default. */
  wire?: Pick<Behaviour['wire'], 'oldestTls' | 'newestTls' | 'http2' | 'servesPlainHttpToo' | 'servesWithoutAlpn'>
  /** What is answered to bytes that are not HTTP, or HTTP whose head is too long. */
  garbage?: (isTooLong: boolean) => RawAnswer
  /** What plain HTTP is answered where TLS is served; its connection is closed when left out. */
  plain?: RequestListener
  /** Real milliseconds that a connection may take for its handshake, and for the head of a request that it has begun. */
  patienceMs?: number
}

/** Milliseconds for a client to read a last answer and go. */
const lingering = 2_000

/** A raw answer for what is not HTTP at all; Node would otherwise cut the connection without a word. */
const answerGarbage =
  (answer: NonNullable<ListenOptions['garbage']>) => (error: NodeJS.ErrnoException, socket: Socket) => {
    // What began no handshake can be sent no answer, and would never end.
    if (error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT') return void socket.destroy()
    if (!socket.writable || error.code === 'ECONNRESET') return
    const { status, headers, body } = answer(error.code === 'HPE_HEADER_OVERFLOW')
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`)
    socket.end(body)
    setTimeout(() => socket.destroy(), lingering).unref()
  }

// The versions before 1.2 sign with SHA-1, which OpenSSL allows at its lowest security level only.
const versionsOf = ({ oldestTls, newestTls }: Pick<Behaviour['wire'], 'oldestTls' | 'newestTls'>) => ({
  minVersion: oldestTls,
  maxVersion: newestTls,
  ...(oldestTls < 'TLSv1.2' && { ciphers: 'DEFAULT:@SECLEVEL=0' }),
})

type AnyServer = Server | Http2SecureServer

/** Of what comes together with an upgrade, which is ignored here, Node reads nothing: its connection ends, so that no request waits without end. */
const closingUpgrades =
  (app: RequestListener): RequestListener =>
  (request, response) => {
    if (request.headers.upgrade !== undefined && request.httpVersionMajor === 1) response.shouldKeepAlive = false
    app(request, response)
  }

/** Long enough that a client on a busy machine does not send into a connection that is just being closed. */
const keepAliveTimeout = 65_000

/** A connection that says nothing, or half of a head, holds a descriptor. */
const patience = 30_000

const httpOptions = (patienceMs: number) => ({
  requireHostHeader: false,
  keepAliveTimeout,
  headersTimeout: patienceMs,
  connectionsCheckingInterval: Math.ceil(patienceMs / 6),
})

const serverFor = (app: RequestListener, options: ListenOptions): AnyServer => {
  const { tls, wire, patienceMs = patience } = options
  const http = httpOptions(patienceMs)
  if (!tls) return createHttpServer(http, app)
  const secure = {
    ...tls,
    handshakeTimeout: patienceMs,
    ...versionsOf(wire ?? { oldestTls: 'TLSv1.2', newestTls: 'TLSv1.3' }),
  }
  if (wire?.http2) return createHttp2Server({ ...secure, ...http, allowHTTP1: true }, app as never)
  return createHttpsServer({ ...secure, ...http }, app)
}

const turnAwayWithoutAlpn = (socket: TLSSocket): void => {
  if (socket.alpnProtocol === false) socket.destroy()
}

/** The first byte of a TLS handshake. */
const handshake = 0x16

/** Looks at the first byte of each connection: a handshake goes to one server, all else to the other. */
const inFront = (secure: AnyServer, plain: Server, silentMs: number): NetServer =>
  createNetServer((socket) => {
    socket.on('error', () => socket.destroy())
    const silent = () => socket.destroy()
    socket.setTimeout(silentMs, silent)
    socket.once('data', (bytes: Buffer) => {
      socket.setTimeout(0).off('timeout', silent)
      socket.pause()
      socket.unshift(bytes)
      const server = bytes[0] === handshake ? secure : plain
      server.emit('connection', socket)
      process.nextTick(() => socket.resume())
    })
  })

const closer = (bound: NetServer, served: readonly AnyServer[]): Listener['close'] => {
  const sessions = new Set<ServerHttp2Session>()
  const sockets = new Set<Socket>()
  for (const server of served)
    server.on('session', (session: ServerHttp2Session) => {
      sessions.add(session)
      session.once('close', () => sessions.delete(session))
    })
  bound.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () =>
    new Promise((resolve) => {
      bound.close(() => resolve())
      for (const server of served) if (server !== bound) server.close()
      for (const session of sessions) session.close()
      for (const server of served) if ('closeIdleConnections' in server) server.closeIdleConnections()
      setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, lingering).unref()
    })
}

export const listen = async (answers: RequestListener, options: ListenOptions): Promise<Listener> => {
  const app = closingUpgrades(answers)
  const server = serverFor(app, options)
  if (options.wire?.servesWithoutAlpn === false) server.on('secureConnection', turnAwayWithoutAlpn)
  const answersPlain = options.wire?.servesPlainHttpToo ? app : options.plain
  const patienceMs = options.patienceMs ?? patience
  const plain = options.tls && answersPlain ? createHttpServer(httpOptions(patienceMs), answersPlain) : undefined
  const bound = plain ? inFront(server, plain, patienceMs) : server
  // Left to itself, Node answers an unknown expectation without headers and body.
  server.on('checkExpectation', app)
  if (options.garbage) server.on('clientError', answerGarbage(options.garbage))
  const close = closer(bound, plain ? [server, plain] : [server])
  await new Promise<void>((resolve, reject) => {
    bound.once('error', (error: NodeJS.ErrnoException) => {
      const { named = '--port', own = [] } = options
      const isOwn = own.includes(options.port) ? ' by this simulator itself, for the service' : ''
      const why = error.code === 'EADDRINUSE' ? `is taken${isOwn}` : `cannot be used (${error.code})`
      const remedy = `give ${named} another port, or 0 for a free one`
      reject(new ListenError(`Port ${options.port} on ${options.host} ${why}; ${remedy}.`))
    })
    bound.listen(options.port, options.host, resolve)
  })
  // A server that is handed its connections begins to watch their time when it is said to listen.
  if (plain) for (const one of [server, plain]) one.emit('listening')
  const { port } = bound.address() as AddressInfo
  return {
    origin: `${options.tls ? 'https' : 'http'}://${hostToCall(options.host)}:${port}`,
    port,
    close,
  }
}
