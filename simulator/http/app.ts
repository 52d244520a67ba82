// The public application: both environments on one port, every answer with its rate limit headers, every error with its body.
import { Router } from '@koa/router'
import Koa from 'koa'
import type { Answer } from '../behaviour/wire.ts'
import type { Environment } from '../domain/records.ts'
import { notFound, Refusal } from '../domain/refusal.ts'
import type { Services } from '../services.ts'
import { authenticate, clientIdOf } from './authenticate.ts'
import type { OpenCall, Operation } from './operation.ts'
import { orderOf } from './operation.ts'
import { operations } from './operations/index.ts'
import { readJson } from './read-body.ts'
import type { ShapeChecker } from './shape-checker.ts'
import { createShapeChecker } from './shape-checker.ts'

export const prefixes: Record<Environment, string> = { production: '/v1', sandbox: '/sandbox/v1' }

/** Inline files may ride along with an order, base64 encoded; everything else is small. */
const jsonLimit = (operation: Operation): number => (operation.id === 'createOrder' ? 40 : 2) * 1024 * 1024

const write = (services: Services, ctx: Koa.Context, answer: Answer): void => {
  const { wire } = services.behaviour
  ctx.status = answer.status
  for (const [name, value] of Object.entries(answer.headers ?? {})) ctx.set(name, value)
  if (answer.bytes) {
    ctx.body = answer.bytes
    if (answer.headers?.['Content-Type']) ctx.set('Content-Type', answer.headers['Content-Type'])
  } else if (answer.body !== undefined) {
    ctx.body = wire.serialise(answer.body)
    ctx.set('Content-Type', wire.contentType)
  } else if (answer.status !== 204) {
    ctx.body = ''
  }
}

const asRefusal = (services: Services, error: unknown, correlationId: string): Refusal => {
  if (error instanceof Refusal) return error
  if (error instanceof URIError) return notFound('resource')
  services.log.error({ err: error, correlation_id: correlationId }, 'an operation failed')
  return new Refusal('internal_error', 'The service failed to answer; quote the correlation id.')
}

/** Renders what is thrown below: RFC 6749 at the token endpoint, the standard body everywhere else. */
const errors = (services: Services): Koa.Middleware =>
  async function renderErrors(ctx, next) {
    const { problems } = services.behaviour
    try {
      await next()
    } catch (error) {
      const correlationId = problems.newCorrelationId()
      const refusal = asRefusal(services, error, correlationId)
      const isTokenEndpoint =
        ctx.method === 'POST' && Object.values(prefixes).some((prefix) => ctx.path === `${prefix}/oauth/token`)
      const body = isTokenEndpoint ? problems.tokenBody(refusal, correlationId) : problems.body(refusal, correlationId)
      write(services, ctx, { status: problems.status(refusal), headers: refusal.headers, body })
    }
  }

const limits = (services: Services): Koa.Middleware =>
  async function limitRate(ctx, next) {
    const { behaviour, rateLimiter } = services
    const wireNow = Date.now()
    const clientId = clientIdOf(services, ctx.get('authorization') || undefined)
    const window = rateLimiter.count(
      behaviour.rateLimit.key(clientId, ctx.ip),
      wireNow,
      behaviour.rateLimit.counts(ctx),
    )
    ctx.set(behaviour.rateLimit.headers(window))
    if (behaviour.rateLimit.isOver(window)) {
      throw new Refusal('rate_limited', 'Too many requests; wait as Retry-After says.', {
        headers: { 'Retry-After': String(behaviour.rateLimit.retryAfter(window, wireNow)) },
      })
    }
    await next()
  }

/** Links and `Location` name the host that the caller named, so it must be one. */
const hosts = ({ behaviour: { problems } }: Services): Koa.Middleware =>
  async function requireHost(ctx, next) {
    const { host } = ctx.headers
    if (host === undefined || !URL.canParse(`http://${host}`) || /[/?#@\\]/.test(host))
      throw new Refusal(problems.unreadable, 'The Host header is missing or names no host.')
    await next()
  }

const logging = ({ log }: Services): Koa.Middleware =>
  async function logRequests(ctx, next) {
    const started = performance.now()
    await next()
    const ms = Math.round((performance.now() - started) * 10) / 10
    log.info({ method: ctx.method, path: ctx.path, status: ctx.status, ms }, 'request')
  }

const handler = (
  services: Services,
  checkShape: ShapeChecker,
  operation: Operation,
  environment: Environment,
): Koa.Middleware => {
  const { problems, wire } = services.behaviour
  return async function runOperation(ctx) {
    const origin = services.settings.publicOrigin ?? `${ctx.protocol}://${ctx.host}`
    const call: OpenCall = {
      services,
      environment,
      baseUrl: `${origin}${prefixes[environment]}`,
      params: ctx['params'] as Record<string, string>,
      query: new URLSearchParams(ctx.querystring),
      headers: ctx.headers,
      request: ctx.req,
      body: undefined,
    }
    const authorization = services.behaviour.access.authorization(ctx.req, call.query)
    const identity =
      operation.access === 'token' ? authenticate(services, authorization, environment, ctx.headers) : undefined
    if (identity && call.params['order_id'] !== undefined) orderOf({ ...call, ...identity })
    if (identity && operation.access === 'token') operation.permit?.({ ...call, ...identity })
    if (operation.body) {
      call.body = await readJson(ctx.req, jsonLimit(operation), problems.unreadable, operation.body.optional ?? false)
      checkShape(operation.body.shape, call.body)
    }
    const answer =
      operation.access === 'token' ? await operation.handle({ ...call, ...identity! }) : await operation.handle(call)
    const clientId = clientIdOf(services, authorization)
    write(services, ctx, wire.finish(operation.id, answer, { environment, clientId }))
  }
}

export const createPublicApp = (services: Services): Koa => {
  const checkShape = createShapeChecker(services.behaviour)
  const app = new Koa()
  app.on('error', (error: NodeJS.ErrnoException) => services.log.debug({ err: error }, 'connection error'))
  app.use(logging(services))
  app.use(errors(services))
  app.use(limits(services))
  app.use(hosts(services))
  for (const [environment, prefix] of Object.entries(prefixes) as [Environment, string][]) {
    const router = new Router({ prefix, strict: true, sensitive: true })
    for (const operation of operations) {
      if (operation.environments && !operation.environments.includes(environment)) continue
      router[operation.method](operation.path, handler(services, checkShape, operation, environment))
    }
    app.use(router.routes())
  }
  app.use(function refuseUnknownPaths() {
    throw notFound('resource')
  })
  return app
}
