// Readings of request bodies that are out of the ordinary: no object, no UTF-8, coded, very long, in an order of their own.
import { isObject } from '../contract/is-object.ts'
import { headerOf, jsonOf, textOf, type Answered } from '../evidence/exchange.ts'
import {
  requestAt,
  isSuccess,
  itemsAt,
  operation,
  responseAt,
  type ExchangeObserver,
  type StatefulObserver,
} from './observer.ts'

const withBodies = [
  'createOrder',
  'amendOrder',
  'sendMessage',
  'createRevisionRequest',
  'setWebhook',
  'testWebhook',
  'advanceOrder',
]

const status = ({ response }: Answered, ...wanted: number[]): string | null =>
  wanted.includes(response.status) ? `status-${response.status}` : null

const isCreated = (exchange: Answered): boolean =>
  operation(exchange, 'createOrder') && exchange.response.status === 201

const isJson = (bytes: Uint8Array): boolean => jsonOf(bytes) !== undefined

/** The JSON object that is left when what is no UTF-8 is read as the replacement character. */
const isAlmostJson = (bytes: Uint8Array): boolean => {
  try {
    return isObject(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return false
  }
}

const badUtf8: ExchangeObserver['reading'] = (exchange) => {
  const { body } = exchange.request
  if (!operation(exchange, 'createOrder', 'amendOrder', 'sendMessage') || body === null || isJson(body)) return null
  if (textOf(body) !== undefined || !isAlmostJson(body)) return null
  if (isSuccess(exchange)) return textOf(exchange.response.body)?.includes('\ufffd') ? 'replaced' : null
  return status(exchange, 400)
}

/** What is nested deep may be refused for that. */
const shallow = 100

const notAnObject: ExchangeObserver['reading'] = (exchange) => {
  const { body } = exchange.request
  if (!operation(exchange, ...withBodies) || body === null) return null
  const value = jsonOf(body)
  if (value === undefined || isObject(value)) return null
  return status(exchange, 422, ...(body.length < shallow ? [400] : []))
}

const coding: ExchangeObserver['reading'] = (exchange) => {
  const { headers, body } = exchange.request
  if (!operation(exchange, ...withBodies) || body === null) return null
  if ((headerOf(headers, 'content-encoding') ?? 'identity') === 'identity') return null
  if (isSuccess(exchange)) return isJson(body) ? 'ignored' : 'decoded'
  // A body that is not in its coding is refused with 400 by those too that decode.
  return status(exchange, 415)
}

/** Letters; whoever takes so many in one text sets it no limit of its own. */
const veryLong = 1_000_000

const longText: ExchangeObserver['reading'] = (exchange) => {
  if (!operation(exchange, 'createOrder', 'amendOrder', 'sendMessage')) return null
  const { body } = exchange.request
  if (body === null || body.length < veryLong) return null
  const sent = requestAt(exchange, '')
  const [name] = Object.entries(isObject(sent) ? sent : {}).find(
    ([, value]) => typeof value === 'string' && value.length >= veryLong,
  ) ?? [null]
  if (name === null) return null
  if (isSuccess(exchange)) return 'no-own-limit'
  return itemsAt(exchange, '/details').some(({ field }) => field === name) ? status(exchange, 400, 422) : null
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

const blank: ExchangeObserver['reading'] = (exchange) => {
  if (!operation(exchange, 'createOrder') || !isObject(requestAt(exchange, ''))) return null
  const names = ['/order_type_code', '/borrowers/0/first_name', '/borrowers/0/last_name']
  const found = names.find((name) => isBlank(requestAt(exchange, name)))
  if (found === undefined) return null
  if (isSuccess(exchange)) return 'accepted'
  // An order type without a name may be refused as one that is not known.
  const field = found.slice(1).replaceAll('/', '.')
  const isMissing = itemsAt(exchange, '/details').some((one) => one['field'] === field && one['code'] === 'required')
  return isMissing || found !== '/order_type_code' ? status(exchange, 400, 422) : null
}

const composed: ExchangeObserver['reading'] = (exchange) => {
  if (!isCreated(exchange)) return null
  for (const name of ['first_name', 'last_name'])
    for (const index of [0, 1]) {
      const pointer = `/borrowers/${index}/${name}`
      const [sent, shown] = [requestAt(exchange, pointer), responseAt(exchange, pointer)]
      if (typeof sent !== 'string' || sent.normalize('NFC') === sent) continue
      if (shown === sent) return 'as-sent'
      if (shown === sent.normalize('NFC')) return 'nfc'
    }
  return null
}

const entries = (value: unknown, ...names: string[]): string[] =>
  Array.isArray(value)
    ? value.map((one: unknown) => JSON.stringify(names.map((name) => isObject(one) && one[name])))
    : []

/** Lists of two and more, as sent and as shown. */
const lists = (exchange: Answered): [sent: string[], shown: string[]][] => {
  const pairs = [0, 1].map((index): [string[], string[]] => {
    const pointer = `/borrowers/${index}/contacts`
    const of = (value: unknown) => entries(value, 'type', 'role', 'value')
    return [of(requestAt(exchange, pointer)), of(responseAt(exchange, pointer))]
  })
  pairs.push([entries(requestAt(exchange, '/notes'), 'type'), entries(responseAt(exchange, '/notes'), 'type')])
  return pairs.filter(([sent, shown]) => new Set(sent).size > 1 && sent.toSorted().join() === shown.toSorted().join())
}

/** An order of the server's own may be that of a list by chance, but hardly of this many that run both ways. */
const manyLists = 4

const arrayOrder: StatefulObserver = {
  freedom: 'conventions.array-order',
  start: () => {
    const ways = { rising: 0, falling: 0 }
    return {
      reading: (exchange) => {
        if (!isCreated(exchange)) return null
        for (const [sent, shown] of lists(exchange)) {
          if (sent.join() !== shown.join()) return 'own-order'
          ways[sent[0]! < sent[1]! ? 'rising' : 'falling'] += 1
        }
        const { rising, falling } = ways
        return rising > 0 && falling > 0 && rising + falling >= manyLists ? 'as-sent' : null
      },
    }
  },
}

export const bodyObservers: readonly (ExchangeObserver | StatefulObserver)[] = [
  { freedom: 'conventions.invalid-utf8', reading: badUtf8 },
  { freedom: 'conventions.top-level-not-an-object', reading: notAnObject },
  { freedom: 'conventions.blank-required-text', reading: blank },
  { freedom: 'conventions.unicode-normalisation', reading: composed },
  arrayOrder,
  { freedom: 'transport.request-content-coding', reading: coding },
  { freedom: 'limits.text-lengths', reading: longText },
  {
    freedom: 'limits.json-body-size',
    reading: (exchange) => (operation(exchange, ...withBodies) ? status(exchange, 413) : null),
  },
]
