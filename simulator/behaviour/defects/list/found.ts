// Defects of what a filter of the order list finds of the orders that it is for.
import * as op from '../../operators/index.ts'
import type { Order } from '../../../domain/records.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import { everyOne, found, type Filter } from './filters.ts'

type Cut = { offset: number; limit: number }

const cutOf = (rows: Order[], { offset, limit }: Cut) => ({
  rows: rows.slice(offset, offset + limit),
  total: rows.length,
})

/** What one filter finds lacks some of the orders. */
const without = (name: keyof Filter, fits: (order: Order) => boolean) =>
  found((find, filter, cut) =>
    filter[name] === undefined
      ? find(filter)
      : cutOf(
          find(filter, everyOne).rows.filter((row) => !fits(row)),
          cut,
        ),
  )

/** Beside one of the others, this filter finds nothing. */
const aloneOnly = (name: keyof Filter, others: readonly (keyof Filter)[]) =>
  found((find, filter) =>
    filter[name] !== undefined && others.some((other) => (filter[other] ?? null) !== null)
      ? { rows: [], total: 0 }
      : find(filter),
  )

export const listFound: readonly Defect[] = rows({
  'number-filter-without-cancelled': {
    breaks: 'list.order-number-filter-finds-the-order',
    bug: 'The search by number leaves out cancelled orders.',
    deep: 'only for a cancelled order',
    apply: without('order_number', ({ status }) => status.code === 'cancelled'),
  },
  'number-beside-another-filter-finds-none': {
    breaks: 'list.filters-together-list-what-fits-both',
    bug: 'An order number beside another filter finds nothing.',
    deep: 'only for two filters',
    apply: aloneOnly('order_number', ['lender_reference', 'statuses', 'updated_since']),
  },
  'instant-beside-another-filter-finds-none': {
    breaks: 'list.filters-together-list-what-fits-both',
    bug: 'An instant beside a reference or a status finds nothing.',
    deep: 'only for two filters',
    apply: aloneOnly('updated_since', ['lender_reference', 'statuses']),
  },
  'updated-since-without-delivered': {
    breaks: 'list.updated-since-includes-later-changes',
    bug: 'A query for changes leaves out orders whose report is delivered.',
    deep: 'only for a delivered order',
    apply: without('updated_since', ({ status }) => status.code === 'report_complete'),
  },
  'replaced-reference-still-found': {
    breaks: 'list.lender-reference-filter-excludes-others',
    bug: 'The search index keeps the reference that an order had before it was amended.',
    deep: 'only for a reference that was amended',
    apply: op.perTarget((old = new Map<string, Set<string | null>>()) => [
      found((find, filter, cut) => {
        const { lender_reference: asked, ...others } = filter
        if (asked === undefined || ![...old.values()].some((known) => known.has(asked))) return find(filter)
        const isFound = (row: Order): boolean => row.lender_reference === asked || old.get(row.id)?.has(asked) === true
        return cutOf(find(others, everyOne).rows.filter(isFound), cut)
      }),
      op.note('amendment.outcome', (order: Order) => {
        old.set(order.id, new Set([...(old.get(order.id) ?? []), order.lender_reference]))
      }),
    ]),
  },
})
