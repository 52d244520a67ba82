// Whether a base address leads to the service: one ping, and what is wrong in its place where it does not.
import type { Session } from '../engine/session.ts'
import { headerOf, jsonOf, type Answered, type Exchange, type Failure } from '../evidence/exchange.ts'
import type { CallOptions } from '../sut/call.ts'
import type { Environment } from '../evidence/roles.ts'
import { speaksOnlyHttp2 } from '../sut/tls-probe.ts'
import { intermediaryOf } from '../sut/intermediary.ts'
import { pingOverPlain, pingOverTls } from '../sut/tls-probe.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import { capped } from './capped.ts'

/** What is wrong, and the remedy. */
export type Trouble = { code: string; message: string }

type Reached = { answer: Answered } | { trouble: Trouble }

const troubles: Record<Failure['kind'], [code: string, remedy: string]> = {
  refused: ['target_unreachable', 'start the target or correct the address'],
  dns: ['host_not_found', 'correct the host name'],
  tls: ['tls_failed', 'see whether the port speaks TLS 1.2 or later, and whether the scheme is right'],
  timeout: ['target_silent', 'see whether it is up, and not behind a firewall'],
  reset: ['connection_closed', 'see its log, and whether the scheme is right'],
  protocol: ['not_http', 'see whether the port is that of the service'],
  other: ['target_unreachable', 'see its log'],
}

const limitMs = 20_000

/** The address with the scheme that its port answers to, where that is the other one; null where it is not. */
const otherScheme = async (address: string): Promise<string | null> => {
  const url = new URL(address)
  const isTls = url.protocol === 'https:'
  const probed = isTls
    ? await pingOverPlain(url, Number(url.port || 443))
    : await pingOverTls(new URL(`https://${url.hostname}:${url.port || 80}${url.pathname}`), tlsOfToday)
  if (probed.kind !== 'answered') return null
  return `${isTls ? 'http' : 'https'}://${url.host}${url.pathname}`
}

/** What a client gets that speaks TLS to a port without it, or the reverse. */
const mayBeScheme = new Set<Failure['kind'] | undefined>(['tls', 'reset', 'protocol'])

const tlsOfToday = { min: 'TLSv1.2', max: 'TLSv1.3' } as const

/** What the preflight may spend on waiting, all in all, where the target says that it will be back soon. */
const mostWaitS = 60

const retryAfter = (answer: Answered): number => {
  const value = Number(headerOf(answer.response.headers, 'retry-after') ?? 'absent')
  return Number.isFinite(value) ? Math.max(1, value) : 2
}

const where = (exchange: Exchange | null, operation: string): string => {
  if (exchange === null) return operation
  const { origin, pathname } = new URL(exchange.request.url)
  return origin + pathname
}

export type Ask = (operation: string, options: CallOptions) => Promise<Reached>

/** Calls that say what went wrong instead of throwing; a 429 or 503 is waited out once, and then an answer like any other. */
export const createAsk = (session: Session): Ask => {
  let leftS = mostWaitS
  const once: Ask = async (operation, options) => {
    let last: Exchange | null = null
    const forget = session.listeners.add({
      exchange: (exchange) => void (last = exchange.source === 'preflight' ? exchange : last),
    })
    try {
      return { answer: await session.http.as('preflight').call(operation, { ...options, unpaced: true, limitMs }) }
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error
      const failure = (last as Exchange | null)?.failure
      const [code, remedy] = troubles[failure?.kind ?? 'other']
      const said = capped(failure?.message ?? error.message)
      if (last !== null && (await speaksOnlyHttp2((last as Exchange).request.url)))
        return {
          trouble: {
            code: 'http2_only',
            message:
              `${where(last, operation)} gave no usable answer (${said}), as the server speaks HTTP/2 alone, which assay does not; ` +
              'let it speak HTTP/1.1 too, or put a proxy before it that does.',
          },
        }
      const other = last && mayBeScheme.has(failure?.kind) ? await otherScheme((last as Exchange).request.url) : null
      if (other !== null)
        return {
          trouble: {
            code,
            message: `${where(last, operation)} gave no usable answer (${said}), as the port speaks the other scheme; give ${other.replace(/\/ping$/, '')}.`,
          },
        }
      return { trouble: { code, message: `${where(last, operation)} gave no usable answer (${said}); ${remedy}.` } }
    } finally {
      forget()
    }
  }
  return async (operation, options) => {
    const reached = await once(operation, options)
    if ('trouble' in reached || ![429, 503].includes(reached.answer.response.status)) return reached
    const seconds = retryAfter(reached.answer)
    if (seconds > leftS) return reached
    leftS -= seconds
    await session.http.rest('preflight', seconds * 1000)
    return once(operation, options)
  }
}

/** Whether the service answers below `<base>/v1`: the last segment is easily forgotten. */
const answersBelow = async (session: Session, base: string): Promise<boolean> => {
  if (/\/v\d+$/.test(base)) return false
  try {
    const answer = await session.http.as('preflight').fetch(`${base}/v1/ping`, { unpaced: true, limitMs })
    const body = jsonOf(answer.response.body)
    return answer.response.status === 200 && typeof body === 'object' && body !== null && 'time' in body
  } catch (error) {
    if (error instanceof Inconclusive) return false
    throw error
  }
}

const wrongStatus = async (session: Session, base: string, answer: Answered): Promise<Trouble> => {
  const { status, headers } = answer.response
  const said = `${base}/ping must be answered 200, but was answered ${status}`
  const by = intermediaryOf(answer)
  if (by !== null && status !== 404)
    return {
      code: status === 502 || status === 504 ? 'gateway_error' : 'not_the_service',
      message: `${said} by something before the service (${by}); see its configuration, and whether the service behind it is up.`,
    }
  if (status >= 300 && status < 400) {
    const to = headerOf(headers, 'location')
    return {
      code: 'redirected',
      message: `${said}${to ? ` with the location ${capped(to)}` : ''}; give the address that it leads to.`,
    }
  }
  if (status === 429 || status === 503)
    return {
      code: status === 429 ? 'rate_spent' : 'not_serving',
      message: `${said}, with Retry-After ${capped(headerOf(headers, 'retry-after') ?? 'absent')}; run again when that is over.`,
    }
  if (status === 502 || status === 504)
    return {
      code: 'gateway_error',
      message: `${said} by a proxy in its place; see whether the service behind it is up.`,
    }
  if (status >= 500) return { code: 'target_failing', message: `${said}; see the log of the target.` }
  const remedy = (await answersBelow(session, base))
    ? `the service answers at ${base}/v1: give that`
    : 'correct the base address, whose last segment is the major version, v1, or serve GET /ping there'
  return { code: 'wrong_base_address', message: `${said}; ${remedy}.` }
}

/** Pings a base address. */
export const reach = async (session: Session, ask: Ask, environment: Environment, base: string): Promise<Reached> => {
  const reached = await ask('ping', { token: null, environment })
  if ('trouble' in reached) return reached
  const { status, body, headers } = reached.answer.response
  if (status !== 200) return { trouble: await wrongStatus(session, base, reached.answer) }
  if (jsonOf(body) !== undefined) return reached
  const type = headerOf(headers, 'content-type')
  const message =
    `${base}/ping must be answered with JSON, but came as ${type === undefined ? 'bytes of no type' : capped(type)}; ` +
    'see whether the address leads to the service.'
  return { trouble: { code: 'not_the_service', message } }
}
