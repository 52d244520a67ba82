// The public application: both environments on one port, every answer with its rate limit headers, every error with its body.
import { METHODS } from 'node:http'
import Koa from 'koa'
import type { Answer } from '../behaviour/wire.ts'
import type { Environment } from '../domain/records.ts'
import { notFound, Refusal } from '../domain/refusal.ts'
import { recordRequests } from '../journal/record-requests.ts'
import { AnswerLost, loseAnswer } from '../faults/answer-lost.ts'
import { spoilAnswers } from '../faults/spoil-answers.ts'
import { strikeCalled, strikeCommitted } from '../faults/strike-call.ts'
import { remembered } from '../remembered.ts'
import type { Services } from '../services.ts'
import { authenticate, callerOf } from './authenticate.ts'
import { finalizeResponse } from './finalize-response.ts'
import { createRequestValidator } from './validate-request.ts'
import { countTokenRequest, limitRate, uncount } from './limit-rate.ts'
import { namesTwoHosts } from './host-header.ts'
import { createFinder, type Route } from './find-route.ts'
import { createHeld } from './inbox.ts'
import { around, type Layer, type Next } from './layers.ts'
import type { Call, OpenCall, Operation } from './operation.ts'
import { operations } from './operations/index.ts'
import { serveDocument } from './serve-document.ts'
import { writeAnswer } from './write-answer.ts'
import { requireKept } from './write-guard.ts'
import type { ShapeChecker } from './shape-checker.ts'
import { createShapeChecker } from './shape-checker.ts'

const asRefusal = (services: Services, error: unknown, correlationId: string): Refusal => {
  if (error instanceof Refusal) return error
  if (error instanceof URIError) return notFound('resource')
  services.log.error({ err: error, correlation_id: correlationId }, 'an operation failed')
  return new Refusal('internal_error', 'The service failed to answer; quote the correlation id.')
}

/** Renders what is thrown below: RFC 6749 at the token endpoint, the standard body everywhere else. */
const errors = (services: Services): Layer =>
  async function renderErrors(ctx, next) {
    const { problems, wire } = services.behaviour
    try {
      await next(ctx)
    } catch (error) {
      if (error instanceof AnswerLost) return loseAnswer(ctx, error.loss, services.faults.closing)
      const correlationId = problems.newCorrelationId(ctx.headers)
      const refusal = asRefusal(services, error, correlationId)
      const isTokenPath = Object.values(wire.bases).some((base) => ctx.path === `${base}/oauth/token`)
      const operationId = ctx.state['operationId'] as string | undefined
      const body = problems.isTokenRefusal({ method: ctx.method, isTokenPath })
        ? problems.tokenBody(refusal, correlationId)
        : problems.body(refusal, correlationId, operationId)
      const status = problems.status(refusal)
      ctx.state['refused'] = refusal.code
      uncount(services, ctx, status)
      const later = status === 503 ? problems.retryAfterUnavailable(1) : undefined
      const headers = {
        ...problems.correlationHeaders(correlationId),
        ...(later !== undefined && { 'Retry-After': later }),
        ...refusal.headers,
      }
      writeAnswer(services, ctx, { status, headers, body })
    }
  }

const isHost = remembered((host: string) => URL.canParse(`http://${host}`) && !/[/?#@\\]/.test(host), 1_000)

/** Links and `Location` name the host that the caller named, so it must be one. */
const hosts = ({ behaviour: { problems } }: Services): Layer =>
  function requireHost(ctx, next) {
    const host = ctx.headers.host ?? (ctx.headers[':authority'] as string | undefined)
    if (host === undefined || !isHost(host) || namesTwoHosts(ctx.req))
      throw new Refusal(problems.unreadable, 'The Host header is missing, comes twice or names no host.')
    return next(ctx)
  }

const logging = ({ log, onRequest }: Services): Layer =>
  async function logRequests(ctx, next) {
    const started = performance.now()
    const { method, path } = ctx
    await next(ctx)
    const ms = Math.round((performance.now() - started) * 10) / 10
    const fault = ctx.state['fault'] as string | undefined
    const fields = { method, path, status: ctx.status, ms, ...(fault && { fault }) }
    log.info(fields, 'request')
    if (!onRequest) return
    const { clientId = null, refused = null } = ctx.state as { clientId?: string; refused?: string }
    const status = ctx.respond === false && !ctx.res.headersSent ? null : ctx.status
    onRequest({ ...fields, at: Date.now(), clientId, status, code: refused, fault: fault ?? null })
  }

const handler = (
  services: Services,
  checkShape: ShapeChecker,
  operation: Operation,
  environment: Environment,
): Next => {
  const { access, idempotency, wire } = services.behaviour
  const { faults } = services
  const judge = createRequestValidator(services, checkShape, operation, environment)
  const steps = access.steps(operation.id)
  const later = steps.slice(steps.indexOf('decision') + 1)
  const sooner = steps.slice(0, steps.indexOf('decision'))
  const refused = operation.access === 'token' ? operation.refused : undefined
  return async function runOperation(ctx) {
    ctx.state['operationId'] = operation.id
    const origin = services.settings.publicOrigin ?? `${ctx.protocol}://${ctx.host}`
    const open: OpenCall = {
      services,
      environment,
      baseUrl: `${origin}${wire.bases[environment]}`,
      params: ctx['params'] as Record<string, string>,
      query: new URLSearchParams(ctx.querystring),
      headers: ctx.headers,
      request: ctx.req,
      held: createHeld(),
      body: undefined,
      sent: { text: '', value: undefined },
      countFor: (clientId) => {
        countTokenRequest(services, ctx, clientId)
        return faults.areOff() ? undefined : strikeCalled(services, ctx, { operation, clientId, environment })
      },
      afterDecision: () => {
        for (const step of later) void judge[step](call)
      },
    }
    // The token step makes it whole, where there is one.
    const call = open as Call
    const clientId = () => callerOf(services, access.authorization(ctx.req, open.query), [environment]).clientId
    if (!faults.areOff() && operation.id !== 'requestToken')
      await strikeCalled(services, ctx, { operation, clientId: clientId(), environment })
    wire.checkAccept(operation.id, ctx.headers)
    let answer: Answer
    try {
      for (const step of sooner) {
        const waiting = judge[step](call)
        if (waiting) await waiting
      }
      if (operation.access === 'token' && operation.method !== 'get') await requireKept(services)
      answer = await idempotency.around(operation.id, call, async () => operation.handle(call))
    } catch (error) {
      refused?.(call, error)
      throw error
    } finally {
      call.held.release()
    }
    if (!faults.areOff()) strikeCommitted(services, ctx)
    const asker = services.texts ? undefined : { environment, clientId: clientId() }
    writeAnswer(services, ctx, wire.finish(operation.id, answer, asker))
  }
}

const furtherRead = (services: Services, body: unknown, environment: Environment): Next =>
  async function readFurther(ctx) {
    authenticate(services, ctx.get('authorization') || undefined, environment, ctx.headers)
    writeAnswer(services, ctx, { status: 200, body })
  }

const routesOf = (services: Services, checkShape: ShapeChecker, environment: Environment): Route<Next>[] => {
  const { routing, wire } = services.behaviour
  const base = wire.bases[environment]
  const here = operations.filter(
    ({ id, environments }) => (environments?.includes(environment) ?? true) || wire.everywhere.includes(id),
  )
  return [
    ...here.map((operation) => ({
      method: operation.method,
      path: base + operation.path,
      target: handler(services, checkShape, operation, environment),
    })),
    ...Object.entries(routing.furtherReads).map(([path, body]) => ({
      method: 'get',
      path: base + path,
      target: furtherRead(services, body, environment),
    })),
  ]
}

/** Looks for an operation; what none is found for is answered as the behaviour says. */
const route = (services: Services, environments: readonly Environment[]): Layer => {
  const { access, routing, wire } = services.behaviour
  const checkShape = createShapeChecker(services.behaviour)
  const bases = environments.map((environment) => ({
    environment,
    prefix: wire.bases[environment],
    below: `${wire.bases[environment]}/`,
    find: createFinder(routesOf(services, checkShape, environment)),
  }))
  return async function findOperation(ctx) {
    const path = routing.path(ctx.path)
    if (path !== ctx.path) ctx.path = path
    const under = bases.find(({ prefix, below }) => path === prefix || path.startsWith(below))
    const found = under && routing.serves(ctx.method) ? under.find(ctx.method, path) : undefined
    if (found) {
      ctx['params'] = found.params
      return found.target(ctx)
    }
    const allowed = METHODS.filter((method) => under?.find(method, path))
    const authenticateHere = () => {
      const authorization = access.authorization(ctx.req, new URLSearchParams(ctx.querystring))
      authenticate(services, authorization, under?.environment ?? environments[0]!, ctx.headers)
    }
    const asked = { method: ctx.method, path, allowed, inBase: under !== undefined, authenticate: authenticateHere }
    writeAnswer(services, ctx, routing.unmatched(asked))
  }
}

/** `environments` are those of one listener. */
export const createPublicApp = (services: Services, environments: readonly Environment[]): Koa => {
  const app = new Koa()
  app.on('error', (error: NodeJS.ErrnoException) => services.log.debug({ err: error }, 'connection error'))
  const recording = services.journal.isOn ? [recordRequests(services, environments)] : []
  app.use(
    around([
      logging(services),
      serveDocument(services, environments),
      ...recording,
      spoilAnswers(services),
      finalizeResponse(services),
      errors(services),
      limitRate(services),
      hosts(services),
      route(services, environments),
    ]),
  )
  return app
}
