// Exchanges and deliveries as plain data for the run record, every secret masked, and what is shown of people in outline.
import { createHash } from 'node:crypto'
import { bounds } from '../../fixtures/bounds.ts'
import type { RecordedBody, RecordedDelivery, RecordedExchange } from '../../reports/run-record.ts'
import type { Delivery } from '../evidence/delivery.ts'
import { headerOf, isAnswered, type Exchange, type Headers } from '../evidence/exchange.ts'
import { maskMark } from '../../reports/path-of.ts'
import type { Personal } from '../sut/personal.ts'
import type { Secrets } from '../sut/secrets.ts'
import { grantedToken } from '../sut/tokens.ts'
import { unpacked } from './packed.ts'
import { shortenText, startOf, unsure } from './shorten.ts'

const { body: kept, enough, text: longest } = bounds.recorded
const headersKept = { first: { count: 100, length: longest }, last: { count: 20, length: 256 } }

/** The text of some bytes that may end inside a character; undefined where they are no UTF-8. */
const textOfStart = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

type Recorder = {
  exchange(exchange: Exchange): RecordedExchange
  delivery(delivery: Delivery): RecordedDelivery
}

/** Who asked for what, and how it was answered: for a run that leaves no record, as its findings alone are wanted. */
export const bareRecorder: Recorder = {
  exchange: ({ request, response, startedAt: _begun, ...rest }) => ({
    ...rest,
    request: { method: request.method, url: request.url, headers: [], body: null },
    response: response && { status: response.status, headers: [], body: null },
    started_at: '',
  }),
  delivery: ({ receivedAt: _received, headers: _headers, body: _body, mistake = null, ...rest }) => ({
    ...rest,
    received_at: '',
    headers: [],
    body: null,
    mistake,
  }),
}

export const createRecorder = (secrets: Secrets, personal: Personal): Recorder => {
  let written = 0
  /** Each token with the exchange that granted it. */
  const grants = new Map<string, string>()

  /** Whose token a call shows that is nobody's own. */
  const shownToken = ({ role, request }: Exchange): Pick<RecordedExchange, 'token_from'> => {
    const token = /^Bearer (.+)$/i.exec(headerOf(request.headers, 'authorization') ?? '')?.[1]
    return role === null && token !== undefined ? { token_from: grants.get(token) ?? null } : {}
  }

  const learnGrant = (exchange: Exchange): void => {
    const token = isAnswered(exchange) ? grantedToken(exchange) : undefined
    if (exchange.operation === 'requestToken' && token !== undefined) grants.set(token, exchange.id)
  }

  const room = (): number => (written < enough.later ? kept.first : written < enough.last ? kept.later : kept.last)

  const mask = (text: string): string => secrets.mask(text)
  const short = (text: string): string => shortenText(text, longest, mask)

  /** A text as it is, and what it takes in the files: a control character has six letters there. */
  const counted = <T>(recorded: T): T => {
    written += JSON.stringify(recorded).length
    return recorded
  }

  const recordHeaders = (headers: Headers): Headers => {
    const { count, length } = written < enough.last ? headersKept.first : headersKept.last
    const shown = headers
      .slice(0, count)
      .map(([name, value]): Headers[number] => [
        shortenText(name, length, mask),
        shortenText(value, length, (text) => secrets.maskPieces(text)),
      ])
    return counted(shown)
  }

  const recordBinary = (bytes: Uint8Array, headers: Headers): string => {
    const text = Buffer.from(bytes).toString('latin1')
    const inside = unpacked(bytes, headers)
    const isTelling = inside === undefined || (inside !== null && mask(inside) !== inside)
    const masked = isTelling ? maskMark : mask(text)
    return Buffer.from(masked === text ? bytes : Buffer.from(masked, 'latin1')).toString('base64')
  }

  const recordBody = (
    body: Uint8Array | null,
    headers: Headers,
    inOutline = (text: string): string => text,
  ): RecordedBody => {
    if (body === null || body.length === 0) return null
    const most = room()
    const cut = body.length > most
    const isPart = body.length > most + unsure
    const text = body.includes(0) ? undefined : textOfStart(body.subarray(0, most + unsure))
    const shown = text === undefined ? recordBinary(body.subarray(0, most), headers) : mask(inOutline(text))
    const content = text === undefined ? { base64: shown } : { text: cut ? startOf(shown, most, isPart) : shown }
    counted(shown)
    return { ...content, bytes: body.length, sha256: createHash('sha256').update(body).digest('hex'), cut }
  }

  return {
    exchange(exchange) {
      const { request, response, startedAt, ...rest } = exchange
      learnGrant(exchange)
      return {
        id: rest.id,
        source: rest.source,
        operation: rest.operation,
        role: rest.role,
        environment: rest.environment,
        request: {
          method: request.method,
          url: short(request.url),
          headers: recordHeaders(request.headers),
          body: recordBody(request.body, request.headers),
        },
        response: response && {
          status: response.status,
          headers: recordHeaders(response.headers),
          body: recordBody(response.body, response.headers, (text) => personal.inBody(text)),
        },
        failure: rest.failure && { kind: rest.failure.kind, message: short(rest.failure.message) },
        ...shownToken(exchange),
        ...(rest.redirected && { redirected: true as const }),
        started_at: new Date(startedAt).toISOString(),
        ms: rest.ms,
      }
    },
    delivery({ id, receivedAt, method, path, headers, body, fault, mistake = null, secure, answer }) {
      return {
        id,
        received_at: new Date(receivedAt).toISOString(),
        method,
        path: short(path),
        headers: recordHeaders(headers),
        body: recordBody(body, headers, (text) => personal.inBody(text)),
        fault,
        mistake,
        secure,
        answer,
      }
    },
  }
}
