// Readings of what may be added within a version: values outside the lists of the contract, and where the version stands.
import { enumerations } from '../contract/contract.ts'
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import type { Answered } from '../evidence/exchange.ts'
import { isSuccess, itemsAt, operation, responseAt, type Observer } from './observer.ts'

const isOutside = (list: string, value: unknown): boolean =>
  typeof value === 'string' && value !== '' && !(enumerations()[list] ?? []).includes(value)

const isOrder = (exchange: Answered): boolean => operation(exchange, 'getOrder', 'createOrder') && isSuccess(exchange)

const documentsOf = (exchange: Answered): Record<string, unknown>[] => {
  if (operation(exchange, 'listDocuments')) return itemsAt(exchange, '/data')
  return isOrder(exchange) ? itemsAt(exchange, '/documents') : []
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

const hasNewValue = (exchange: Answered): boolean =>
  operation(exchange, 'listOrderTypes') &&
  itemsAt(exchange, '/data').some((product) =>
    catalogLists.some(([list, field]) => [product[field]].flat().some((value) => isOutside(list, value))),
  )

const versionReading = (delivery: Delivery): string | null => {
  const { api_version: version } = envelopeOf(delivery)
  if (version === '1.0.0') return 'one-nought-nought'
  return /^1\.\d+\.\d+$/.test(String(version)) ? 'later-within-one' : null
}

/** What stands before the version in the path of a call. */
const isBelowOthers = ({ request }: Answered): boolean => !/^\/v\d+\//.test(new URL(request.url).pathname)

export const versionObservers: readonly Observer[] = [
  {
    freedom: 'versioning.version-segment',
    reading: (exchange) => {
      if (!operation(exchange, 'getAccount') || exchange.environment !== 'sandbox' || !isSuccess(exchange)) return null
      return isBelowOthers(exchange) ? 'last-segment' : 'only-segment'
    },
  },
  { freedom: 'versioning.api-version', delivered: versionReading },
  {
    freedom: 'versioning.new-status-codes',
    reading: (exchange) => (statusesOf(exchange).some((code) => isOutside('order_status', code)) ? 'new-codes' : null),
  },
  {
    freedom: 'versioning.new-document-kinds',
    reading: (exchange) =>
      documentsOf(exchange).some(({ kind }) => isOutside('document_kind', kind)) ? 'new-kinds' : null,
  },
  {
    freedom: 'versioning.new-event-types',
    reading: (exchange) => {
      const types = operation(exchange, 'listEvents') ? itemsAt(exchange, '/data').map(({ type }) => type) : []
      return types.some((type) => isOutside('event_type', type)) ? 'new-types' : null
    },
  },
  {
    freedom: 'versioning.new-enum-values',
    reading: (exchange) => (hasNewValue(exchange) ? 'new-values' : null),
  },
]
