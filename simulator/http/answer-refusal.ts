// Renders what is thrown while a request is answered.
import type { Answer } from '../behaviour/wire.ts'
import { notFound, Refusal } from '../domain/refusal.ts'
import { AnswerLost, loseAnswer } from './answer-lost.ts'
import type { Services } from '../engine/services.ts'
import type { Exchange } from './exchange.ts'
import { uncount } from './limit-rate.ts'

const asRefusal = (services: Services, error: unknown, correlationId: string): Refusal => {
  if (error instanceof Refusal) return error
  if (error instanceof URIError) return notFound('resource')
  services.log.error({ err: error, correlation_id: correlationId }, 'an operation failed')
  return new Refusal('internal_error', 'The service failed to answer; quote the correlation id.')
}

/** The answer to what is thrown: RFC 6749 at the token endpoint, the standard body everywhere else; none where it is lost. */
export const refusalAnswer = (services: Services, exchange: Exchange, error: unknown): Answer | undefined => {
  const { problems, wire } = services.behaviour
  if (error instanceof AnswerLost) return void loseAnswer(exchange, error.loss, services.faults.closing)
  const { method, path, operationId } = exchange
  const given = error instanceof Refusal ? error.correlationId : undefined
  const correlationId = given ?? problems.newCorrelationId(exchange.headers)
  const refusal = asRefusal(services, error, correlationId)
  const isTokenPath = Object.values(wire.bases).some((base) => path === `${base}/oauth/token`)
  const body = problems.isTokenRefusal({ method, isTokenPath })
    ? problems.tokenBody(refusal, correlationId)
    : problems.body(refusal, correlationId, operationId)
  const status = problems.status(refusal)
  exchange.refused = refusal.code
  uncount(services, exchange, status)
  const later = status === 503 ? problems.retryAfterUnavailable(1) : undefined
  const headers = {
    ...problems.correlationHeaders(correlationId),
    ...(later !== undefined && { 'Retry-After': later }),
    ...refusal.headers,
  }
  return { status, headers, body }
}
