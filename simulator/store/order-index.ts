// The sorted views of orders: per account, status, order number and reference by age, and per account by last change.
import type { Order } from '../domain/records.ts'
import { joined } from '../lib/joined.ts'
import { byText, newestFirst, type Dated } from './compare.ts'
import { Family, createGroupedIndex, type Index } from './grouped-index.ts'
import { SortedList } from './sorted-list.ts'

/** What lists and filters read of an order, as it was when last put. */
export type OrderKey = {
  id: string
  account: string
  created_at: number
  updated_at: number
  status: string
  order_number: string
  lender_reference: string | null
}

type Changed = { id: string; updated_at: number }

/** The times of change in one bucket, ascending: of all its orders and of those in each status. */
export type BucketTimes = { all: number[]; byStatus: Map<string, number[]> }

export type OrderList = SortedList<Dated, OrderKey, BucketTimes>

export type OrderIndex = Index<Order> & {
  keys(): Iterable<OrderKey>
  perAccount: Family<Dated, OrderKey, BucketTimes>
  /** Grouped by `facet(account, value)`. */
  perStatus: Family<Dated, OrderKey, BucketTimes>
  perNumber: Family<Dated, OrderKey, BucketTimes>
  perReference: Family<Dated, OrderKey, BucketTimes>
  perAccountByChange: Family<Changed, OrderKey, undefined>
}

/** An account key holds no line feed, so the two parts cannot run into each other. */
export const facet = (account: string, value: string): string => joined(account, '\n', value)

/** `bucketSize` is the sorted lists' (a small one lets a test see many buckets). */
export function createOrderIndex(bucketSize?: number): OrderIndex {
  const byAge = (): OrderList => new SortedList({ compare: newestFirst, summarise: timesOf, bucketSize })
  const families = {
    perAccount: new Family((key: OrderKey) => key.account, byAge),
    perStatus: new Family((key: OrderKey) => facet(key.account, key.status), byAge),
    perNumber: new Family((key: OrderKey) => facet(key.account, key.order_number), byAge),
    // An order without a reference is found under the empty one.
    perReference: new Family((key: OrderKey) => facet(key.account, key.lender_reference ?? ''), byAge),
    perAccountByChange: new Family<Changed, OrderKey, undefined>(
      (key) => key.account,
      () => new SortedList({ compare: (a, b) => a.updated_at - b.updated_at || byText(a.id, b.id), bucketSize }),
    ),
  }
  return { ...createGroupedIndex(keyOf, Object.values(families)), ...families }
}

function keyOf(order: Order): OrderKey {
  const { id, account, created_at, updated_at, order_number, lender_reference } = order
  return { id, account, created_at, updated_at, status: order.status.code, order_number, lender_reference }
}

function timesOf(keys: readonly OrderKey[]): BucketTimes {
  const times: BucketTimes = { all: [], byStatus: new Map() }
  for (const { updated_at, status } of keys.toSorted((a, b) => a.updated_at - b.updated_at)) {
    times.all.push(updated_at)
    const same = times.byStatus.get(status)
    if (same === undefined) times.byStatus.set(status, [updated_at])
    else same.push(updated_at)
  }
  return times
}
