// Readings of an order as it is shown: what is there where nothing was sent, and in which form.
import { isObject } from '../contract/is-object.ts'
import type { Answered } from '../evidence/exchange.ts'
import { requestAt, either, isSuccess, itemsAt, operation, responseAt, type ExchangeObserver } from './observer.ts'
import { limits } from '../contract/limits.ts'

const isCreated = (exchange: Answered): boolean =>
  operation(exchange, 'createOrder') && exchange.response.status === 201
const isRead = (exchange: Answered): boolean => operation(exchange, 'getOrder') && isSuccess(exchange)

/** A value of a new order, where the request did not send it. */
const unset = (
  sent: string,
  shown: string,
  reading: (value: unknown) => string | null,
): ExchangeObserver['reading'] => {
  return (exchange) => {
    const isUnsent = isCreated(exchange) && isObject(requestAt(exchange, '')) && requestAt(exchange, sent) === undefined
    return isUnsent ? reading(responseAt(exchange, shown)) : null
  }
}

const of =
  (readings: Record<string, unknown>) =>
  (value: unknown): string | null =>
    Object.keys(readings).find((reading) => readings[reading] === value) ?? null

const restOf = (id: unknown): string => String(id).slice(String(id).indexOf('_') + 1)

const times = (exchange: Answered): string[] =>
  [responseAt(exchange, '/dates/created_at'), responseAt(exchange, '/time')].filter(
    (value) => typeof value === 'string',
  )

const appraiserReading = (appraiser: unknown): string | null => {
  if (typeof appraiser === 'string') return 'plain-text'
  if (!isObject(appraiser) || typeof appraiser['name'] !== 'string') return null
  return either(Object.keys(appraiser).length > 1, 'richer-object', 'name-object')
}

const documentsReading = (exchange: Answered): string | null => {
  const ages = itemsAt(exchange, '/documents').map(({ created_at }) => Date.parse(String(created_at)))
  const [first = 0, last = 0] = [ages[0], ages.at(-1)]
  return !isRead(exchange) || first === last ? null : either(first > last, 'newest-first', 'oldest-first')
}

const inapplicable = (exchange: Answered): string | null => {
  if (!isCreated(exchange) || responseAt(exchange, '/loan/purpose') === 'purchase') return null
  const price = responseAt(exchange, '/loan/purchase_price')
  return price === undefined ? 'left-out' : price === null ? 'sent-as-null' : null
}

export const orderObservers: readonly ExchangeObserver[] = [
  {
    freedom: 'conventions.identifier-length',
    reading: (exchange) => {
      if (!isCreated(exchange)) return null
      const { length } = String(responseAt(exchange, '/id'))
      return length === limits().identifier_max_characters ? 'full-length' : either(length <= 20, 'short', 'ulid-sized')
    },
  },
  {
    freedom: 'conventions.identifier-alphabet',
    reading: (exchange) =>
      isCreated(exchange)
        ? either(/^[A-Za-z0-9]*$/.test(restOf(responseAt(exchange, '/id'))), 'letters-and-digits', 'with-punctuation')
        : null,
  },
  {
    freedom: 'conventions.timestamp-offset',
    reading: (exchange) => {
      const [time] = times(exchange)
      return time === undefined
        ? null
        : time.endsWith('Z')
          ? 'letter-z'
          : of({ 'numeric-zero': '+00:00' })(time.slice(-6))
    },
  },
  {
    freedom: 'conventions.timestamp-fraction',
    reading: (exchange) => {
      const [time] = times(exchange)
      if (time === undefined) return null
      return of({ 'whole-seconds': 0, milliseconds: 4, microseconds: 7 })(/\.\d+/.exec(time)?.[0].length ?? 0)
    },
  },
  { freedom: 'conventions.inapplicable-fields', reading: inapplicable },
  {
    freedom: 'conventions.empty-collections',
    reading: unset('/notes', '/notes', (notes) =>
      notes === null ? 'null-value' : Array.isArray(notes) ? 'empty-array' : null,
    ),
  },
  {
    freedom: 'order.number-format',
    reading: (exchange) => {
      if (!isCreated(exchange)) return null
      const number = String(responseAt(exchange, '/order_number'))
      return /^\d+$/.test(number) ? 'digits-only' : either(/^[\d-]+$/.test(number), 'digits-and-hyphen', 'free-text')
    },
  },
  {
    freedom: 'order.appraiser-shape',
    reading: (exchange) => (isRead(exchange) ? appraiserReading(responseAt(exchange, '/appraiser')) : null),
  },
  {
    freedom: 'order.appraiser-not-shared',
    reading: (exchange) => {
      const appraiser = isRead(exchange) ? responseAt(exchange, '/appraiser') : undefined
      if (isObject(appraiser) && appraiser['name'] === null) return 'nameless-object'
      return appraiser === null && responseAt(exchange, '/status/code') === 'appraiser_assigned' ? 'null-value' : null
    },
  },
  {
    freedom: 'order.flags-unset',
    reading: unset('/rural', '/flags/rural', of({ 'all-false': false, 'null-value': null })),
  },
  {
    freedom: 'order.has-adu-unset',
    reading: unset('/property/has_adu', '/property/has_adu', of({ 'false-value': false, 'null-value': null })),
  },
  {
    freedom: 'order.loan-currency-unset',
    reading: (exchange) => {
      const hasPrice = typeof requestAt(exchange, '/loan/purchase_price') === 'string'
      const readings = hasPrice ? { 'null-value': null } : { usd: 'USD' }
      return unset('/loan/currency', '/loan/currency', of(readings))(exchange)
    },
  },
  {
    freedom: 'order.fee-currency-while-quoted',
    reading: (exchange) => {
      if (!isCreated(exchange) || responseAt(exchange, '/fees/appraisal_fee') !== null) return null
      return either(responseAt(exchange, '/fees/currency') === null, 'null-value', 'usd')
    },
  },
  {
    freedom: 'order.parties-unset',
    reading: unset('/parties', '/parties', (parties) => either(parties === null, 'null-value', 'object-of-empties')),
  },
  {
    freedom: 'order.address-unset-parts',
    reading: unset('/property/address/unit', '/property/address/unit', of({ 'null-value': null, 'empty-text': '' })),
  },
  {
    freedom: 'order.state-form',
    reading: unset('/property/address/state', '/property/address/state', (state) =>
      typeof state === 'string' ? either(state.length === 2, 'two-letters', 'full-name') : null,
    ),
  },
  {
    freedom: 'order.county-form',
    reading: unset('/property/address/county', '/property/address/county', (county) =>
      typeof county === 'string'
        ? either(/ (?:County|Parish|Borough|Municipio)$/.test(county), 'with-designation', 'bare-name')
        : null,
    ),
  },
  { freedom: 'order.documents-order', reading: documentsReading },
  {
    freedom: 'order.address-summary-form',
    reading: (exchange) => {
      if (!operation(exchange, 'listOrders')) return null
      const summary = itemsAt(exchange, '/data')[0]?.['property_address_summary']
      return typeof summary === 'string' ? either(/\d{5}/.test(summary), 'with-commas', 'short-form') : null
    },
  },
  {
    freedom: 'order.agency-case-number-source',
    reading: (exchange) => {
      const shown = responseAt(exchange, '/loan/agency_case_number')
      if (!isCreated(exchange)) return null
      const [fha, own] = [requestAt(exchange, '/loan/fha_case_number'), requestAt(exchange, '/loan/agency_case_number')]
      if (typeof own === 'string') return of({ 'company-only': null, 'also-on-create': own })(shown)
      return typeof fha === 'string' && shown === fha ? 'mirrors-fha' : null
    },
  },
  {
    freedom: 'catalog.code-style',
    reading: (exchange) => {
      const codes = operation(exchange, 'listOrderTypes')
        ? itemsAt(exchange, '/data').map(({ code }) => String(code))
        : []
      return codes.length > 1
        ? either(
            codes.every((code) => /^\d+$/.test(code)),
            'digits',
            'words',
          )
        : null
    },
  },
]
