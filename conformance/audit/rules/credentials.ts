// How a client shows who it is: the token request, the header of each call, and what must stay out of addresses and browsers.
import { at, textAt } from '../../model/body.ts'
import { isSecured, isSuccess, type Call } from '../call.ts'
import { eachCall, ruleGroup } from '../client-rule.ts'
import { credentialIn, idShown } from '../journal/clients.ts'
import { decoded } from '../../../reports/decoded.ts'
import { isMasked } from '../journal/masked.ts'
import { isNearHost } from '../near-host.ts'
import { headerIn } from '../repeats.ts'
import { secretsInText } from '../secrets-in-text.ts'
import { isBodyKnown, sentHeader, sentType } from '../sent.ts'
import { thresholds } from '../thresholds.ts'

const form = 'application/x-www-form-urlencoded'

/** Client secrets and tokens that the journal shows, in the clear. */
const secretsIn = (calls: readonly Call[]): Set<string> =>
  new Set(
    calls
      .flatMap((call) =>
        call.operation === 'requestToken'
          ? [credentialIn(call.exchange).secret, textAt(call.received, 'access_token')]
          : [call.token],
      )
      .filter((value) => value !== null && value.length >= thresholds.shortestSecret && !isMasked(value)) as string[],
  )

/** Shells of Windows name Mozilla as well. */
const ofShell = /PowerShell|WinHttp/

/**
 * Only a browser sends these; other clients send the mode at most. Of a call that the browser itself stops, its recording has some
 * headers alone. Tools that watch any client sort its calls into pages too, which is why a page counts with a browser's name alone.
 */
const isFromBrowser = (call: Call): boolean => {
  const agent = headerIn(call, 'user-agent')
  if (headerIn(call, 'sec-fetch-site') !== undefined) return true
  if (call.exchange.request.headers.some(([name]) => /^sec-ch-ua/i.test(name))) return true
  if (call.page === 'resource' && agent === undefined) return true
  if (agent?.startsWith('Mozilla/') !== true || ofShell.test(agent)) return false
  return call.page !== null || headerIn(call, 'origin') !== undefined
}

/** What shows a browser is in headers. */
const fromBrowser = (call: Call, expected: string, received: string) => {
  if (isFromBrowser(call)) return { expected, received }
  return call.known.headers ? true : null
}

const fromServer = 'Call the interface from your server, and let the browser talk to your server alone.'

/** Whose token request it is, from this request alone. */
const clientIn = (call: Call): string | null =>
  call.known.own ? call.client : idShown(call.exchange, isBodyKnown(call))

/** Names inside a cluster: what is behind them may add TLS. */
const ofCluster = /\.(svc|local|internal)$/

export const credentials = ruleGroup(
  'credentials',
  [
    {
      rule: 'auth.client-asks-for-the-client-credentials-grant',
      shownBy: 'token request',
      toTry: 'Let the client start again, so that it fetches a token.',
      toChange: 'Request a token with `grant_type=client_credentials`, as a form or as JSON.',
      judge: eachCall('requestToken', (call) => {
        const { grant, basic } = credentialIn(call.exchange)
        if (grant === null && (!isBodyKnown(call) || (call.known.body === 'none' && !basic))) return null
        if (grant !== 'client_credentials')
          return { expected: 'grant_type client_credentials', received: `grant_type ${grant ?? 'absent'}` }
        // With Basic, the form of the rest is another rule's.
        const type = sentType(call)
        if (basic || type === undefined || type === form || type === 'application/json') return true
        return { expected: 'a form or JSON', received: type ?? 'no Content-Type', pointer: 'header:Content-Type' }
      }),
    },
    {
      rule: 'auth.client-uses-basic-with-the-form-only',
      shownBy: 'token request with an HTTP Basic header',
      toTry: 'Only a client that sends its credential in a Basic header can show it.',
      toChange: 'With a Basic header, send `grant_type` as `application/x-www-form-urlencoded`.',
      judge: eachCall('requestToken', (call) => {
        const type = sentType(call)
        if (!credentialIn(call.exchange).basic || type === undefined) return null
        return type === form || { expected: form, received: type ?? 'absent', pointer: 'header:Content-Type' }
      }),
    },
    {
      rule: 'auth.client-sends-no-credential-in-a-url',
      shownBy: 'call with a known credential',
      toTry: 'Let the client make a call.',
      toChange:
        'Send the secret in the body or the Basic header of the token request, and the token in `Authorization`.',
      judge(journal, seen) {
        const hasSecret = secretsInText(secretsIn(journal.calls), thresholds.shortestSecret)
        for (const call of journal.calls) {
          if (call.operation === null) continue
          const url = decoded(call.exchange.request.url)
          const names = [...call.url.searchParams.keys()].filter((name) => /^(client_secret|access_token)$/.test(name))
          if (names.length === 0 && !hasSecret(url)) {
            if (call.known.query) seen.occasion(call)
          } else
            seen.violation({ expected: 'no credential in the URL', received: names[0] ?? 'a secret in the URL' }, call)
        }
      },
    },
    {
      rule: 'auth.client-sends-the-token-as-bearer',
      shownBy: 'call with an `Authorization` header',
      toTry: 'Let the client make a call.',
      toChange: 'Send `Authorization: Bearer <token>`.',
      judge: eachCall([], (call) => {
        const header = sentHeader(call, 'authorization')
        if (!isSecured(call) || typeof header !== 'string') return null
        if (/^Bearer \S/i.test(header)) return true
        const received = `the scheme ${header.split(' ').length > 1 ? header.split(' ')[0] : 'absent'}`
        return { expected: 'the scheme Bearer', received, pointer: 'header:Authorization' }
      }),
    },
    {
      rule: 'transport.every-call-carries-its-own-token',
      shownBy: 'call that needs a token',
      toTry: 'Let the client make a call.',
      toChange: 'Send `Authorization: Bearer <token>` with every call but `/ping`, `/oauth/token` and signed links.',
      judge: eachCall([], (call) => {
        if (!isSecured(call)) return null
        // One that is masked was there.
        if (headerIn(call, 'authorization') !== undefined) return true
        if (sentHeader(call, 'authorization') === undefined) return null
        return { expected: 'Bearer and a token', received: 'absent', pointer: 'header:Authorization' }
      }),
    },
    {
      rule: 'transport.client-calls-over-https',
      shownBy: 'call to an address off this machine',
      toTry: 'Start the simulator with `--tls`, or record calls to a deployment.',
      toChange: 'Use the `https:` address.',
      judge: eachCall([], ({ url, known }) => {
        // Names without a dot are those of containers beside the client.
        const isNear = isNearHost(url.hostname) || !/[.:]/.test(url.hostname) || ofCluster.test(url.hostname)
        if (url.protocol === 'https:') return true
        return isNear || known.own ? null : { expected: 'https:', received: url.protocol }
      }),
    },
    {
      rule: 'auth.client-keeps-secrets-out-of-browsers',
      shownBy: 'token request',
      toTry: 'Let the client fetch a token.',
      toChange: fromServer,
      judge: eachCall('requestToken', (call) => fromBrowser(call, 'a token request of a server', 'one of a browser')),
    },
    {
      rule: 'auth.client-calls-from-a-server',
      shownBy: 'call that needs a token',
      toTry: 'Let the client make a call.',
      toChange: fromServer,
      judge: eachCall([], (call) =>
        isSecured(call) ? fromBrowser(call, 'a call of a server', 'one of a browser') : null,
      ),
    },
    {
      rule: 'auth.client-keeps-environments-separate',
      shownBy: 'traffic of both environments',
      toTry: 'Run the client against the sandbox and production of the simulator, and audit both in one journal.',
      toChange: 'Keep one set of credentials for each environment.',
      judge({ calls }, seen) {
        const homes = new Map<string, Call>()
        if (new Set(calls.map(({ environment }) => environment)).size < 2) return
        for (const call of calls) {
          const token = textAt(call.received, 'access_token')
          if (call.operation !== 'requestToken' || !isSuccess(call)) continue
          for (const key of [clientIn(call), token]) if (key !== null && !homes.has(key)) homes.set(key, call)
        }
        for (const call of calls) {
          // A signed link may be of any host.
          if (call.operation === 'downloadDocument') continue
          const home = homes.get((call.operation === 'requestToken' ? clientIn(call) : call.token) ?? '')
          if (home === undefined) continue
          if (home.environment === call.environment) seen.occasion(call)
          else
            seen.violation(
              {
                expected: `the ${home.environment} credential in its environment`,
                received: `it in ${call.environment}`,
              },
              home,
              call,
            )
        }
      },
    },
    {
      rule: 'auth.client-keeps-credentials-separate',
      shownBy: 'traffic of two credentials with identifiers of their own',
      toTry: 'Run the client with the credentials of two lenders, and audit both in one journal.',
      toChange: 'Keep with each order the credential that it was placed with, and use no other for it.',
      judge({ calls: all, named }, seen) {
        if (named.size < 2) return
        const calls = all.filter(({ client }) => named.has(client))
        const owners = new Map<string, Set<string>>()
        for (const call of calls) {
          const own = new Set(Object.values(call.ids))
          const foreign = [...own].filter((id) => owners.has(id) && !owners.get(id)!.has(call.client))
          if (foreign.length > 0 && call.status === 404)
            seen.violation({ expected: 'the credential of the order', received: 'another credential' }, call)
          else if (own.size > 0) seen.occasion(call)
          if (!isSuccess(call)) continue
          for (const id of idsIn(call)) owners.set(id, (owners.get(id) ?? new Set()).add(call.client))
        }
      },
    },
  ],
  ['credentials'],
)

/** Orders and documents that an answer names. */
const idsIn = (call: Call): string[] => {
  const rows = [call.received, ...[at(call.received, 'data') ?? []].flat()]
  return [...rows.map((row) => textAt(row, 'id')), ...Object.values(call.ids)].filter((id) => id !== null) as string[]
}
