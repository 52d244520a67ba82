// Defects that break rules of the area transport.
import { instead, set, wrap } from '../operators/index.ts'
import type { Defect } from './defect.ts'
import { ruleRows } from './rule-rows.ts'
import type { Answer, Asker } from '../wire.ts'
import { Refusal } from '../../domain/refusal.ts'

type Change = (answer: Answer, asker: Asker | undefined) => Answer

/** Changes the answers of one operation, or of all where none is named. */
const answering = (operation: string | null, change: Change): Defect['apply'] =>
  wrap('wire.finish', (finished, operationId, _answer, asker) =>
    operation === null || operation === operationId ? change(finished, asker) : finished,
  )

const withBody = (answer: Answer, change: (body: Record<string, unknown>) => Record<string, unknown>): Answer => ({
  ...answer,
  body: change(answer.body as Record<string, unknown>),
})

const failing = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message, correlation_id: crypto.randomUUID() },
})

const missing = (): Answer => failing(404, 'not_found', 'There is no such operation.')

const serves = 'transport.serves-'

// Without its ping, its token endpoint and its account read a target is not reached at all, and no verdict is given.
const reached = ['ping', 'requestToken', 'getAccount']

const unrouted: Defect[] = ruleRows
  .filter(({ id }) => id.startsWith(serves))
  .flatMap(({ id, operations }) => [operations].flat().map((operation) => ({ id, operation })))
  .filter(({ operation }) => !reached.includes(operation))
  .map(({ id, operation }) => ({
    id: `${id.slice(serves.length)}-not-routed`,
    breaks: id,
    bug: `The route of ${operation} is missing from the router, so that its work is done by nobody.`,
    apply: answering(operation, missing),
  }))

export const transport: readonly Defect[] = [
  ...unrouted,
  ...(
    [
      ['ping', 'get-ping', 'The ping is served by the start-up probe, which is taken down once the service is up.', 1],
      ['requestToken', 'post-oauth-token', 'Of two servers behind the balancer, one lacks the token route.', 1],
      ['getAccount', 'get-account', 'Of two servers behind the balancer, one lacks the account route.', 1],
    ] as const
  ).map(([operation, name, bug, served]): Defect => ({
    id: `${name}-served-at-first-only`,
    breaks: `transport.serves-${name}`,
    bug,
    deep: 'only after the first call',
    apply: (behaviour) => {
      let calls = 0
      answering(operation, (answer) => ((calls += 1) > served ? missing() : answer))(behaviour)
    },
  })),
  {
    id: 'ping-from-the-cache-is-203',
    breaks: 'transport.ping-answers-200',
    bug: 'A ping that comes from the cache is answered 203.',
    deep: 'only from the second call on',
    apply: (behaviour) => {
      let calls = 0
      answering('ping', (answer) => ((calls += 1) > 1 ? { ...answer, status: 203 } : answer))(behaviour)
    },
  },
  {
    id: 'ping-with-a-token-is-400',
    breaks: 'transport.ping-errors-are-the-declared-ones',
    bug: 'A ping that brings a token is refused as malformed, as it needs none.',
    deep: 'only with a token',
    apply: answering('ping', (answer, asker) =>
      asker?.clientId === undefined ? answer : failing(400, 'invalid_request', 'A ping takes no token.'),
    ),
  },
  {
    id: 'production-ping-at-the-root',
    breaks: 'transport.operations-sit-below-the-base-address',
    bug: 'Production serves its ping at the root of the host, where the balancer looks for it, and not below the base address.',
    deep: 'only in production',
    also: ['versioning.base-address-ends-in-the-major-version'],
    apply: answering('ping', (answer, asker) => (asker?.environment === 'production' ? missing() : answer)),
  },
  {
    id: 'plain-http-served-too',
    breaks: 'transport.plain-http-is-refused',
    bug: 'The port serves plain HTTP as well, for the health probes of the balancer.',
    options: ['--tls'],
    apply: set('wire.servesPlainHttpToo', true),
  },
  {
    id: 'tls-needs-alpn',
    breaks: 'transport.tls-1-2-or-better-is-served',
    bug: 'The TLS front drops connections that do not name their protocol in the handshake.',
    deep: 'only without ALPN',
    also: ['transport.served-over-https'],
    options: ['--tls'],
    apply: set('wire.servesWithoutAlpn', false),
  },
  {
    id: 'https-closes-short-calls',
    breaks: 'transport.served-over-https',
    bug: 'The TLS front answers 503 to callers that close their connection after one call.',
    deep: 'only with Connection: close',
    also: ['transport.tls-1-2-or-better-is-served'],
    options: ['--tls'],
    apply: ({ access, wire }) => {
      const { authorization } = access
      let isShort = false
      access.authorization = function noted(request, query) {
        isShort = request.headers.connection === 'close' && 'encrypted' in request.socket
        return authorization.call(this, request, query)
      }
      const { finish } = wire
      wire.finish = function short(operationId, answer, asker) {
        if (operationId === 'ping' && isShort) throw new Refusal('service_unavailable', 'Keep the connection open.')
        return finish.call(this, operationId, answer, asker)
      }
    },
  },
  {
    id: 'tls-1-0-still-served',
    breaks: 'transport.tls-below-1-2-is-refused',
    bug: 'Old clients are kept happy by serving TLS 1.0 and 1.1 as well.',
    options: ['--tls'],
    apply: set('wire.oldestTls', 'TLSv1'),
  },
  {
    id: 'session-cookie',
    breaks: 'transport.no-cookies-are-set',
    bug: 'The web framework sets its session cookie on the answers of the interface too.',
    apply: answering(null, (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'Set-Cookie': 'session=1; HttpOnly' },
    })),
  },
  {
    id: 'connection-stays-logged-in',
    breaks: 'transport.no-session-is-kept',
    bug: 'Who called last over a connection is remembered, and a call without a token counts as theirs.',
    apply: ({ access }) => {
      const last = new WeakMap<object, string>()
      const { authorization } = access
      access.authorization = function remembered(request, query) {
        const given = authorization.call(this, request, query)
        if (given !== undefined && /^bearer/i.test(given)) last.set(request.socket, given)
        return given ?? last.get(request.socket)
      }
    },
  },
  {
    id: 'sandbox-has-no-feed',
    breaks: 'transport.sandbox-exposes-the-same-contract',
    bug: 'The feed was left out of the sandbox, where events were thought to matter less.',
    apply: answering('listEvents', (answer, asker) => (asker?.environment === 'sandbox' ? missing() : answer)),
  },
  {
    id: 'address-of-one-company',
    breaks: 'transport.one-address-serves-every-company',
    bug: 'The address is set up for one company, which everybody who calls there is taken to belong to.',
    apply: instead('access.account', (usual, client, lender, _company, ...rest) =>
      usual(client, lender, { id: 'cmp_cedarridge', name: 'Cedar Ridge' }, ...rest),
    ),
  },
  {
    id: 'ping-status-is-a-number',
    breaks: 'transport.ping-status-is-text',
    bug: 'The ping gives its status as a number.',
    apply: answering('ping', (answer) => withBody(answer, (body) => ({ ...body, status: 200 }))),
  },
  {
    id: 'ping-time-in-unix-seconds',
    breaks: 'transport.ping-time-is-a-timestamp',
    bug: 'The ping gives the time in Unix seconds.',
    apply: answering('ping', (answer) =>
      withBody(answer, (body) => ({ ...body, time: Math.floor(Date.now() / 1000) })),
    ),
  },
  {
    id: 'ping-greets-its-caller',
    breaks: 'transport.ping-holds-no-account-data',
    bug: 'The ping of a caller with a token says whose token it is.',
    apply: answering('ping', (answer, asker) =>
      withBody(answer, (body) => (asker?.clientId === undefined ? body : { ...body, client_id: asker.clientId })),
    ),
  },
]
