// What a simulator needs to answer like the target, beyond its readings: names, catalog, labels, fees, words of its own.
import type { RecordedLikeness } from '../../reports/run-record.ts'
import { listAt, textAt } from '../model/body.ts'
import { isAnswered, jsonOf, type Answered, type Exchange } from '../evidence/exchange.ts'

export type Likeness = {
  exchange(exchange: Exchange): void
  /** A reading that was seen: where it stands for a word of the target's own, the word is kept. */
  reading(freedom: string, reading: string, requests: readonly string[]): void
  report(): RecordedLikeness
}

type Product = Record<string, unknown>

const own = new Set(['own-code', 'another-code', 'another-word'])

/** Statuses of a delivery that the contract shows or that readings name. */
const shownStatuses = new Set(['delivered', 'succeeded', 'pending', 'failed', 'dead_lettered', 'not_subscribed'])

const isProduct = (value: unknown): value is Product =>
  typeof value === 'object' && value !== null && typeof (value as Product)['code'] === 'string'

const addOnsOf = (product: Product): Product[] => listAt(product, 'add_ons').filter(isProduct)

/** A list that was filtered may show more add-ons of a product, or fewer. */
const joined = (known: Product | undefined, product: Product): Product => {
  if (!known) return product
  const more = addOnsOf(product).filter(({ code }) => !addOnsOf(known).some((addOn) => addOn['code'] === code))
  return { ...known, add_ons: [...addOnsOf(known), ...more] }
}

const isPlain = ({ request }: Answered): boolean => !new URL(request.url).searchParams.has('has_adu')

/** Status objects, wherever an order, an item of a list or an event has them. */
const statusesIn = (body: unknown): unknown[] => [
  ...['status', 'previous_status'].map((field) => (body as Product | null)?.[field]),
  ...listAt(body, 'data').flatMap((item) => {
    const { status, previous_status, data } = item as Product
    return [status, previous_status, (data as Product | undefined)?.['status']]
  }),
]

export const createLikeness = (): Likeness => {
  const products = new Map<string, Product>()
  const plainAddOns = new Map<string, Set<unknown>>()
  const labels = new Map<string, string>()
  const fees = new Map<string, string | null>()
  const words = new Map<string, string>()
  const codes = new Map<string, string>()
  let account: { company: string | null; lender: string | null } = { company: null, lender: null }

  const noteProducts = (exchange: Answered, body: unknown): void => {
    for (const product of listAt(body, 'data').filter(isProduct)) {
      const code = product['code'] as string
      products.set(code, joined(products.get(code), product))
      if (isPlain(exchange)) plainAddOns.set(code, new Set(addOnsOf(product).map((addOn) => addOn['code'])))
    }
  }

  const noteFee = (body: unknown): void => {
    const code = textAt(body, 'order_type', 'code')
    const fee = ((body as Product)['fees'] as Product | undefined)?.['appraisal_fee']
    const bare = listAt((body as Product)['loan'], 'add_ons').length === 0
    if (code !== null && bare && (typeof fee === 'string' || fee === null) && !fees.has(code)) fees.set(code, fee)
  }

  const noteLabels = (body: unknown): void => {
    for (const status of statusesIn(body)) {
      const [code, label] = [textAt(status, 'code'), textAt(status, 'label')]
      if (code !== null && label !== null) labels.set(code, label)
    }
  }

  return {
    exchange(exchange) {
      const isMain = exchange.role === 'main' || exchange.role === 'main_second' || exchange.role === null
      if (!isMain || !isAnswered(exchange)) return
      const body = jsonOf(exchange.response.body)
      if (typeof body !== 'object' || body === null) return
      if (exchange.response.status >= 400) {
        const code = textAt(body, 'code')
        if (code !== null) codes.set(exchange.id, code)
        return
      }
      if (exchange.operation === 'listEvents') {
        const status = listAt(body, 'data')
          .map((record) => textAt(record, 'delivery', 'status'))
          .find((word) => word !== null && !shownStatuses.has(word))
        if (status) codes.set(exchange.id, status)
      }
      if (exchange.operation === 'ping') codes.set(exchange.id, textAt(body, 'status') ?? '')
      if (exchange.operation === 'getAccount' && exchange.role === 'main')
        account = { company: textAt(body, 'company', 'name'), lender: textAt(body, 'lender', 'name') }
      if (exchange.operation === 'listOrderTypes' && exchange.role === 'main') noteProducts(exchange, body)
      if (exchange.operation === 'createOrder') noteFee(body)
      noteLabels(body)
    },
    reading(freedom, reading, requests) {
      if (!own.has(reading) || words.has(freedom)) return
      const word = requests.map((id) => codes.get(id)).find((code) => code !== undefined && code !== '')
      if (word !== undefined) words.set(freedom, word)
    },
    report: () => ({
      ...account,
      order_types: [...products.values()].map((product) => ({
        ...product,
        // Add-ons that only a property with an accessory dwelling unit is offered.
        with_adu_only: addOnsOf(product)
          .map(({ code }) => code as string)
          .filter((code) => plainAddOns.get(product['code'] as string)?.has(code) === false),
      })),
      status_labels: Object.fromEntries(labels),
      fees: Object.fromEntries(fees),
      words: Object.fromEntries(words),
    }),
  }
}
