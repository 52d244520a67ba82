// A call as the rate limit sees it: whose it is, what was left after it, and the end of the window that it reported.
import { headerOf, numberOf, type Answered } from '../evidence/exchange.ts'
import { isSuccess, operation, requestAt, responseAt } from './answers.ts'
import { parseForm } from './request-form.ts'

export type Call = {
  /**
   * `own`: served to the main client; `refused`: to the main client; `token`: one for the main client was granted;
   * `download`: served, of a link that the main client got; `bare`: without a credential; `foreign`: for nobody known, or another client.
   */
  kind: 'own' | 'refused' | 'token' | 'download' | 'bare' | 'foreign'
  left: number
  limit: number
  /** Unix seconds, by the target's clock. */
  reset: number
  /** Milliseconds, by ours. */
  start: number
  end: number
}

const basicName = (header: string): string =>
  Buffer.from(header.slice('Basic '.length), 'base64').toString().split(':')[0]!

/** The client that a token request names. */
const namedClient = (exchange: Answered): string => {
  const header = headerOf(exchange.request.headers, 'authorization') ?? ''
  if (/^basic /i.test(header)) return basicName(header)
  return String(requestAt(exchange, '/client_id') ?? parseForm(exchange).get('client_id'))
}

/** Reads the calls of a run, one after the other; null for those of other clients and without the headers. */
export const createCallReader = () => {
  let main: string | undefined
  /** The links that the main client got. */
  const links = new Set<unknown>()
  const kindOf = (exchange: Answered): Call['kind'] | null => {
    if (exchange.role === 'main') {
      if (operation(exchange, 'getAccount') && isSuccess(exchange)) main = String(responseAt(exchange, '/client_id'))
      if (operation(exchange, 'getDocument')) links.add(responseAt(exchange, '/download/url'))
      return isSuccess(exchange) ? 'own' : 'refused'
    }
    if (exchange.role !== null) return null
    if (operation(exchange, 'downloadDocument'))
      return isSuccess(exchange) && links.has(exchange.request.url) ? 'download' : 'foreign'
    if (operation(exchange, 'requestToken'))
      return isSuccess(exchange) && namedClient(exchange) === main ? 'token' : 'bare'
    if (headerOf(exchange.request.headers, 'authorization') === undefined) return 'bare'
    const isOwn =
      isSuccess(exchange) && operation(exchange, 'getAccount') && responseAt(exchange, '/client_id') === main
    return isOwn ? 'own' : 'foreign'
  }
  return (exchange: Answered): Call | null => {
    const kind = kindOf(exchange)
    if (kind === null) return null
    const { headers } = exchange.response
    const [left, limit, reset] = ['remaining', 'limit', 'reset'].map(
      (name) => numberOf(headers, `x-ratelimit-${name}`) ?? Number.NaN,
    )
    const { startedAt: start, ms } = exchange
    return { kind, left: left!, limit: limit!, reset: reset!, start, end: start + ms }
  }
}
