// What a fault does to a call: before anything is done, and when a write was kept.
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../domain/refusal.ts'
import type { Exchange } from './exchange.ts'
import { readRest } from './read-rest.ts'
import type { Services } from '../engine/services.ts'
import { AnswerLost } from './answer-lost.ts'
import type { RequestFault } from '../public/fault.ts'
import type { CallAsked } from '../faults/matches.ts'

type StatusFault = RequestFault & { kind: 'status' }

/** In a window that is used up and ends when the client may come again. */
const limited = ({ behaviour: { rateLimit } }: Services, seconds: number): Refusal => {
  const wireNow = Date.now()
  const startedAt = (Math.floor(wireNow / 1000) + seconds - rateLimit.windowSeconds) * 1000
  const window = { startedAt, oldest: startedAt, used: rateLimit.requestsPerWindow + 1 }
  return new Refusal('rate_limited', 'Too many requests; wait as Retry-After says.', {
    headers: { ...rateLimit.headers(window), 'Retry-After': String(rateLimit.retryAfter(window, wireNow)) },
  })
}

const unavailable = ({ behaviour: { problems } }: Services, seconds: number): Refusal => {
  const later = problems.retryAfterUnavailable(seconds)
  const sentence = 'The service does not serve at present, and nothing was applied; send this again in a moment.'
  return new Refusal('service_unavailable', sentence, {
    status: 503,
    headers: { ...(later !== undefined && { 'Retry-After': later }) },
  })
}

const failed = (): Refusal =>
  new Refusal('internal_error', 'The service failed to answer; quote the correlation id.', { status: 500 })

const refusalOf = (services: Services, { operation, environment }: CallAsked, fault: StatusFault): Refusal => {
  const { access, tokens } = services.behaviour
  const seconds = fault.retry_after ?? 1
  if (fault.status === 429) return limited(services, seconds)
  if (fault.status === 503) return unavailable(services, seconds)
  if (fault.status === 500) return failed()
  if (operation.access === 'token') return access.unauthenticated(fault.code ?? 'token_expired')
  // The token endpoint has one answer of this status: that of a client that it does not know.
  try {
    tokens.checkClient(undefined, '', environment)
  } catch (error) {
    if (error instanceof Refusal) return error
  }
  return new Refusal('invalid_client', 'The client id or secret is wrong, or the client is revoked.', { status: 401 })
}

/** Waits in real time, but no longer than the simulator runs. */
const wait = async (milliseconds: number, closing: AbortSignal): Promise<void> => {
  await sleep(milliseconds, undefined, { signal: closing, ref: false }).catch(() => {
    throw new AnswerLost('reset')
  })
}

/** When the request is read, and before anything is done. @throws Refusal, AnswerLost */
export const strikeCalled = async (services: Services, exchange: Exchange, asked: CallAsked): Promise<void> => {
  exchange.asked = asked
  const struck = services.faults.forCall('called', asked, undefined)
  if (!struck) return
  exchange.fault = struck.id
  const { fault } = struck
  if (fault.kind === 'latency') return wait(fault.milliseconds, services.faults.closing)
  await readRest(exchange)
  if (fault.kind === 'status') throw refusalOf(services, asked, fault)
  throw new AnswerLost('reset')
}

/** When what the call writes was kept. @throws Refusal, AnswerLost */
export const strikeCommitted = (services: Services, exchange: Exchange): void => {
  const { asked } = exchange
  const struck = asked && services.faults.forCall('committed', asked, exchange.fault)
  if (struck?.fault.kind !== 'commit-then-fail') return
  exchange.fault = struck.id
  const { answer = 'reset' } = struck.fault
  if (answer === '500') throw failed()
  throw new AnswerLost(answer)
}
