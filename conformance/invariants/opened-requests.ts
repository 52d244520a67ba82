// A revision request is opened, and listed ever after, with the kind and reason sent for it, and without a response.
import { isObject } from '../contract/is-object.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import type { ExchangeInvariant, Memory } from './invariant.ts'

const rules = {
  kind: 'revisions.record-has-kind',
  reason: 'revisions.record-has-reason',
  responses: 'revisions.responses-are-empty-at-creation',
}

type Fields = Record<string, unknown>

/** Per environment and id what a request was opened with, and the exchange that did. */
type Known = Map<string, { sent: Fields; source: string }>

const nothingKnown = (): Known => new Map()

/** White space around a text and its normal form are the target's own affair. */
const plain = (text: unknown): unknown => (typeof text === 'string' ? text.normalize('NFC').trim() : text)

const compareSent = ({ sent, source }: { sent: Fields; source: string }, shown: Fields, at: string): Assertion[] =>
  (['kind', 'reason'] as const)
    .filter((field) => typeof sent[field] === 'string' && plain(sent[field]) !== '')
    .flatMap((field) => {
      const same = plain(shown[field]) === plain(sent[field])
      return assertion(rules[field], same, sent[field], shown[field], `${at}/${field}`)
    })
    .map((one) => (one.passed ? one : { ...one, requests: [source] }))

/** A request that was answered before was not opened now: the target repeats an answer. */
const judgeOpened = (known: Known, key: string, exchange: Answered, shown: Fields): Assertion[] => {
  const sent = exchange.request.body ? jsonOf(exchange.request.body) : undefined
  if (!isObject(sent) || known.has(key)) return []
  const opened = { sent, source: exchange.id }
  known.set(key, opened)
  const { responses } = shown
  return [
    ...compareSent(opened, shown, ''),
    ...(Array.isArray(responses)
      ? assertion(rules.responses, responses.length === 0, [], responses, '/responses')
      : []),
  ]
}

const judge = (exchange: Answered, memory: Memory): Assertion[] => {
  const { operation, environment, response } = exchange
  const body = jsonOf(response.body)
  if (response.status >= 300 || !isObject(body)) return []
  const known = memory.of(nothingKnown)
  const keyOf = ({ id }: Fields): string => `${environment} ${String(id)}`
  if (operation === 'createRevisionRequest')
    return typeof body['id'] === 'string' ? judgeOpened(known, keyOf(body), exchange, body) : []
  if (operation !== 'listRevisionRequests' || !Array.isArray(body['data'])) return []
  return (body['data'] as unknown[]).flatMap((one, index) => {
    const opened = isObject(one) ? known.get(keyOf(one)) : undefined
    return opened ? compareSent(opened, one as Fields, `/data/${index}`) : []
  })
}

export const openedRequests: ExchangeInvariant = {
  id: 'invariant.opened-requests',
  rules: Object.values(rules),
  assert: judge,
}
