// Readings of versions: where the version stands, what may be added within it, and how its end is announced.
import { enumerations } from '../contract/contract.ts'
import type { Answered } from '../evidence/exchange.ts'
import { accountKeys, isAccount, keysShown, showsKeys } from './account-answer.ts'
import { always, header, itemsAt, operation, responseAt, succeeded } from './answers.ts'
import { absent, onlyOf, otherwise, present } from './cases.ts'
import { matches, matchesDelivery, type ExchangeObserver, type Observer } from './observer.ts'

const isOutside = (list: string, value: unknown): boolean =>
  typeof value === 'string' && value !== '' && !(enumerations()[list] ?? []).includes(value)

const isOrder = succeeded('getOrder', 'createOrder')

const documentKindsOf = (exchange: Answered): unknown[] => {
  const listed = operation(exchange, 'listDocuments') ? itemsAt(exchange, '/data') : []
  return [...listed, ...(isOrder(exchange) ? itemsAt(exchange, '/documents') : [])].map(({ kind }) => kind)
}

const statusesOf = (exchange: Answered): unknown[] => {
  if (isOrder(exchange)) return [responseAt(exchange, '/status/code')]
  if (!operation(exchange, 'listOrders')) return []
  return itemsAt(exchange, '/data').map((_, index) => responseAt(exchange, `/data/${index}/status/code`))
}

const catalogLists: [list: string, field: string][] = [
  ['loan_purpose', 'loan_purposes'],
  ['property_type', 'property_types'],
  ['appraiser_certification', 'appraiser_certification'],
  ['report_format', 'report_format'],
]

const added = (
  freedom: string,
  reading: string,
  list: string,
  valuesOf: (exchange: Answered) => unknown[],
): ExchangeObserver => ({
  freedom,
  reading: (exchange) => (valuesOf(exchange).some((value) => isOutside(list, value)) ? reading : null),
})

const newEnumValues = (exchange: Answered): string | null => {
  const products = operation(exchange, 'listOrderTypes') ? itemsAt(exchange, '/data') : []
  const isNew = products.some((product) =>
    catalogLists.some(([list, field]) => [product[field]].flat().some((value) => isOutside(list, value))),
  )
  return isNew ? 'new-values' : null
}

const eventTypesOf = (exchange: Answered): unknown[] =>
  operation(exchange, 'listEvents') ? itemsAt(exchange, '/data').map(({ type }) => type) : []

const isInSandbox = (exchange: Answered): boolean => isAccount(exchange) && exchange.environment === 'sandbox'
const pathOf = ({ request }: Answered): string => new URL(request.url).pathname

export const observers: readonly Observer[] = [
  matches('versioning.retirement-headers', isAccount, header('sunset'), { absent, announced: present }),
  matches('versioning.extra-response-fields', showsKeys, keysShown, { none: onlyOf(accountKeys), some: otherwise }),
  // By what stands before the version in the path of a call.
  matches('versioning.version-segment', isInSandbox, pathOf, {
    'only-segment': /^\/v\d+\//,
    'last-segment': otherwise,
  }),
  matchesDelivery('versioning.api-version', always, (_, { api_version: version }) => version, {
    'version-1-0-0': '1.0.0',
    'later-1-x': /^1\.\d+\.\d+$/,
  }),
  added('versioning.new-status-codes', 'new-codes', 'order_status', statusesOf),
  added('versioning.new-document-kinds', 'new-kinds', 'document_kind', documentKindsOf),
  added('versioning.new-event-types', 'new-types', 'event_type', eventTypesOf),
  { freedom: 'versioning.new-enum-values', reading: newEnumValues },
]
