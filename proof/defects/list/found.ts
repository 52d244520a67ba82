// Defects of what a filter of the order list finds of the orders that it is for.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Order } from '../../../simulator/domain/records.ts'
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

const bare = (order: Order): string => JSON.stringify({ ...order, updated_at: null, requested_due_date: null })

/** The bound is held against the last change of status for as long as an order is what `seen` noted of it. */
const overlooked = (seen: (made: Map<string, string>) => ReturnType<typeof op.note>) =>
  op.perTarget((made = new Map<string, string>()) => [
    found((find, filter, cut) => {
      const { updated_since: since } = filter
      if (since === undefined) return find(filter)
      const isIn = (row: Order): boolean => row.status.changed_at >= since || made.get(row.id) !== bare(row)
      return cutOf(find(filter, everyOne).rows.filter(isIn), cut)
    }),
    seen(made),
  ])

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
  'statuses-ignored-beside-an-instant': {
    breaks: 'list.status-filter-excludes-other-statuses',
    bug: 'Beside updated_since no status is looked at.',
    deep: 'only for two filters',
    also: ['list.filters-together-list-what-fits-both', 'list.total-counts-every-matching-item'],
    apply: found((find, { statuses, ...filter }) =>
      find(filter.updated_since === undefined && statuses ? { ...filter, statuses } : filter),
    ),
  },
  'number-ignored-beside-statuses': {
    breaks: 'list.filters-together-list-what-fits-both',
    bug: 'Beside a status no order number is looked at.',
    deep: 'only for two filters',
    also: ['list.order-number-filter-excludes-others'],
    apply: found((find, { order_number, ...filter }) =>
      find(filter.statuses || order_number === undefined ? filter : { ...filter, order_number }),
    ),
  },
  'instant-ignored-beside-an-order-number': {
    breaks: 'list.filters-together-list-what-fits-both',
    bug: 'Beside an order number updated_since is not looked at.',
    deep: 'only for two filters',
    also: ['list.updated-since-excludes-earlier-changes'],
    apply: found((find, { updated_since, ...filter }) =>
      find(filter.order_number === undefined && updated_since !== undefined ? { ...filter, updated_since } : filter),
    ),
  },
  'total-of-two-filters-counts-one': {
    breaks: 'list.total-counts-every-matching-item',
    bug: 'Beside updated_since the total counts the orders without regard to their status.',
    deep: 'only for two filters',
    apply: found((find, filter) => {
      const { statuses: _, ...others } = filter
      const { rows } = find(filter)
      return filter.updated_since === undefined ? find(filter) : { rows, total: find(others, everyOne).total }
    }),
  },
  'updated-since-to-the-fraction': {
    breaks: 'list.updated-since-includes-its-whole-second',
    bug: 'The instant is held against `updated_at` to the fraction of a second.',
    deep: 'only for an instant with a fraction',
    apply: op.replace('lists.floor', (instant) => instant),
  },
  'updated-since-without-delivered': {
    breaks: 'list.updated-since-includes-later-changes',
    bug: 'A query for changes leaves out orders whose report is delivered.',
    deep: 'only for a delivered order',
    apply: without('updated_since', ({ status }) => status.code === 'report_complete'),
  },
  'amendments-do-not-count-as-changes': {
    breaks: 'list.updated-since-includes-the-instant-itself',
    bug: 'The list is sorted by a copy of `updated_at`, which an amendment leaves as it was.',
    deep: 'only after an amendment',
    apply: overlooked((made) =>
      op.note('amendment.outcome', (order, _patch, amended) => void made.set(order.id, bare({ ...order, ...amended }))),
    ),
  },
  'moved-due-dates-do-not-count-as-changes': {
    breaks: 'list.updated-since-includes-the-instant-itself',
    bug: 'The list is sorted by a copy of `updated_at`, which a change of the due date leaves as it was.',
    deep: 'only after a change of the due date',
    apply: overlooked((made) => op.note('events.dueDateChanged', (order) => void made.set(order.id, bare(order)))),
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
