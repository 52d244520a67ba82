// How a client shows who it is: the token request, the header of each call, and what must stay out of addresses and browsers.
import { at, textAt } from '../../model/body.ts'
import { isSecured, isSuccess, type Call } from '../call.ts'
import { eachCall, ruleGroup } from '../client-rule.ts'
import { credentialIn, isMasked } from '../journal/clients.ts'
import { decoded } from '../journal/decoded.ts'
import { headerIn } from '../repeats.ts'

const typeOf = (call: Call): string => (headerIn(call, 'content-type') ?? '').split(';')[0]!.trim().toLowerCase()

const form = 'application/x-www-form-urlencoded'

const shortest = 8

/** Client secrets and tokens that the journal shows, in the clear. */
const secretsIn = (calls: readonly Call[]): Set<string> =>
  new Set(
    calls
      .flatMap((call) =>
        call.operation === 'requestToken'
          ? [credentialIn(call.exchange).secret, textAt(call.received, 'access_token')]
          : [call.token],
      )
      .filter((value) => value !== null && value.length >= shortest && !isMasked(value)) as string[],
  )

/** Only a browser sends these; other clients send the mode at most. */
const isFromBrowser = (call: Call): boolean =>
  headerIn(call, 'sec-fetch-site') !== undefined ||
  (headerIn(call, 'origin') !== undefined && headerIn(call, 'user-agent')?.startsWith('Mozilla/') === true)

const fromServer = 'Call the interface from your server, and let the browser talk to your server alone.'

export const credentials = ruleGroup('credentials', [
  {
    rule: 'auth.client-asks-for-the-client-credentials-grant',
    shownBy: 'token request',
    toTry: 'Let the client start again, so that it fetches a token.',
    toChange: 'Ask with `grant_type=client_credentials`, as a form or as JSON.',
    judge: eachCall('requestToken', (call) => {
      const { grant, basic } = credentialIn(call.exchange)
      if (call.exchange.request.body === null && !basic) return null
      if (grant !== 'client_credentials')
        return { expected: 'grant_type client_credentials', received: `grant_type ${grant ?? 'absent'}` }
      // With Basic, the form of the rest is another rule's.
      if (basic || typeOf(call) === form || typeOf(call) === 'application/json') return true
      return { expected: 'a form or JSON', received: typeOf(call) || 'no Content-Type', pointer: 'header:Content-Type' }
    }),
  },
  {
    rule: 'auth.client-uses-basic-with-the-form-only',
    shownBy: 'token request with an HTTP Basic header',
    toTry: 'Only a client that sends its credential in a Basic header can show it.',
    toChange: 'With a Basic header, send `grant_type` as `application/x-www-form-urlencoded`.',
    judge: eachCall('requestToken', (call) => {
      if (!credentialIn(call.exchange).basic) return null
      if (typeOf(call) === form) return true
      return { expected: form, received: typeOf(call) || 'absent', pointer: 'header:Content-Type' }
    }),
  },
  {
    rule: 'auth.client-sends-no-credential-in-a-url',
    shownBy: 'call with a known credential',
    toTry: 'Let the client make a call.',
    toChange: 'Send the secret in the body or the Basic header of the token request, and the token in `Authorization`.',
    judge(journal, seen) {
      const secrets = [...secretsIn(journal.calls)]
      for (const call of journal.calls) {
        if (call.operation === null) continue
        const url = decoded(call.exchange.request.url)
        const names = [...call.url.searchParams.keys()].filter((name) => /^(client_secret|access_token)$/.test(name))
        if (names.length === 0 && !secrets.some((secret) => url.includes(secret))) seen.occasion(call)
        else seen.violation({ expected: 'no credential in the URL', received: names[0] ?? 'a secret in the URL' }, call)
      }
    },
  },
  {
    rule: 'auth.client-sends-the-token-as-bearer',
    shownBy: 'call with an `Authorization` header',
    toTry: 'Let the client make a call.',
    toChange: 'Send `Authorization: Bearer <token>`.',
    judge: eachCall([], (call) => {
      const header = headerIn(call, 'authorization')
      if (!isSecured(call) || header === undefined) return null
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
      if (headerIn(call, 'authorization') !== undefined) return true
      return { expected: 'Bearer and a token', received: 'absent', pointer: 'header:Authorization' }
    }),
  },
  {
    rule: 'transport.client-calls-over-https',
    shownBy: 'call to an address off this machine',
    toTry: 'Start the simulator with `--tls`, or record calls to a deployment.',
    toChange: 'Use the `https:` address.',
    judge: eachCall([], ({ url }) => {
      const isNear = /^(localhost|127\.|\[::1\]|host\.docker\.internal)/.test(url.hostname)
      if (url.protocol === 'https:') return true
      return isNear ? null : { expected: 'https:', received: url.protocol }
    }),
  },
  {
    rule: 'auth.client-keeps-secrets-out-of-browsers',
    shownBy: 'token request',
    toTry: 'Let the client fetch a token.',
    toChange: fromServer,
    judge: eachCall('requestToken', (call) =>
      isFromBrowser(call) ? { expected: 'a token request of a server', received: 'one of a browser' } : true,
    ),
  },
  {
    rule: 'auth.client-calls-from-a-server',
    shownBy: 'call that needs a token',
    toTry: 'Let the client make a call.',
    toChange: fromServer,
    judge: eachCall([], (call) => {
      if (!isSecured(call)) return null
      return isFromBrowser(call) ? { expected: 'a call of a server', received: 'one of a browser' } : true
    }),
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
        for (const key of [call.client, token ?? call.client]) if (!homes.has(key)) homes.set(key, call)
      }
      for (const call of calls) {
        const home = homes.get(call.operation === 'requestToken' ? call.client : (call.token ?? ''))
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
    judge({ calls, byClient }, seen) {
      if (byClient.size < 2) return
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
])

/** Orders and documents that an answer names. */
const idsIn = (call: Call): string[] => {
  const rows = [call.received, ...[at(call.received, 'data') ?? []].flat()]
  return [...rows.map((row) => textAt(row, 'id')), ...Object.values(call.ids)].filter((id) => id !== null) as string[]
}
