// Defects of the filter of the order list by status.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import { everyOne, found } from './filters.ts'

export const listStatuses: readonly Defect[] = rows({
  'status-filter-ignored': {
    breaks: 'list.status-filter-excludes-other-statuses',
    bug: 'The status filter is not looked at.',
    apply: op.misread('lists.statuses', () => [new URLSearchParams()]),
  },
  'on-hold-not-found': {
    breaks: 'list.status-filter-leaves-none-out',
    bug: 'The status filter finds no order on hold.',
    apply: op.wrap('lists.statuses', (codes) => codes?.filter((code) => code !== 'on_hold')),
  },
  'status-filter-takes-one': {
    breaks: 'list.status-filter-takes-several-codes',
    bug: 'Of several statuses the first alone counts.',
    apply: op.wrap('lists.statuses', (codes) => codes?.slice(0, 1)),
  },
  'status-filter-takes-two': {
    breaks: 'list.status-filter-takes-several-codes',
    bug: 'Of several statuses the first two count.',
    deep: 'only from the third status on',
    apply: op.wrap('lists.statuses', (codes) => codes?.slice(0, 2)),
  },
  'status-named-twice-is-listed-twice': {
    breaks: 'list.pages-hold-every-item-once',
    bug: 'Each status that is named is looked up for itself, and what is found is put together.',
    deep: 'only for a status that is named twice',
    also: ['list.filters-together-list-what-fits-both', 'list.total-counts-every-matching-item'],
    apply: op.perTarget((named: string[] = []) => [
      op.wrap('lists.statuses', (codes, query) => {
        named = query.get('status')?.split(',') ?? []
        return codes
      }),
      found((find, filter, { offset, limit }) => {
        const rows = find(filter, everyOne).rows.flatMap((row) => {
          const times = named.filter((code) => code === row.status.code).length
          return Array.from({ length: Math.max(1, times) }, () => row)
        })
        return { rows: rows.slice(offset, offset + limit), total: rows.length }
      }),
    ]),
  },
  'status-filter-forgotten-after-a-page': {
    breaks: 'list.status-filter-excludes-other-statuses',
    bug: 'From the second page on the status filter is not looked at.',
    deep: 'only on a page boundary',
    apply: found((find, filter, { offset }) => {
      if (offset === 0) return find(filter)
      const { statuses: _statuses, ...rest } = filter
      return { rows: find(rest).rows, total: find(filter).total }
    }),
  },
  'later-statuses-not-found': {
    breaks: 'list.status-filter-leaves-none-out',
    bug: 'The status filter has a table of its own, which ends at report_complete.',
    deep: 'only for the statuses of revisions',
    apply: op.wrap('lists.statuses', (codes) =>
      codes?.map((code) => (/^(revis|reconsider)/.test(code) ? `${code} (unknown)` : code)),
    ),
  },
  'off-hold-found-as-on-hold': {
    breaks: 'list.status-filter-excludes-other-statuses',
    bug: 'Orders that come off a hold are listed with those on hold until they are back at work.',
    deep: 'only in off_hold',
    apply: op.wrap('lists.statuses', (codes) =>
      codes?.flatMap((code) => (code === 'on_hold' ? [code, 'off_hold'] : [code])),
    ),
  },
  'rejected-found-as-awaiting-review': {
    breaks: 'list.status-filter-excludes-other-statuses',
    bug: 'Orders whose report was rejected are listed with those that await review, where they go next.',
    deep: 'only for one status',
    apply: op.wrap('lists.statuses', (codes) =>
      codes?.flatMap((code) => (code === 'awaiting_review' ? [code, 'report_rejected_for_correction'] : [code])),
    ),
  },
})
