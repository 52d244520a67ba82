// Readings of what holds of all calls: JSON as text, identifiers and times, absent values, and bodies out of the ordinary.
import { isObject } from '../contract/is-object.ts'
import { limits } from '../contract/limits.ts'
import { textOf, type Answered } from '../evidence/exchange.ts'
import { accountKeys, keysShown, showsKeys } from './account-answer.ts'
import {
  always,
  header,
  isSuccess,
  itemsAt,
  operation,
  pointer,
  requestAt,
  responseAt,
  statusReading,
} from './answers.ts'
import { absent, isText, otherwise } from './cases.ts'
import { isBeyondAscii, withoutStrings } from './json-text.ts'
import { isCreated, unsent } from './new-orders.ts'
import { matches, type ExchangeObserver, type StatefulObserver } from './observer.ts'
import { isJson, withBodies } from './sent-bodies.ts'

/** The JSON object that is left when what is no UTF-8 is read as the replacement character. */
const isAlmostJson = (bytes: Uint8Array): boolean => {
  try {
    return isObject(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return false
  }
}

const badUtf8 = (exchange: Answered): string | null => {
  const { body } = exchange.request
  if (!operation(exchange, 'createOrder', 'amendOrder', 'sendMessage') || body === null || isJson(body)) return null
  if (textOf(body) !== undefined || !isAlmostJson(body)) return null
  if (isSuccess(exchange)) return textOf(exchange.response.body)?.includes('\ufffd') ? 'replaced' : null
  return statusReading(exchange, 400)
}

/** What is nested deep may be refused for that. */
const shallow = 100

const notAnObject = (exchange: Answered): string | null => {
  const { body } = exchange.request
  if (!operation(exchange, ...withBodies) || body === null) return null
  const value = requestAt(exchange, '')
  if (value === undefined || isObject(value)) return null
  return statusReading(exchange, 422, ...(body.length < shallow ? [400] : []))
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

const blank = (exchange: Answered): string | null => {
  if (!operation(exchange, 'createOrder') || !isObject(requestAt(exchange, ''))) return null
  const names = ['/order_type_code', '/borrowers/0/first_name', '/borrowers/0/last_name']
  const found = names.find((name) => isBlank(requestAt(exchange, name)))
  if (found === undefined) return null
  if (isSuccess(exchange)) return 'accepted'
  // An order type without a name may be refused as one that is not known.
  const field = found.slice(1).replaceAll('/', '.')
  const isMissing = itemsAt(exchange, '/details').some((one) => one['field'] === field && one['code'] === 'required')
  return isMissing || found !== '/order_type_code' ? statusReading(exchange, 400, 422) : null
}

const composed = (exchange: Answered): string | null => {
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

const isJsonAnswer = (exchange: Answered): boolean => isObject(responseAt(exchange, ''))

const escaping = (exchange: Answered): string | null => {
  if (!isJsonAnswer(exchange)) return null
  const text = textOf(exchange.response.body)!
  if (isBeyondAscii(text)) return 'as-themselves'
  return text.includes('\\u') && isBeyondAscii(JSON.stringify(responseAt(exchange, ''))) ? 'escaped' : null
}

const timeShown = (exchange: Answered): unknown =>
  [responseAt(exchange, '/dates/created_at'), responseAt(exchange, '/time')].find(isText)

const isOtherLoan = (exchange: Answered): boolean =>
  isCreated(exchange) && responseAt(exchange, '/loan/purpose') !== 'purchase'

export const observers: readonly (ExchangeObserver | StatefulObserver)[] = [
  matches('conventions.json-media-type', always, header('content-type'), {
    'with-charset': /^application\/json\s*;\s*charset=/i,
    'without-charset': /^application\/json$/i,
  }),
  matches('conventions.key-order', showsKeys, keysShown, {
    'as-listed': (keys: string[]) => keys.filter((key) => accountKeys.includes(key)).join() === accountKeys.join(),
    'any-order': otherwise,
  }),
  matches(
    'conventions.json-whitespace',
    isJsonAnswer,
    ({ response }) => withoutStrings(textOf(response.body)!.trim()),
    {
      indented: /\s/,
      compact: otherwise,
    },
  ),
  { freedom: 'conventions.non-ascii-escaping', reading: escaping },
  matches('conventions.identifier-length', isCreated, pointer('/id'), {
    'full-length': (id: unknown) => isText(id) && id.length === limits().identifier_max_characters,
    short: /^.{0,20}$/,
    'ulid-sized': isText,
  }),
  matches('conventions.identifier-alphabet', isCreated, pointer('/id'), {
    'letters-and-digits': /^(?:[^_]*_)?[A-Za-z0-9]*$/,
    'with-punctuation': isText,
  }),
  matches('conventions.timestamp-offset', always, timeShown, { 'letter-z': /Z$/, 'numeric-zero': /\+00:00$/ }),
  matches('conventions.timestamp-fraction', always, timeShown, {
    'whole-seconds': /^[^.]*$/,
    milliseconds: /\.\d{3}(?!\d)/,
    microseconds: /\.\d{6}(?!\d)/,
  }),
  matches('conventions.inapplicable-fields', isOtherLoan, pointer('/loan/purchase_price'), {
    'left-out': absent,
    'sent-as-null': null,
  }),
  matches('conventions.empty-collections', unsent('/notes'), pointer('/notes'), {
    'null-value': null,
    'empty-array': Array.isArray,
  }),
  { freedom: 'conventions.invalid-utf8', reading: badUtf8 },
  { freedom: 'conventions.top-level-not-an-object', reading: notAnObject },
  { freedom: 'conventions.blank-required-text', reading: blank },
  { freedom: 'conventions.unicode-normalisation', reading: composed },
  arrayOrder,
]
