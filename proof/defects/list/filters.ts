// Defects of the filters of the order list.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Behaviour } from '../../../simulator/behaviour/behaviour.ts'
import type { Defect } from '../defect.ts'

type Find = (filter: Filter, cut?: Partial<Cut>) => Found

export type Filter = Parameters<Behaviour['lists']['orders']>[2]

type Cut = Parameters<Behaviour['lists']['orders']>[3]

type Found = ReturnType<Behaviour['lists']['orders']>

/** Changes what is found of the orders; `find` looks them up as they should be. */
export const found = (change: (find: Find, filter: Filter, cut: Cut) => Found): Mutation =>
  op.instead('lists.orders', (usual, store, account, filter, cut) =>
    change((asked, part) => usual(store, account, asked, { ...cut, ...part }), filter, cut),
  )

/** The value of one filter is another one; null where it is not looked at. */
const filtered = (name: string, change: (text: string) => string | null): Mutation =>
  op.wrap('lists.value', (text, _query, asked) => (asked === name && text !== null ? change(text) : text))

/** A filter of a text finds what fits its value in another way. */
const searched = (
  name: 'order_number' | 'lender_reference',
  fits: (whole: string, asked: string) => boolean,
): Mutation =>
  found((find, filter, cut) => {
    const { [name]: asked, ...others } = filter
    if (asked === undefined) return find(filter)
    const rows = find(others, everyOne).rows.filter((row) => fits(row[name] ?? '', asked))
    return { rows: rows.slice(cut.offset, cut.offset + cut.limit), total: rows.length }
  })

/** As databases compare patterns. */
const isLike = (whole: string, pattern: string): boolean => {
  if (pattern === '') return whole === ''
  if (pattern[0] === '%') return isLike(whole, pattern.slice(1)) || (whole !== '' && isLike(whole.slice(1), pattern))
  return whole !== '' && ['_', whole[0]].includes(pattern[0]) && isLike(whole.slice(1), pattern.slice(1))
}

export const everyOne = { offset: 0, limit: Number.MAX_SAFE_INTEGER }

export const listFilters: readonly Defect[] = rows({
  'one-status-beside-another-filter': {
    breaks: 'list.filters-together-list-what-fits-both',
    bug: 'Where another filter is given, of several statuses only the first is looked for.',
    deep: 'only for two filters',
    also: ['list.pages-hold-every-item-once', 'list.total-counts-every-matching-item'],
    apply: found((find, filter) =>
      find(
        filter.statuses && filter.lender_reference !== undefined
          ? { ...filter, statuses: filter.statuses.slice(0, 1) }
          : filter,
      ),
    ),
  },
  'updated-since-by-status': {
    breaks: 'list.updated-since-includes-later-changes',
    bug: 'The bound is held against the last change of status, so that a new document or message is none.',
    deep: 'only after a change that leaves the status',
    apply: found((find, filter, { offset, limit }) => {
      const { updated_since: since, ...rest } = filter
      if (since === undefined) return find(filter)
      const rows = find(rest, everyOne).rows.filter(({ status }) => status.changed_at >= since)
      return { rows: rows.slice(offset, offset + limit), total: rows.length }
    }),
  },
  'messages-do-not-count-as-changes': {
    breaks: 'list.updated-since-includes-the-instant-itself',
    bug: 'The bound is held against the last change of status where the last of all was a message.',
    deep: 'only after a message',
    apply: op.instead('lists.orders', (usual, store, account, filter, { offset, limit, now }) => {
      const { updated_since: since } = filter
      if (since === undefined) return usual(store, account, filter, { offset, limit, now })
      const { rows: all } = usual(store, account, filter, { ...everyOne, now })
      const isMessage = (id: string, at: number) => store.messagesOf(id).some((one) => one.created_at === at)
      const rows = all.filter(({ id, status, updated_at }) => status.changed_at >= since || !isMessage(id, updated_at))
      return { rows: rows.slice(offset, offset + limit), total: rows.length }
    }),
  },
  'updated-since-drops-the-offset': {
    breaks: 'list.updated-since-includes-later-changes',
    bug: 'The date and time are read as UTC, whatever offset they come with.',
    deep: 'only with an offset',
    apply: op.misread('lists.instant', (text) => [text.replace(/[+-]\d{2}:\d{2}$/, 'Z')]),
  },
  'updated-since-with-the-letter-z-alone': {
    breaks: 'list.updated-since-takes-a-numeric-offset-of-zero',
    bug: 'UTC is known by the letter Z alone, so that the offset +00:00 is refused.',
    deep: 'only with the offset +00:00',
    apply: op.instead('lists.instant', (usual, text) => (/[+-]00:00$/.test(text) ? null : usual(text))),
  },
  'updated-since-a-minute-late': {
    breaks: 'list.updated-since-includes-later-changes',
    bug: 'The bound lies a minute too late.',
    apply: op.replace('lists.floor', (instant) => instant + 60_000),
  },
  'updated-since-exclusive': {
    breaks: 'list.updated-since-includes-the-instant-itself',
    bug: 'What changed at the very instant is left out.',
    apply: op.replace('lists.floor', (instant) => instant + 1),
  },
  'updated-since-by-the-hour': {
    breaks: 'list.updated-since-excludes-earlier-changes',
    bug: 'The bound is the hour that the instant lies in.',
    apply: op.replace('lists.floor', (instant) => Math.floor(instant / 3_600_000) * 3_600_000),
  },
  'order-number-in-lower-case': {
    breaks: 'list.order-number-filter-finds-the-order',
    bug: 'The number is compared backwards.',
    apply: filtered('order_number', (text) => [...text].toReversed().join('')),
  },
  'order-numbers-are-searched-from-their-end': {
    breaks: 'list.order-number-filter-excludes-others',
    bug: 'The filter by order number finds what ends with the text, as people give the last digits.',
    deep: 'only for a text that a longer one ends with',
    apply: searched('order_number', (whole, asked) => whole.endsWith(asked)),
  },
  'order-number-filter-ignored': {
    breaks: 'list.order-number-filter-excludes-others',
    bug: 'The filter by order number is not looked at.',
    apply: filtered('order_number', () => null),
  },
  'lender-reference-in-upper-case': {
    breaks: 'list.lender-reference-filter-finds-the-orders',
    bug: 'The reference asked for is put in upper case.',
    apply: filtered('lender_reference', (text) => text.toUpperCase()),
  },
  'references-are-searched-from-their-end': {
    breaks: 'list.lender-reference-filter-excludes-others',
    bug: 'The filter by reference finds what ends with the text.',
    deep: 'only for a text that a longer one ends with',
    apply: searched('lender_reference', (whole, asked) => whole.endsWith(asked)),
  },
  'references-are-searched-by-pattern': {
    breaks: 'list.lender-reference-filter-excludes-others',
    bug: 'The reference is compared as a pattern, in which _ stands for any sign and % for any text.',
    deep: 'only for a text with such a sign',
    apply: searched('lender_reference', isLike),
  },
  'lender-reference-filter-ignored': {
    breaks: 'list.lender-reference-filter-excludes-others',
    bug: 'The filter by reference is not looked at.',
    apply: filtered('lender_reference', () => null),
  },
  'reference-filter-decoded-twice': {
    breaks: 'list.lender-reference-filter-finds-the-orders',
    bug: 'The query is decoded by the framework and then again.',
    deep: 'only for a reference with signs that are encoded in a query',
    apply: found((find, filter) => {
      const { lender_reference: reference } = filter
      if (typeof reference !== 'string') return find(filter)
      return find({ ...filter, lender_reference: decodeURIComponent(reference.replaceAll('+', ' ')) })
    }),
  },
  'status-ignored-beside-an-order-number': {
    breaks: 'list.filters-together-list-what-fits-both',
    bug: 'An order number finds its order whatever status is asked for beside it.',
    deep: 'only for two filters',
    apply: found((find, { statuses, ...filter }) =>
      find(filter.order_number === undefined && statuses ? { ...filter, statuses } : filter),
    ),
  },
  'reference-ignored-beside-an-order-number': {
    breaks: 'list.filters-together-list-what-fits-both',
    bug: 'An order number finds its order whatever reference is asked for beside it.',
    deep: 'only for two filters',
    also: ['list.lender-reference-filter-excludes-others'],
    apply: found((find, { lender_reference, ...filter }) =>
      find(
        filter.order_number === undefined && lender_reference !== undefined ? { ...filter, lender_reference } : filter,
      ),
    ),
  },
  'two-texts-find-nothing': {
    breaks: 'list.filters-together-list-what-fits-both',
    bug: 'An order number beside a reference finds nothing, the order with both included.',
    deep: 'only for two filters',
    apply: found((find, filter) =>
      filter.order_number === undefined || filter.lender_reference === undefined
        ? find(filter)
        : { rows: [], total: 0 },
    ),
  },
  'instant-ignored-beside-a-reference': {
    breaks: 'list.filters-together-list-what-fits-both',
    bug: 'Beside a reference updated_since is not looked at.',
    deep: 'only for two filters',
    apply: found((find, { updated_since, ...filter }) =>
      find(
        filter.lender_reference === undefined && updated_since !== undefined ? { ...filter, updated_since } : filter,
      ),
    ),
  },
  'instant-ignored-beside-statuses': {
    breaks: 'list.filters-together-list-what-fits-both',
    bug: 'Beside several statuses updated_since is not looked at.',
    deep: 'only for two filters',
    apply: found((find, { updated_since, ...filter }) =>
      find((filter.statuses?.length ?? 0) < 2 && updated_since !== undefined ? { ...filter, updated_since } : filter),
    ),
  },
  'reference-read-as-latin-letters': {
    breaks: 'list.lender-reference-filter-finds-the-orders',
    bug: 'The query is read as if each of its bytes were a letter.',
    deep: 'only for a reference with letters beyond ASCII',
    apply: filtered('lender_reference', (text) => Buffer.from(text).toString('latin1')),
  },
  'instant-ignored-from-the-second-page-on': {
    breaks: 'list.updated-since-excludes-earlier-changes',
    bug: 'From the second page on updated_since is not looked at.',
    deep: 'only from the second page on',
    apply: found((find, { updated_since, ...filter }, { offset }) =>
      find(offset === 0 && updated_since !== undefined ? { ...filter, updated_since } : filter),
    ),
  },
  'reference-ignored-from-the-second-page-on': {
    breaks: 'list.lender-reference-filter-excludes-others',
    bug: 'From the second page on the filter by reference is not looked at.',
    deep: 'only from the second page on',
    also: ['list.pages-hold-every-item-once', 'list.total-counts-every-matching-item'],
    apply: found((find, { lender_reference, ...filter }, { offset }) =>
      find(offset === 0 && lender_reference !== undefined ? { ...filter, lender_reference } : filter),
    ),
  },
})
