// Readings of the catalog of order types: how its codes look, and which tiers it has.
import type { Answered } from '../evidence/exchange.ts'
import { itemsAt, operation, responseAt, succeeded } from './answers.ts'
import { isFilled } from './cases.ts'
import { either, type ExchangeObserver } from './observer.ts'

const tiers = ['loan_types', 'add_ons', 'loan_purposes', 'property_types']

/** None has any only where the whole catalog was read, with the add-ons that need an accessory dwelling unit. */
const emptyTiers = (exchange: Answered): string | null => {
  if (!succeeded('listOrderTypes')(exchange)) return null
  const products = itemsAt(exchange, '/data')
  if (products.some((product) => tiers.some((tier) => isFilled(product[tier])))) return 'some-do'
  const query = new URL(exchange.request.url).searchParams
  const isWhole = query.get('has_adu') === 'true' && !query.has('report_format')
  return isWhole && products.length > 0 && responseAt(exchange, '/total') === products.length ? 'none-do' : null
}

const codeStyle = (exchange: Answered): string | null => {
  const codes = operation(exchange, 'listOrderTypes') ? itemsAt(exchange, '/data').map(({ code }) => String(code)) : []
  const areDigits = codes.every((code) => /^\d+$/.test(code))
  return codes.length > 1 ? either(areDigits, 'digits', 'words') : null
}

export const observers: readonly ExchangeObserver[] = [
  { freedom: 'catalog.empty-tiers', reading: emptyTiers },
  { freedom: 'catalog.code-style', reading: codeStyle },
]
