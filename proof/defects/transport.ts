// Defects that break rules of the area transport.
import * as op from '../../simulator/behaviour/operators/index.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'
import { ruleRows } from './rule-rows.ts'
import type { Answer } from '../../simulator/behaviour/wire.ts'
import { Refusal } from '../../simulator/domain/refusal.ts'

const missing = (): Answer => op.failure(404, 'not_found', 'There is no such operation.')

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
    apply: op.answer(operation as Parameters<typeof op.answer>[0], missing),
  }))

export const transport: readonly Defect[] = [
  ...unrouted,
  ...rows({
    'ping-from-the-cache-is-203': {
      breaks: 'transport.ping-answers-200',
      bug: 'A ping that comes from the cache is answered 203.',
      deep: 'only from the second call on',
      apply: op.answerFrom(2, 'ping', (given) => ({ ...given, status: 203 })),
    },
    'ping-with-a-token-is-400': {
      breaks: 'transport.ping-errors-are-the-declared-ones',
      bug: 'A ping that brings a token is refused as malformed, as it needs none.',
      deep: 'only with a token',
      apply: op.answer('ping', (given, asker) =>
        asker?.clientId === undefined ? given : op.failure(400, 'invalid_request', 'A ping takes no token.'),
      ),
    },
    'ping-with-an-unknown-token-is-401': {
      breaks: 'transport.ping-errors-are-the-declared-ones',
      bug: 'A filter before all operations refuses a token that it does not know, also where none is needed.',
      deep: 'only with a token that was not issued',
      apply: op.perTarget((brought = { is: false }) => [
        op.answer('ping', (given, asker) =>
          brought.is && asker?.clientId === undefined
            ? op.failure(401, 'invalid_client', 'A valid access token is required.')
            : given,
        ),
        op.note('wire.checkAccept', (id, { authorization }) => {
          if (id === 'ping') brought.is = authorization !== undefined
        }),
      ]),
    },
    'production-ping-at-the-root': {
      breaks: 'transport.operations-sit-below-the-base-address',
      bug: 'Production serves its ping at the root of the host, where the balancer looks for it, and not below the base address.',
      deep: 'only in production',
      also: ['versioning.base-address-ends-in-the-major-version'],
      apply: op.answer('ping', (given, asker) => (asker?.environment === 'production' ? missing() : given)),
    },
    'plain-http-served-too': {
      breaks: 'transport.plain-http-is-refused',
      bug: 'The port serves plain HTTP as well, for the health probes of the balancer.',
      options: ['--tls'],
      apply: op.set('wire.servesPlainHttpToo', true),
    },
    'tls-needs-alpn': {
      breaks: 'transport.tls-1-2-or-better-is-served',
      bug: 'The TLS front drops connections that do not name their protocol in the handshake.',
      deep: 'only without ALPN',
      also: ['transport.served-over-https'],
      options: ['--tls'],
      apply: op.set('wire.servesWithoutAlpn', false),
    },
    'https-closes-short-calls': {
      breaks: 'transport.served-over-https',
      bug: 'The TLS front answers 503 to callers that close their connection after one call.',
      deep: 'only with Connection: close',
      also: ['transport.tls-1-2-or-better-is-served'],
      options: ['--tls'],
      apply: op.refuseWith(
        'wire.checkAccept',
        (id, { connection }) =>
          id === 'ping' && connection === 'close' && new Refusal('service_unavailable', 'Keep the connection open.'),
      ),
    },
    'links-lead-over-plain-http': {
      breaks: 'transport.addresses-given-are-https',
      bug: 'Behind the TLS front the service takes its own scheme for that of the address, and makes its download links with http.',
      options: ['--tls'],
      apply: op.add('getDocument', (body) => {
        const { download } = body as { download?: { url?: unknown } }
        if (typeof download?.url === 'string') download.url = download.url.replace(/^https:/, 'http:')
      }),
    },
    'tls-1-0-still-served': {
      breaks: 'transport.tls-below-1-2-is-refused',
      bug: 'Old clients are kept happy by serving TLS 1.0 and 1.1 as well.',
      options: ['--tls'],
      apply: op.set('wire.oldestTls', 'TLSv1'),
    },
    'session-cookie': {
      breaks: 'transport.no-cookies-are-set',
      bug: 'The web framework sets its session cookie on the answers of the interface too.',
      apply: op.answer('all', (given) => ({
        ...given,
        headers: { ...given.headers, 'Set-Cookie': 'session=1; HttpOnly' },
      })),
    },
    'connection-stays-logged-in': {
      breaks: 'transport.no-session-is-kept',
      bug: 'Who called last over a connection is remembered, and a call without a token counts as theirs.',
      apply: op.perTarget((last = new WeakMap<object, string>()) =>
        op.wrap('access.authorization', (given, { socket }) => {
          if (given !== undefined && /^bearer/i.test(given)) last.set(socket, given)
          return given ?? last.get(socket)
        }),
      ),
    },
    'sandbox-has-no-feed': {
      breaks: 'transport.sandbox-exposes-the-same-contract',
      bug: 'The feed was left out of the sandbox, where events were thought to matter less.',
      apply: op.answer('listEvents', (given, asker) => (asker?.environment === 'sandbox' ? missing() : given)),
    },
    'address-of-one-company': {
      breaks: 'transport.one-address-serves-every-company',
      bug: 'The address is set up for one company, which everybody who calls there is taken to belong to.',
      apply: op.instead('access.account', (usual, client, lender, _company, ...rest) =>
        usual(client, lender, { id: 'cmp_cedarridge', name: 'Cedar Ridge' }, ...rest),
      ),
    },
    'ping-status-is-a-number': {
      breaks: 'transport.ping-status-is-text',
      bug: 'The ping gives its status as a number.',
      apply: op.retype('ping', 'status', 200),
    },
    'ping-time-in-unix-seconds': {
      breaks: 'transport.ping-time-is-a-timestamp',
      bug: 'The ping gives the time in Unix seconds.',
      apply: op.retype('ping', 'time', () => Math.floor(Date.now() / 1000)),
    },
    'ping-greets-its-caller': {
      breaks: 'transport.ping-holds-no-account-data',
      bug: 'The ping of a caller with a token says whose token it is.',
      apply: op.add('ping', (body, _answer, asker) => {
        if (asker?.clientId !== undefined) body['client_id'] = asker.clientId
      }),
    },
    'get-ping-served-at-first-only': {
      breaks: 'transport.serves-get-ping',
      bug: 'The ping is served by the start-up probe, which is taken down once the service is up.',
      deep: 'only after the first call',
      apply: op.answerFrom(2, 'ping', missing),
    },
    'post-oauth-token-served-at-first-only': {
      breaks: 'transport.serves-post-oauth-token',
      bug: 'Of two servers behind the balancer, one lacks the token route.',
      deep: 'only after the first call',
      apply: op.answerFrom(2, 'requestToken', missing),
    },
    'get-account-served-at-first-only': {
      breaks: 'transport.serves-get-account',
      bug: 'Of two servers behind the balancer, one lacks the account route.',
      deep: 'only after the first call',
      apply: op.answerFrom(2, 'getAccount', missing),
    },
  }),
]
