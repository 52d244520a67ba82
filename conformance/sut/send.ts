// One request over the wire: nothing added, nothing followed, everything kept, and a failure distinguished by its kind.
import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { Agent, EnvHttpProxyAgent, request, type Dispatcher } from 'undici'
import { bounds } from '../../fixtures/bounds.ts'
import type { Exchange, Failure, Headers } from '../evidence/exchange.ts'
import { proxyFor } from './env-proxy.ts'

export type WireRequest = {
  method: string
  url: string
  headers: Headers
  body: Uint8Array | null
  /** Until the last byte of the answer, where it is to be less than usual. */
  limitMs?: number
  /** Until the first byte of the answer and between two, where it may be more than usual. */
  patienceMs?: number
  /** Bytes of the answer's body that are taken, where they are to be more than usual. */
  mostBytes?: number
  /** How long the body is read once its status is there: what comes later, is too long or is broken counts for nothing. */
  bodyMs?: number
  /** Gives the answer up. */
  signal?: AbortSignal
  /** Dialled in the place of what the host resolves to. */
  addresses?: readonly LookupAddress[]
}

type WireResult = Pick<Exchange, 'response' | 'failure' | 'startedAt' | 'ms'>

export type Wire = { send(message: WireRequest): Promise<WireResult>; close(): Promise<void> }

const megabyte = 2 ** 20

export const bytesOfFile = bounds.answered.fileBytes

class TooLarge extends Error {
  readonly code = 'RES_EXCEEDED'
  readonly status: number
  constructor(most: number, status: number) {
    super(`the body has more than ${most / megabyte} MB`)
    this.status = status
  }
}

const readBody = async (body: AsyncIterable<Uint8Array>, most: number, status: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > most) throw new TooLarge(most, status)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks, bytes))
}

/** What came of a body within that time. */
const readSome = async (body: Readable, most: number, ms: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const timer = setTimeout(() => body.destroy(), ms)
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= most) break
    }
  } catch {
    // The rest is not needed.
  } finally {
    clearTimeout(timer)
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, most))
}

/** Has the body sent in chunks, and stands in the record of the request. */
export const chunkedHeader: [string, string] = ['Transfer-Encoding', 'chunked']

const isFraming = ([name]: readonly [string, string]): boolean => name === chunkedHeader[0]

/** The same request with its body's length in place of chunks. */
export const inOnePiece = (message: WireRequest): WireRequest => ({
  ...message,
  headers: message.headers.filter((header) => !isFraming(header)),
})

/** Two chunks, so that what comes first is not the whole. */
const inChunks = async function* (body: Uint8Array): AsyncGenerator<Uint8Array> {
  const half = Math.ceil(body.length / 2)
  for (const part of [body.subarray(0, half), body.subarray(half)]) if (part.length > 0) yield part
}

// An answer that drips is cut off, however steadily it drips.
const timeoutsForAll = 2

const kinds: [RegExp, Failure['kind']][] = [
  [/TIMEOUT|TIMEDOUT|TimeoutError/i, 'timeout'],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, 'refused'],
  [/ENOTFOUND|EAI_/, 'dns'],
  [/CERT|SSL|TLS|ALTNAME|SELF_SIGNED|ERR_TLS|EPROTO/, 'tls'],
  [/HPE_|HTTPParserError|HEADERS_OVERFLOW|RES_EXCEEDED|RES_CONTENT_LENGTH|INVALID_RETURN/, 'protocol'],
  [/ECONNRESET|EPIPE|SOCKET|UND_ERR_CLOSED/, 'reset'],
]

/** What went wrong, from the code of the error or of its cause. */
const failureOf = (error: unknown): Failure => {
  const {
    code = '',
    name = '',
    message = '',
    cause,
  } = error as { code?: string | number; name?: string; message?: string; cause?: { code?: string } }
  const shown = `${typeof code === 'string' ? code : name} ${cause?.code ?? ''}`.trim()
  const kind = kinds.find(([pattern]) => pattern.test(`${shown} ${name}`))?.[1] ?? 'other'
  const status = error instanceof TooLarge ? error.status : undefined
  return { kind, message: [shown, message].filter(Boolean).join(': '), ...(status !== undefined && { status }) }
}

const readHeaders = (raw: unknown): Headers => {
  const flat = raw as (Buffer | string)[]
  const headers: Headers = []
  for (let index = 0; index + 1 < flat.length; index += 2)
    headers.push([flat[index]!.toString('latin1' as never), flat[index + 1]!.toString('latin1' as never)])
  return headers
}

/**
 * Many servers close a connection that is idle for five seconds. One that is used again shortly before is closed with the request on it where
 * either side is busy, and the answer is lost: it stays unused for three seconds before the server means to close it, two after its last answer.
 */
const idle = { keepAliveTimeout: 2_000, keepAliveMaxTimeout: 2_000, keepAliveTimeoutThreshold: 3_000 }

type WireOptions = {
  timeoutMs: number
  /** A self-signed certificate is taken on loopback, where the connection cannot be listened to. */
  acceptAnyCertificate: boolean
  now?: () => number
}

/** A resolver that knows one answer. */
const pinned =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_hostname, { all }, callback) =>
    all ? callback(null, [...addresses]) : callback(null, addresses[0]!.address, addresses[0]!.family)

export const createWire = ({ timeoutMs, acceptAnyCertificate, now = Date.now }: WireOptions): Wire => {
  const connect = { timeout: Math.min(timeoutMs, 10_000), rejectUnauthorized: !acceptAnyCertificate }
  const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, ...idle }
  const agent: Dispatcher = new Agent({ connect, ...timeouts })
  // Made when it is needed: most runs have no proxy on the way.
  let proxied: Dispatcher | undefined
  const throughProxy = (): Dispatcher =>
    (proxied ??= new EnvHttpProxyAgent({ ...timeouts, noProxy: '', requestTls: connect }))
  const dispatcherFor = (url: string, addresses: readonly LookupAddress[] | undefined): Dispatcher => {
    // What resolves a name in our place is the only one that can dial it.
    if (proxyFor(url) !== null) return throughProxy()
    if (!addresses) return agent
    return new Agent({ connect: { ...connect, lookup: pinned(addresses), autoSelectFamily: true }, ...timeouts })
  }
  return {
    async send({
      method,
      url,
      headers,
      body,
      limitMs = Number.POSITIVE_INFINITY,
      patienceMs = timeoutMs,
      mostBytes = bounds.answered.bytes,
      signal,
      bodyMs,
      addresses,
    }) {
      const startedAt = now()
      const start = performance.now()
      const dispatcher = dispatcherFor(url, addresses)
      // Not AbortSignal.any: in Node 20 the time-out that it was given may be collected before it comes.
      const ending = new AbortController()
      const giveUp = () => ending.abort(signal?.reason)
      signal?.addEventListener('abort', giveUp, { once: true })
      const timer = setTimeout(
        () => ending.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
        Math.min(limitMs, Math.max(timeoutMs, patienceMs) * timeoutsForAll),
      )
      const took = () => Math.round((performance.now() - start) * 10) / 10
      try {
        const answer = await request(url, {
          method: method as Dispatcher.HttpMethod,
          headers: headers.filter((header) => !isFraming(header)).flat(),
          body: body && headers.some(isFraming) ? Readable.from(inChunks(body)) : body,
          dispatcher,
          headersTimeout: Math.max(timeoutMs, patienceMs),
          bodyTimeout: Math.max(timeoutMs, patienceMs),
          responseHeaders: 'raw',
          signal: ending.signal,
        })
        const answeredMs = took()
        const bytes =
          bodyMs === undefined
            ? await readBody(answer.body, mostBytes, answer.statusCode)
            : await readSome(answer.body, mostBytes, bodyMs)
        const response = { status: answer.statusCode, headers: readHeaders(answer.headers), body: bytes }
        return { response, failure: null, startedAt, ms: bodyMs === undefined ? took() : answeredMs }
      } catch (error) {
        return { response: null, failure: failureOf(error), startedAt, ms: took() }
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        if (dispatcher !== agent && dispatcher !== proxied) await dispatcher.destroy()
      }
    },
    // Nothing that is still under way is waited for.
    async close() {
      await Promise.all([agent.destroy(), proxied?.destroy()])
    },
  }
}
