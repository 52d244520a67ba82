// The summary of an address on the order list has no number but those of the order's own property, and a word or a number of it.
import { isObject } from '../contract/is-object.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import type { ExchangeInvariant, Memory } from './invariant.ts'

const rule = 'list.order-item-address-summary-is-of-the-property'

/** By environment and id of the order: its address, and the answer that showed it. */
type Known = Map<string, { words: Set<string>; address: unknown; source: string }>

const nothingKnown = (): Known => new Map()

/** A postal code may have four further digits. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/(?<=\d{5})-\d{4}/g, '')
    .match(/\d+|\p{L}+/gu) ?? []

const isNumber = (word: string): boolean => /^\d/.test(word)

const remember = (known: Known, key: string, { id: source, response }: Answered): void => {
  const body = jsonOf(response.body)
  const property = isObject(body) ? body['property'] : undefined
  const address = isObject(property) ? property['address'] : undefined
  if (!isObject(body) || !isObject(address) || known.has(key + String(body['id']))) return
  const texts = Object.values(address).filter((part) => typeof part === 'string')
  known.set(key + String(body['id']), { words: new Set(texts.flatMap(wordsOf)), address, source })
}

const judge = (known: Known, key: string, item: unknown, index: number): Assertion[] => {
  if (!isObject(item) || typeof item['property_address_summary'] !== 'string') return []
  const property = known.get(key + String(item['id']))
  const shown = wordsOf(item['property_address_summary'])
  if (!property || shown.length === 0) return []
  const { words, address, source } = property
  const holds = shown.some((word) => words.has(word)) && shown.every((word) => !isNumber(word) || words.has(word))
  const pointer = `/data/${index}/property_address_summary`
  return assertion(rule, holds, address, item['property_address_summary'], pointer).map((one) =>
    one.passed ? one : { ...one, requests: [source] },
  )
}

const assert = (exchange: Answered, memory: Memory): Assertion[] => {
  const { operation, environment, response } = exchange
  if (response.status >= 300) return []
  const known = memory.of(nothingKnown)
  const key = `${environment} `
  if (operation === 'createOrder' || operation === 'getOrder') remember(known, key, exchange)
  if (operation !== 'listOrders') return []
  const body = jsonOf(response.body)
  const items = isObject(body) && Array.isArray(body['data']) ? (body['data'] as unknown[]) : []
  return items.flatMap((item, index) => judge(known, key, item, index))
}

export const addressSummaries: ExchangeInvariant = { id: 'invariant.address-summaries', rules: [rule], assert }
