// Readings of new orders: what the company looks at first, and how a street is written.
import { enumerations } from '../contract/contract.ts'
import { isObject } from '../contract/is-object.ts'
import type { Answered } from '../evidence/exchange.ts'
import { isSuccess, itemsAt, operation, requestAt, responseAt } from './answers.ts'
import { whenShown } from './inline-documents.ts'
import { isPlaced } from './new-orders.ts'
import { either, type Observer, type StatefulObserver } from './observer.ts'

const plain = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
const spelled = /\b(?:Street|Avenue|Lane|Drive|Road)\b/
const abbreviated = /\b(?:St|Ave|Ln|Dr|Rd)\b/i
const numberOf = (street: string): string | undefined => /^\d+/.exec(street)?.[0]

const streetForm = (exchange: Answered): string | null => {
  if (!isPlaced(exchange)) return null
  const path = '/property/address/street'
  const [sent, shown] = [requestAt(exchange, path), responseAt(exchange, path)]
  if (typeof sent !== 'string' || typeof shown !== 'string' || !spelled.test(sent)) return null
  const [own, other] = [plain(sent), plain(shown)]
  if (own === other) return 'as-sent'
  const isSame = numberOf(own) !== undefined && numberOf(own) === numberOf(other)
  return isSame && (other === own.toUpperCase() || abbreviated.test(other)) ? 'postal-form' : null
}

/** Of an order: what may make it one way or the other, such as `order-type 1004`. */
type Parts = (request: Record<string, unknown>, kind: string) => string[]
/** Of the catalog: all that an order could have that may make it so. */
type Needed = (product: Record<string, unknown>, kind: string) => string[]

type Kinds = { freedom: string; kindOf: (exchange: Answered) => string | null; parts: Parts; needed: Needed }

const codesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((one) => String(isObject(one) ? one['code'] : one)) : []

/**
 * Some orders are one way and some another once both were seen; all are one way once every product of the catalog was
 * ordered with each thing that could make it otherwise, and was never otherwise.
 */
const kinds = ({ freedom, kindOf, parts, needed }: Kinds): StatefulObserver => ({
  freedom,
  start: () => {
    const orders = new Set<unknown>()
    const found = new Set<string>()
    const had = new Set<string>()
    const products = new Map<unknown, Record<string, unknown>>()
    return {
      reading: (exchange) => {
        if (operation(exchange, 'listOrderTypes') && isSuccess(exchange) && exchange.role !== null) {
          for (const product of itemsAt(exchange, '/data').filter(({ active }) => active !== false))
            products.set(JSON.stringify([product['code'], product['add_ons']]), product)
          return null
        }
        const id = isPlaced(exchange) ? responseAt(exchange, '/id') : undefined
        // A replay may show the order as it became.
        if (id === undefined || orders.has(id)) return null
        orders.add(id)
        const [kind, request] = [kindOf(exchange), requestAt(exchange, '')]
        if (kind === null || !isObject(request)) return null
        found.add(kind)
        for (const part of parts(request, kind)) had.add(part)
        if (found.size > 1) return 'some-orders'
        const wanted = [...products.values()].flatMap((product) => needed(product, kind))
        return wanted.length > 1 && wanted.every((part) => had.has(part)) ? kind : null
      },
    }
  },
})

const everyPropertyType = (): string[] => (enumerations()['property_type'] ?? []).map((type) => `property ${type}`)

const reviewFirst = kinds({
  freedom: 'create.review-first',
  kindOf: (exchange) => {
    const code = responseAt(exchange, '/status/code')
    return code === 'new' ? 'never' : code === 'pending_review' ? 'always' : null
  },
  parts: ({ order_type_code: code, loan_type_code: loan, property }) => [
    `order-type ${String(code)}`,
    `loan-type ${String(loan)}`,
    `property ${String(isObject(property) ? property['type'] : null)}`,
  ],
  needed: ({ code, loan_types: loans }) => [
    `order-type ${String(code)}`,
    ...codesOf(loans).map((loan) => `loan-type ${loan}`),
    ...everyPropertyType(),
  ],
})

const feeQuotedFirst = kinds({
  freedom: 'create.fee-quoted-first',
  kindOf: (exchange) => {
    const fees = responseAt(exchange, '/fees')
    if (!isObject(fees) || !('appraisal_fee' in fees)) return null
    return either(fees['appraisal_fee'] === null, 'always', 'never')
  },
  // What is quoted for an add-on says nothing of the product, and what has its price all of its parts.
  parts: ({ order_type_code: code, add_on_codes: addOns }, kind) => {
    const sent = codesOf(addOns)
    const shown = kind === 'always' && sent.length > 0 ? sent : [...sent, 'none']
    return shown.map((addOn) => `${String(code)} with ${addOn}`)
  },
  needed: ({ code, add_ons: addOns }, kind) =>
    [...(kind === 'never' ? codesOf(addOns) : []), 'none'].map((addOn) => `${String(code)} with ${addOn}`),
})

export const observers: readonly Observer[] = [
  whenShown('create.documents-with-inline'),
  { freedom: 'create.street-standardised', reading: streetForm },
  reviewFirst,
  feeQuotedFirst,
]
