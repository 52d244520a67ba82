// A reply on a revision request that has an identifier has that of a message, in the list of requests and in its event.
import { isObject } from '../contract/is-object.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { envelopeOf } from '../evidence/delivery.ts'
import { startsWith } from '../evidence/expected.ts'
import { jsonOf } from '../evidence/exchange.ts'
import { hasMessageId, isInWords } from '../steps/revision-replies.ts'
import type { DeliveryInvariant, ExchangeInvariant } from './invariant.ts'

const rule = 'conventions.revision-reply-ids-start-with-msg'

/** The shape of a reply is open: a move without words may stand among them, and one may have no identifier here. */
const judge = (reply: unknown, pointer: string): Assertion[] =>
  isObject(reply) && typeof reply['id'] === 'string' && isInWords(reply)
    ? assertion(rule, hasMessageId(reply), startsWith('msg_'), reply['id'], `${pointer}/id`)
    : []

const inEvent = (event: unknown, pointer: string): Assertion[] =>
  isObject(event) && event['type'] === 'order.revision_responded' && isObject(event['data'])
    ? judge(event['data']['response'], `${pointer}/data/response`)
    : []

const entriesIn = (body: unknown): unknown[] =>
  isObject(body) && Array.isArray(body['data']) ? (body['data'] as unknown[]) : []

export const repliesRead: ExchangeInvariant = {
  id: 'invariant.revision-replies',
  rules: [rule],
  assert({ operation, response }) {
    if (response.status >= 300) return []
    const entries = entriesIn(jsonOf(response.body))
    if (operation === 'listEvents') return entries.flatMap((event, at) => inEvent(event, `/data/${at}`))
    if (operation !== 'listRevisionRequests') return []
    return entries.flatMap((request, at) =>
      isObject(request) && Array.isArray(request['responses'])
        ? (request['responses'] as unknown[]).flatMap((reply, of) => judge(reply, `/data/${at}/responses/${of}`))
        : [],
    )
  },
}

export const repliesDelivered: DeliveryInvariant = {
  id: 'invariant.delivered-replies',
  rules: [rule],
  assert: (delivery) => (envelopeOf(delivery).test === true ? [] : inEvent(delivery.json, '')),
}
