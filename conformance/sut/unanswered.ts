// A call that got no answer: whether it is sent again, and else why, for the report.
import type { Exchange } from '../evidence/exchange.ts'
import { reason, type GivenReason } from '../evidence/inconclusive.ts'

/** As many connections as are kept open lie idle at once, and a proxy may close them together. */
const mostIdle = 4

/** The target closed an idle connection, and has not seen the request. */
const isIdle = ({ failure }: Exchange): boolean => failure?.kind === 'reset' && /\bEPIPE\b/.test(failure.message)

/** A read, which changes nothing, whose connection was cut while the answer was awaited. */
export const isCutRead = (exchange: Exchange): boolean =>
  exchange.failure?.kind === 'reset' && exchange.request.method === 'GET' && !isIdle(exchange)

/** @param times that it was sent */
export const maySendAgain = (exchange: Exchange, times: number): boolean =>
  isIdle(exchange) ? times <= mostIdle : isCutRead(exchange) && times === 1

/** What lies in the buffers of a connection is sent at once; of more, some may be on its way when the connection is cut. */
const muchBytes = 1_000_000

/** What was cut while much was sent is no matter of a target that is down. */
const isOnTheWay = ({ failure, request: { body } }: Exchange): boolean =>
  failure?.kind === 'reset' && (body?.byteLength ?? 0) > muchBytes

/** A refusal of which no more is known than its status shows no rule but those of its own check. */
export const isRefusalTooLarge = ({ failure }: Exchange): boolean => (failure?.status ?? 0) >= 400

/** @param origins of the target: a link may lead to another */
export const whyUnanswered = (exchange: Exchange, origins: readonly string[]): GivenReason => {
  const { request, operation, redirected, failure } = exchange
  const { origin, pathname } = new URL(request.url)
  const call = `${request.method} ${pathname}`
  const why = failure?.message ?? 'no answer'
  const isLink = operation === 'downloadDocument' || redirected === true
  if (isLink && !origins.includes(origin)) return reason('link-leads-elsewhere', { origin, target: origins[0]!, why })
  if (failure?.status !== undefined) return reason('answer-too-large', { call, why, status: failure.status })
  if (isOnTheWay(exchange))
    return reason('cut-while-sent', { call, why, megabytes: Math.round(request.body!.byteLength / 1e5) / 10 })
  return reason('no-answer', { call, why })
}
