// Counts every request and shows the count in headers (Limits / Request rate).
import type { Environment } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Services } from '../engine/services.ts'
import { callerOf } from './authenticate.ts'
import type { Exchange } from './exchange.ts'
import type { Counted } from '../engine/rate-limiter.ts'

const environments: readonly Environment[] = ['production', 'sandbox']

const isBelow = (base: string, path: string): boolean => path.startsWith(base) && path[base.length] === '/'

const refuseOver = ({ behaviour: { rateLimit } }: Services, { window }: Counted, wireNow: number): void => {
  if (!rateLimit.isOver(window)) return
  throw new Refusal('rate_limited', 'Too many requests; wait as Retry-After says.', {
    headers: { 'Retry-After': String(rateLimit.retryAfter(window, wireNow)) },
  })
}

/** @throws Refusal `rate_limited` */
export const limitRate = (services: Services, exchange: Exchange): void => {
  const { behaviour, rateLimiter } = services
  const { rateLimit, wire } = behaviour
  const wireNow = Date.now()
  const { method, path, querystring, headers } = exchange
  const reached = environments.filter((environment) => isBelow(wire.bases[environment], path))
  const authorization = headers.authorization || undefined
  const { clientId, valid } = callerOf(services, authorization, reached)
  exchange.clientId = clientId
  const hasToken = clientId !== undefined || behaviour.access.bearer(authorization) !== undefined
  const caller = { method, path, querystring, authorization, hasToken, valid }
  const key = rateLimit.key(clientId, exchange.address, caller)
  const counted = rateLimiter.count(key, wireNow, rateLimit.counts(exchange, clientId, caller))
  exchange.rateHeaders = rateLimit.headers(counted.window)
  exchange.counted = counted
  refuseOver(services, counted, wireNow)
}

/** Shows the count without the present request where an answer of this status does not count. */
export const uncount = ({ behaviour: { rateLimit } }: Services, exchange: Exchange, status: number): void => {
  const { counted } = exchange
  if (counted && !rateLimit.countsAnswer(status)) exchange.rateHeaders = rateLimit.headers(counted.giveBack())
}

/** Counts a token request for the client that it names, where such requests do. */
export const countTokenRequest = (services: Services, exchange: Exchange, clientId: string): void => {
  const { behaviour, rateLimiter, store } = services
  exchange.clientId = clientId
  if (!behaviour.rateLimit.countsTokenRequests || !store.clients.get(clientId)) return
  const wireNow = Date.now()
  const counted = rateLimiter.count(clientId, wireNow, true)
  exchange.rateHeaders = behaviour.rateLimit.headers(counted.window)
  exchange.counted = counted
  refuseOver(services, counted, wireNow)
}
