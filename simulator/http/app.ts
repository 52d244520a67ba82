// The public application: both environments on one port, every answer with its rate limit headers, every error with its body.
import { METHODS } from 'node:http'
import type { RequestListener } from 'node:http'
import type { Answer } from '../behaviour/wire.ts'
import type { Environment } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import { joined } from '../lib/joined.ts'
import { recorder } from './record-requests.ts'
import { strikeCalled, strikeCommitted } from './strike-call.ts'
import { remembered } from '../lib/remembered.ts'
import type { Services } from '../engine/services.ts'
import { authenticate, callerOf } from './authenticate.ts'
import { createRequestValidator } from './validate-request.ts'
import { countTokenRequest, limitRate } from './limit-rate.ts'
import { isHost, namesTwoHosts } from './host-header.ts'
import { Exchange } from './exchange.ts'
import { createFinder, type Route } from './find-route.ts'
import { createHeld } from '../engine/inbox.ts'
import { refusalAnswer } from './answer-refusal.ts'
import { readRefused } from './read-rest.ts'
import type { Call, OpenCall } from './operation.ts'
import { servedOperations, type ServedOperation } from './operations/index.ts'
import { asksForDocument, documentServer } from './serve-document.ts'
import { take, type Steps } from './steps.ts'
import { writeAnswer } from './write-answer.ts'
import { requireKept } from './write-guard.ts'
import type { ShapeChecker } from './shape-checker.ts'
import { createShapeChecker } from './shape-checker.ts'

type Target = (exchange: Exchange) => Answer | Promise<Answer>

/** Links and `Location` name the host that the caller named, so it must be one. */
const requireHost = ({ behaviour: { problems } }: Services, { host, req }: Exchange): void => {
  if (host === undefined || !isHost(host) || namesTwoHosts(req))
    throw new Refusal(problems.unreadable, 'The Host header is missing, comes twice or names no host.')
}

const tell = ({ log, onRequest }: Services, exchange: Exchange): void => {
  const { method, path, fault, refused, clientId = null, res } = exchange
  const status = res.headersSent ? res.statusCode : null
  const ms = exchange.elapsed()
  log.info(fault === undefined ? { method, path, status, ms } : { method, path, status, ms, fault }, 'request')
  onRequest?.({ method, path, status, ms, at: Date.now(), clientId, code: refused, fault: fault ?? null })
}

const noQuery = new URLSearchParams()

const handler = (
  services: Services,
  checkShape: ShapeChecker,
  operation: ServedOperation,
  environment: Environment,
): Target => {
  const { access, idempotency, wire } = services.behaviour
  const { faults } = services
  const baseUrlAt = remembered((origin: string) => joined(origin, wire.bases[environment]), 100)
  const judge = createRequestValidator(services, checkShape, operation, environment)
  const steps = access.steps(operation.id)
  const later = steps.slice(steps.indexOf('decision') + 1)
  const sooner = steps.slice(0, steps.indexOf('decision'))
  const refused = operation.access === 'token' ? operation.refused : undefined

  function* run(exchange: Exchange): Steps<Answer> {
    const { req, headers, querystring } = exchange
    exchange.operationId = operation.id
    const open: OpenCall = {
      services,
      environment,
      baseUrl: baseUrlAt(services.settings.publicOrigin ?? `${exchange.protocol}://${exchange.host}`),
      params: exchange.params!,
      query: querystring === '' ? noQuery : new URLSearchParams(querystring),
      headers,
      request: req,
      held: createHeld(),
      body: undefined,
      sent: { text: '', value: undefined },
      countFor: (clientId) => {
        countTokenRequest(services, exchange, clientId)
        return faults.areOff() ? undefined : strikeCalled(services, exchange, { operation, clientId, environment })
      },
      afterDecision: () => {
        for (const step of later) void judge[step](call)
      },
    }
    // The token step makes it whole, where there is one.
    const call = open as Call
    const clientId = () => callerOf(services, access.authorization(req, open.query), [environment]).clientId
    if (!faults.areOff() && operation.id !== 'requestToken')
      yield strikeCalled(services, exchange, { operation, clientId: clientId(), environment })
    wire.checkAccept(operation.id, headers)
    let answer: Answer
    try {
      for (const step of sooner) {
        const waiting = judge[step](call)
        if (waiting) yield waiting
      }
      // Read as the contract has it, a text has the bytes that were sent.
      if (services.texts) exchange.recording?.read(call.sent.text)
      if (operation.access === 'token' && operation.method !== 'get') yield requireKept(services)
      // Where every decision is the contract's own, nothing stands around an operation.
      const handled = services.texts
        ? operation.handle(call)
        : idempotency.around(operation.id, call, async () => operation.handle(call))
      answer = (yield handled) as Answer
    } catch (error) {
      refused?.(call, error)
      throw error
    } finally {
      call.held.release()
    }
    if (!faults.areOff()) strikeCommitted(services, exchange)
    const asker = services.texts ? undefined : { environment, clientId: clientId() }
    return wire.finish(operation.id, answer, asker)
  }
  return (exchange) => take(run(exchange))
}

const furtherRead =
  (services: Services, body: unknown, environment: Environment): Target =>
  ({ headers }) => {
    authenticate(services, headers.authorization || undefined, environment, headers)
    return { status: 200, body }
  }

const routesOf = (services: Services, checkShape: ShapeChecker, environment: Environment): Route<Target>[] => {
  const { routing, wire } = services.behaviour
  const base = wire.bases[environment]
  const here = servedOperations(services.contract).filter(
    ({ id, environments }) => environments.includes(environment) || wire.everywhere.includes(id),
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
const route = (services: Services, environments: readonly Environment[]): Target => {
  const { access, routing, wire } = services.behaviour
  const checkShape = createShapeChecker(services.behaviour)
  const bases = environments.map((environment) => ({
    environment,
    prefix: wire.bases[environment],
    below: `${wire.bases[environment]}/`,
    find: createFinder(routesOf(services, checkShape, environment)),
  }))
  return (exchange) => {
    const { method, querystring, headers, req } = exchange
    const path = routing.path(exchange.path)
    if (path !== exchange.path) {
      exchange.path = path
      req.url = querystring === '' ? path : `${path}?${querystring}`
    }
    const under = bases.find(({ prefix, below }) => path === prefix || path.startsWith(below))
    const found = under && routing.serves(method) ? under.find(method, path) : undefined
    if (found) {
      exchange.params = found.params
      return found.target(exchange)
    }
    const allowed = METHODS.filter((one) => under?.find(one, path))
    const authenticateHere = () => {
      const authorization = access.authorization(req, new URLSearchParams(querystring))
      authenticate(services, authorization, under?.environment ?? environments[0]!, headers)
    }
    return routing.unmatched({ method, path, allowed, inBase: under !== undefined, authenticate: authenticateHere })
  }
}

/** `environments` are those of one listener. */
export const createPublicApp = (services: Services, environments: readonly Environment[]): RequestListener => {
  const { log, journal } = services
  const record = journal.isOn ? recorder(services, environments) : undefined
  const serveDocument = documentServer(services, environments)
  const toOperation = route(services, environments)

  function* answerTo(exchange: Exchange): Steps<Answer | undefined> {
    try {
      limitRate(services, exchange)
      requireHost(services, exchange)
      return (yield toOperation(exchange)) as Answer
    } catch (error) {
      return refusalAnswer(services, exchange, error)
    }
  }

  function* serve(exchange: Exchange): Steps<void> {
    if (asksForDocument(exchange)) yield serveDocument(exchange)
    else {
      const answer = yield* answerTo(exchange)
      if (answer && answer.status >= 400 && !services.behaviour.uploads.answersEarly) {
        const rest = readRefused(exchange)
        if (rest) yield rest
      }
      if (answer) yield writeAnswer(services, exchange, answer)
    }
    tell(services, exchange)
  }

  const fail = ({ res, path }: Exchange, err: unknown): void => {
    log.error({ err, path }, 'an answer failed')
    if (!res.headersSent) res.writeHead(500)
    res.end()
  }

  const begin = (exchange: Exchange): void => {
    const { res } = exchange
    try {
      const waiting = take(serve(exchange))
      if (waiting === undefined) return
      res.on('error', (err) => log.debug({ err }, 'connection error'))
      exchange.recording?.wait()
      waiting.catch((err: unknown) => fail(exchange, err))
    } catch (err) {
      fail(exchange, err)
    }
  }

  return (req, res) => {
    const exchange = new Exchange(req, res)
    if (record && !asksForDocument(exchange)) exchange.recording = record(exchange)
    // What comes together with the head is taken in first, also where it is never read.
    if (exchange.hasBody) void Promise.resolve(exchange).then(begin)
    else begin(exchange)
  }
}
