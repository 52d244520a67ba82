// A list shows what was asked for: the page, its size, and nothing that a filter leaves out, whichever filters come together on whichever page.
import { instantIn } from '../contract/instant.ts'
import { isObject } from '../contract/is-object.ts'
import { limits } from '../contract/limits.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'

import type { ExchangeInvariant } from './invariant.ts'

const rules = {
  page: 'list.page-reports-the-page-asked-for',
  firstPage: 'list.page-defaults-to-the-first',
  size: 'list.per-page-reports-the-size-asked-for',
  usualSize: 'list.per-page-defaults-to-25',
}

type Entry = Record<string, unknown>

type Filter = {
  rule: string
  field: string
  of: (entry: Entry) => unknown
  fits: (shown: string, asked: string) => boolean
  /** Whether it is plain what was asked for; the others are odd on purpose. */
  reads?: (asked: string) => boolean
}

const plainText = (text: string): string => text.normalize('NFC').toLowerCase()

/** Whether letter case matters is open. */
const sameText = (shown: string, asked: string): boolean => plainText(shown) === plainText(asked)

const secondOf = (time: string): number => Math.floor(instantIn(time) / 1000)

const datesOf = ({ dates }: Entry): Entry => (isObject(dates) ? dates : {})

const ofOrders: Record<string, Filter> = {
  lender_reference: {
    rule: 'list.lender-reference-filter-excludes-others',
    field: 'lender_reference',
    of: (order) => order['lender_reference'],
    fits: sameText,
  },
  order_number: {
    rule: 'list.order-number-filter-excludes-others',
    field: 'order_number',
    of: (order) => order['order_number'],
    fits: sameText,
  },
  updated_since: {
    rule: 'list.updated-since-excludes-earlier-changes',
    field: 'dates/updated_at',
    of: (order) => datesOf(order)['updated_at'],
    fits: (shown, asked) => !(secondOf(shown) < secondOf(asked)),
    reads: (asked) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(asked),
  },
}

/** Whether several may be asked for at once is open. */
const isOne = (asked: string): boolean => !asked.includes(',')

const ofEvents: Record<string, Filter> = {
  type: {
    rule: 'feed.type-filter',
    field: 'type',
    of: ({ type }) => type,
    fits: (shown, asked) => shown === asked,
    reads: isOne,
  },
  order_id: {
    rule: 'feed.order-id-filter',
    field: 'order_id',
    of: (event) => event['order_id'],
    fits: (shown, asked) => shown === asked,
    reads: isOne,
  },
}

const filtersOf: Record<string, Record<string, Filter>> = { listOrders: ofOrders, listEvents: ofEvents }

/** Once, and without white space or signs that nobody sends. */
const isPlain = (values: readonly string[]): boolean => values.length === 1 && /^[\x21-\x7e]+$/.test(values[0]!)

const judgeFilters = (
  filters: Record<string, Filter>,
  query: URLSearchParams,
  entries: readonly Entry[],
): Assertion[] =>
  Object.entries(filters).flatMap(([name, { rule, field, of, fits, reads = () => true }]) => {
    const values = query.getAll(name)
    if (!isPlain(values) || !reads(values[0]!)) return []
    return entries.flatMap((entry, index) => {
      const shown = of(entry)
      if (typeof shown !== 'string') return []
      return assertion(rule, fits(shown, values[0]!), values[0], shown, `/data/${index}/${field}`)
    })
  })

/** The number asked for, null where none was, and undefined where it is odd or out of range. */
const numberAsked = (query: URLSearchParams, name: string, most: number): number | null | undefined => {
  const [value, ...more] = query.getAll(name)
  if (value === undefined) return null
  const number = /^[1-9]\d{0,8}$/.test(value) && more.length === 0 ? Number(value) : 0
  return number >= 1 && number <= most ? number : undefined
}

/** A number that no page or size can be is another rule's matter. */
const isWithin = (value: unknown, most: number): boolean => typeof value === 'number' && value >= 1 && value <= most

const judgePage = (body: Entry, entries: readonly Entry[], query: URLSearchParams): Assertion[] => {
  const { page, per_page: size } = body
  const [asked, sizeAsked] = [numberAsked(query, 'page', 1e9), numberAsked(query, 'per_page', limits().per_page_max)]
  return [
    // Which number a page past the end has is open.
    ...(isWithin(page, Infinity) && asked !== undefined && entries.length > 0
      ? assertion(asked === null ? rules.firstPage : rules.page, page === (asked ?? 1), asked ?? 1, page, '/page')
      : []),
    ...(isWithin(size, limits().per_page_max) && sizeAsked !== undefined
      ? assertion(
          sizeAsked === null ? rules.usualSize : rules.size,
          size === (sizeAsked ?? limits().per_page_default),
          sizeAsked ?? limits().per_page_default,
          size,
          '/per_page',
        )
      : []),
  ]
}

const assert = ({ operation, request, response }: Answered): Assertion[] => {
  if (operation === null || !operation.startsWith('list') || request.method !== 'GET' || response.status >= 300)
    return []
  const body = jsonOf(response.body)
  if (!isObject(body) || !Array.isArray(body['data'])) return []
  const entries = (body['data'] as unknown[]).map((entry) => (isObject(entry) ? entry : {}))
  const { searchParams: query } = new URL(request.url)
  return [
    ...judgeFilters(filtersOf[operation] ?? {}, query, entries),
    ...(operation === 'listEvents' ? [] : judgePage(body, entries, query)),
  ]
}

export const askedLists: ExchangeInvariant = {
  id: 'invariant.asked-lists',
  rules: [...Object.values(rules), ...[...Object.values(ofOrders), ...Object.values(ofEvents)].map(({ rule }) => rule)],
  assert,
}
