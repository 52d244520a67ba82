// Defects of the order of lists.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Wire } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import { everyOne, found } from './filters.ts'

type Aged = { created_at?: unknown }

const agedOf = (item: Wire): Aged => (item['dates'] ?? item) as Aged

/** Ages are shown to the second, and among items of one second the first two of every three change places. */
const shuffleTies = (entries: Wire[]): Wire[] => {
  const list = [...entries]
  for (const item of list) agedOf(item).created_at = String(agedOf(item).created_at).replace(/\.\d+/, '')
  for (let index = 1; index < list.length; index += 3) {
    const [before, item] = [list[index - 1]!, list[index]!]
    if (agedOf(before).created_at === agedOf(item).created_at) list.splice(index - 1, 2, item, before)
  }
  return list
}

/** The first page is right. */
const laterPagesReversed = (operation: 'listMessages' | 'listDocuments' | 'listOrders') =>
  op.edit(operation, (body: Wire) => {
    const { page, data } = body as { page: number; data: Wire[] }
    if (page > 1) data.reverse()
  })

export const listOrder: readonly Defect[] = rows({
  'orders-oldest-first': {
    breaks: 'list.orders-newest-first',
    bug: 'Each page of orders runs from its oldest.',
    apply: op.reorder('listOrders', (entries) => entries.toReversed()),
  },
  'documents-oldest-first': {
    breaks: 'list.documents-newest-first',
    bug: 'Each page of documents runs from its oldest.',
    apply: op.reorder('listDocuments', (entries) => entries.toReversed()),
  },
  'revision-requests-oldest-first': {
    breaks: 'list.revision-requests-newest-first',
    bug: 'Each page of revision requests runs from its oldest.',
    apply: op.reorder('listRevisionRequests', (entries) => entries.toReversed()),
  },
  'messages-newest-first': {
    breaks: 'list.messages-oldest-first',
    bug: 'Each page of the thread runs from its newest message.',
    apply: op.reorder('listMessages', (entries) => entries.toReversed()),
  },
  'later-messages-newest-first': {
    breaks: 'list.messages-oldest-first',
    bug: 'Each page of the thread after the first runs from its newest message.',
    deep: 'only on later pages',
    apply: laterPagesReversed('listMessages'),
  },
  'later-documents-oldest-first': {
    breaks: 'list.documents-newest-first',
    bug: 'Each page of documents after the first runs from its oldest.',
    deep: 'only on later pages',
    apply: laterPagesReversed('listDocuments'),
  },
  'later-orders-oldest-first': {
    breaks: 'list.orders-newest-first',
    bug: 'Each page of orders after the first runs from its oldest.',
    deep: 'only on later pages',
    apply: laterPagesReversed('listOrders'),
  },
  'documents-of-one-second-unsorted': {
    breaks: 'list.documents-of-equal-age-sorted-by-id',
    bug: 'Documents of one second come in any order.',
    apply: op.reorder('listDocuments', shuffleTies),
  },
  'revision-requests-of-one-second-unsorted': {
    breaks: 'list.revision-requests-of-equal-age-sorted-by-id',
    bug: 'Revision requests of one second come in any order.',
    apply: op.reorder('listRevisionRequests', shuffleTies),
  },
  'orders-of-one-second-unsorted': {
    breaks: 'list.orders-of-equal-age-sorted-by-id',
    bug: 'Orders of one second come in any order.',
    apply: op.reorder('listOrders', shuffleTies),
  },
  'order-types-sorted-by-name': {
    breaks: 'list.order-types-sorted-by-code',
    bug: 'The catalog runs by name.',
    apply: op.reorder('listOrderTypes', (entries) =>
      entries.toSorted((one, other) => (String(one['name']) < String(other['name']) ? -1 : 1)),
    ),
  },
  'thread-by-author': {
    breaks: 'list.messages-oldest-first',
    bug: 'A page of the thread has the messages of the lender first and then those of the company.',
    deep: 'only where the lender writes after the company',
    apply: op.reorder('listMessages', (entries) =>
      entries.toSorted((one, other) => Number(one['recipient'] === 'lender') - Number(other['recipient'] === 'lender')),
    ),
  },
  'documents-by-author': {
    breaks: 'list.documents-newest-first',
    bug: 'A page of documents has the reports first and then what supports the order.',
    deep: 'only where the lender adds a document after the report',
    apply: op.reorder('listDocuments', (entries) =>
      entries.toSorted((one, other) => Number(one['kind'] === 'supporting') - Number(other['kind'] === 'supporting')),
    ),
  },
  'changes-run-by-their-time': {
    breaks: 'list.orders-newest-first',
    bug: 'Orders that changed since an instant run from the latest change to the earliest.',
    deep: 'only under the filter by their change',
    apply: found((find, filter, { offset, limit }) => {
      if (filter.updated_since === undefined) return find(filter)
      const { rows: all, total } = find(filter, everyOne)
      const byChange = all.toSorted((one, other) => other.updated_at - one.updated_at)
      return { rows: byChange.slice(offset, offset + limit), total }
    }),
  },
  'orders-run-by-status': {
    breaks: 'list.orders-newest-first',
    bug: 'Orders of several statuses are looked up status by status, and come in that order.',
    deep: 'only under the filter by several statuses',
    apply: found((find, filter, { offset, limit }) => {
      const { statuses } = filter
      if (!statuses || statuses.length < 2) return find(filter)
      const { rows: all, total } = find(filter, everyOne)
      const grouped = statuses.flatMap((code) => all.filter(({ status }) => status.code === code))
      return { rows: grouped.slice(offset, offset + limit), total }
    }),
  },
  'revision-requests-run-by-their-answers': {
    breaks: 'list.revision-requests-newest-first',
    bug: 'Revision requests run from the one that was answered last.',
    deep: 'only where a request is answered after a later one came',
    apply: op.reorder('listRevisionRequests', (entries) =>
      entries.toSorted((one, other) => Date.parse(String(other['updated_at'])) - Date.parse(String(one['updated_at']))),
    ),
  },
})
