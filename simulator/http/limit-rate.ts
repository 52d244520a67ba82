// Counts every request and tells the count in headers (Limits / Request rate).
import type Koa from 'koa'
import type { Environment } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Services } from '../services.ts'
import { callerOf } from './authenticate.ts'
import type { Layer } from './layers.ts'
import type { Counted } from './rate-limiter.ts'

const environments: readonly Environment[] = ['production', 'sandbox']

const refuseOver = ({ behaviour: { rateLimit } }: Services, { window }: Counted, wireNow: number): void => {
  if (!rateLimit.isOver(window)) return
  throw new Refusal('rate_limited', 'Too many requests; wait as Retry-After says.', {
    headers: { 'Retry-After': String(rateLimit.retryAfter(window, wireNow)) },
  })
}

export const limitRate = (services: Services): Layer =>
  function countRequest(ctx, next) {
    const { behaviour, rateLimiter } = services
    const { rateLimit, wire } = behaviour
    const wireNow = Date.now()
    const reached = environments.filter((environment) => ctx.path.startsWith(`${wire.bases[environment]}/`))
    const authorization = ctx.headers.authorization || undefined
    const { clientId, valid } = callerOf(services, authorization, reached)
    ctx.state['clientId'] = clientId
    const hasToken = behaviour.access.bearer(authorization) !== undefined
    const { method, path, querystring } = ctx
    const caller = { method, path, querystring, hasToken, valid }
    const key = rateLimit.key(clientId, ctx.ip, caller)
    const counted = rateLimiter.count(key, wireNow, rateLimit.counts(ctx, clientId, caller))
    ctx.state['rateHeaders'] = rateLimit.headers(counted.window)
    ctx.state['counted'] = counted
    refuseOver(services, counted, wireNow)
    return next(ctx)
  }

/** Tells the count without the present request where an answer of this status does not count. */
export const uncount = ({ behaviour: { rateLimit } }: Services, ctx: Koa.Context, status: number): void => {
  const counted = ctx.state['counted'] as Counted | undefined
  if (counted && !rateLimit.countsAnswer(status)) ctx.state['rateHeaders'] = rateLimit.headers(counted.giveBack())
}

/** Counts a token request for the client that it names, where such requests do. */
export const countTokenRequest = (services: Services, ctx: Koa.Context, clientId: string): void => {
  const { behaviour, rateLimiter, store } = services
  ctx.state['clientId'] = clientId
  if (!behaviour.rateLimit.countsTokenRequests || !store.clients.get(clientId)) return
  const wireNow = Date.now()
  const counted = rateLimiter.count(clientId, wireNow, true)
  ctx.state['rateHeaders'] = behaviour.rateLimit.headers(counted.window)
  ctx.state['counted'] = counted
  refuseOver(services, counted, wireNow)
}
