// An HTTPS receiver that passes each delivery on byte for byte, and answers it as the receiver behind it does.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Agent, request as send } from 'undici'
import { bounds } from '../../../fixtures/bounds.ts'
import { makeCertificate } from '../../http/certificate.ts'

/** One delivery that was passed on. */
export type Relayed = {
  type: string
  event_id: string
  order_id: string | null
  /** Null where the receiver gave no answer. */
  status: number | null
  /** Why there is no answer. */
  error: string | null
  ms: number
}

export type Relay = { port: number; close(): Promise<void> }

type RelayOptions = { to: string; host: string; port: number; onRelayed: (relayed: Relayed) => void }

/** Of the connection and not of the delivery; each side has its own. */
const ofConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'])

const headersOf = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !ofConnection.has(name.toLowerCase()) ? [name, rawHeaders[index + 1]!] : [],
  )

/** What stands in a line of a terminal: anybody who reaches the port may send anything. */
const word = (text: unknown): string | null => (typeof text === 'string' && /^[\w.-]{1,100}$/.test(text) ? text : null)

const orderIn = (body: Buffer): string | null => {
  try {
    const { data } = JSON.parse(body.toString('utf8')) as { data?: { order_id?: unknown } }
    return word(data?.order_id)
  } catch {
    return null
  }
}

/** @throws TooMuch where all that is under way has too many bytes */
type Claim = (bytes: number) => void

/** Null for one that is longer. */
const bodyOf = async (stream: AsyncIterable<Buffer>, claim: Claim): Promise<Buffer | null> => {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of stream) {
    length += part.length
    if (length > bounds.taken.relayedBytes) return null
    claim(part.length)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

class TooMuch extends Error {
  override message = 'too much is under way'
}

/** A receiver has ten seconds in the contract for its whole answer; the sender gives up first. */
const mostMs = 30_000

const isLoopback = (to: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(to).hostname)

const wordsOf = (error: unknown): string => {
  const { code, message, name } = error as NodeJS.ErrnoException
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'plain HTTP is served there; give --forward-to with http:'
  return typeof code === 'string' ? code : message || name
}

const headerIn = ({ headers }: IncomingMessage, name: string): string => word(headers[name]) ?? '-'

export const startRelay = async ({ to, host, port, onRelayed }: RelayOptions): Promise<Relay> => {
  // Nobody signs certificates for loopback.
  const agent = new Agent({ connect: { rejectUnauthorized: !isLoopback(to) } })
  let isClosing = false
  let held = 0
  const pass = async (request: IncomingMessage, response: ServerResponse, claim: Claim): Promise<void> => {
    const started = performance.now()
    const body = await bodyOf(request, claim).catch((error: unknown) => {
      if (error instanceof TooMuch) return error
      throw error
    })
    if (body instanceof TooMuch) return void response.writeHead(503, { Connection: 'close' }).end()
    if (body === null) return void response.writeHead(413, { Connection: 'close' }).end()
    const shown = (status: number | null, error: string | null): void =>
      onRelayed({
        type: headerIn(request, 'x-service-event-type'),
        event_id: headerIn(request, 'x-service-event-id'),
        order_id: orderIn(body),
        status,
        error,
        ms: Math.round(performance.now() - started),
      })
    try {
      const signal = AbortSignal.timeout(mostMs)
      const answer = await send(to, { method: 'POST', headers: headersOf(request), body, dispatcher: agent, signal })
      const bytes = await bodyOf(answer.body, claim)
      if (bytes === null) throw new Error(`its answer is longer than ${bounds.taken.relayedBytes} bytes`)
      response.writeHead(answer.statusCode).end(bytes)
      shown(answer.statusCode, null)
    } catch (error) {
      response.writeHead(502).end()
      shown(null, isClosing ? 'assay listen was stopped' : wordsOf(error))
    }
  }
  const server = createServer(await makeCertificate(), (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405, { Allow: 'POST' }).end()
    let own = 0
    const claim = (bytes: number): void => {
      if (held + bytes > bounds.taken.relayedBytesTogether) throw new TooMuch()
      held += bytes
      own += bytes
    }
    void pass(request, response, claim)
      .catch(() => response.destroy())
      .finally(() => (held -= own))
  })
  // What has come by half keeps room from others.
  server.requestTimeout = mostMs
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      isClosing = true
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await agent.destroy()
    },
  }
}
