// What a journal holds and no report may show: secrets, tokens, and people, in outline.
import type { RecordedDelivery, RecordedExchange } from '../../reports/run-record.ts'
import type { Finding } from '../../reports/run-record.ts'
import { maskMark } from '../../reports/path-of.ts'
import { isAnswered, type Exchange, type Headers } from '../evidence/exchange.ts'
import { maskEvent } from '../engine/mask-event.ts'
import { createRecorder } from '../engine/record.ts'
import { shownSecrets } from '../engine/shown-secrets.ts'
import { textAt } from '../model/body.ts'
import { createPersonal } from '../sut/personal.ts'
import { createSecrets, type SecretKind, type Secrets } from '../sut/secrets.ts'
import type { Call, DeliveryCall, Journal } from './call.ts'
import { formSpellings } from './form-spellings.ts'
import { credentialIn } from './journal/clients.ts'

type Mask = {
  exchange(call: Call): RecordedExchange
  delivery(call: DeliveryCall): RecordedDelivery
  finding(finding: Finding): { type: 'finding' } & Finding
  /** A sentence about the journal, which may name what a client sent. */
  note(text: string): string
}

/** Of a journal with more calls, tokens are known as they come up: each takes memory in every writing of it. */
const mostCalls = 5_000

/** Secrets that are known beforehand in any journal: a client has few of them, and they have signs that `runs` does not look for. */
const mostSecrets = 200

type Named = [kind: SecretKind, value: string]

const secretsOf = (call: Call): Named[] => [
  ...(call.operation === 'requestToken'
    ? [
        ...credentialIn(call.exchange)
          .spellings.flatMap(formSpellings)
          .map((text): Named => ['client secret', text]),
        ['access token', textAt(call.received, 'access_token') ?? ''] as Named,
      ]
    : []),
  ...(call.token === null ? [] : [['access token', call.token] as Named]),
  ...(call.operation === 'setWebhook' ? [['webhook secret', textAt(call.sent, 'secret') ?? ''] as Named] : []),
]

/** Runs of letters that a secret may be, with and without an equals sign in them. */
const runs = [/[\w.~+/=-]{6,}/g, /[\w.~+/-]{6,}/g]

/** What there is to be learned of a text, before it is masked. */
const createLearning = (calls: readonly Call[], secrets: Secrets): ((text: string) => void) => {
  if (calls.length <= mostCalls) {
    for (const call of calls) for (const [kind, value] of secretsOf(call)) secrets.add(kind, value)
    return () => undefined
  }
  const known = new Map<string, SecretKind>()
  let room = mostSecrets
  for (const call of calls)
    for (const [kind, value] of secretsOf(call)) {
      if (kind !== 'access token' && !known.has(value) && room-- > 0) secrets.add(kind, value)
      known.set(value, kind)
    }
  return (text) => {
    for (const run of runs)
      for (const [value] of text.matchAll(run)) {
        const kind = known.get(value)
        if (kind !== undefined) secrets.add(kind, value)
      }
  }
}

/** Headers that are secrets by their names, in whatever form. */
const credentials = /^(?:authorization|proxy-authorization|cookie|x-api-key|api-key|x-auth-token|x-access-token)$/i

const schemeOf = (value: string): string => /^(?:basic|bearer|digest|token|hmac|dpop) /i.exec(value)?.[0] ?? ''

const withoutCredentials = (headers: Headers): Headers =>
  headers.map(([name, value]) => [name, credentials.test(name) && value !== '' ? schemeOf(value) + maskMark : value])

const textsOf = ({ request, response }: Exchange): string =>
  [request, ...(response ? [response] : [])]
    .flatMap(({ headers, body }) => [...headers.flat(), Buffer.from(body ?? []).toString('latin1')])
    .join('\n') + request.url

export const createMask = ({ calls }: Journal): Mask => {
  const secrets = createSecrets([...new Set(calls.map(({ client }) => client))])
  const personal = createPersonal()
  const learn = createLearning(calls, secrets)
  const recorder = createRecorder(secrets, personal)
  return {
    exchange(call) {
      const { exchange, client, token, operation } = call
      for (const [kind, value] of secretsOf(call)) secrets.add(kind, value)
      learn(textsOf(exchange))
      for (const value of isAnswered(exchange) ? shownSecrets(exchange) : []) secrets.add('shown secret', value)
      const recorded = recorder.exchange(exchange)
      recorded.request.headers = withoutCredentials(recorded.request.headers)
      if (token !== null || operation === 'requestToken') recorded.role = client
      const { body } = recorded.request
      // Whether the people of a journal are made up is unknown.
      if (body?.text !== undefined) body.text = personal.inBody(body.text)
      return recorded
    },
    delivery: ({ delivery }) => recorder.delivery(delivery),
    note: (text) => secrets.maskOwn(text),
    finding(finding) {
      learn(JSON.stringify(finding))
      const event = { type: 'finding' as const, ...finding }
      return personal.inEvent(maskEvent(event, { text: secrets.maskOwn, value: secrets.maskOwn })) as typeof event
    },
  }
}
