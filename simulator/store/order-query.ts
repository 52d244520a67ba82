// Finds one page of an account's orders under any mix of filters, without walking the account's orders.
import { newestFirst } from './compare.ts'
import { facet, type BucketTimes, type OrderIndex, type OrderKey, type OrderList } from './order-index.ts'
import { lowerBound } from './sorted-list.ts'
import type { OrderFilter } from './store.ts'

type KeyPage = { keys: OrderKey[]; total: number }

/** Up to this many candidates are simply filtered and sorted; more are counted bucket by bucket. */
const FEW = 256

type Source = { size: number; keys: () => OrderKey[] }

/** Filters hold together (and); the statuses of one filter are alternatives, so an empty list of them finds nothing. */
export function findOrders(
  index: OrderIndex,
  account: string,
  asked: OrderFilter,
  offset: number,
  limit: number,
  few = FEW,
): KeyPage {
  const filter = withoutIdleSince(index, account, asked)
  const { updated_since } = filter
  const statuses = filter.statuses && [...new Set(filter.statuses)]
  const texts = textLists(index, account, filter)
  const list = texts.length > 0 ? smallest(texts) : byAge(index, account, statuses)
  if (list === undefined) return { keys: [], total: 0 }

  const given =
    texts.length + (statuses === undefined ? 0 : statuses.length === 1 ? 1 : 2) + (updated_since === undefined ? 0 : 1)
  if (given <= 1 && updated_since === undefined) return { keys: list.slice(offset, limit), total: list.size }

  const matches = matcher(filter, statuses)
  const narrowest = [fromList(list), fromStatuses(index, account, statuses), fromChanges(index, account, updated_since)]
    .filter((source) => source !== undefined)
    .reduce((a, b) => (b.size < a.size ? b : a))
  if (narrowest.size <= few) {
    const keys = narrowest.keys().filter(matches).toSorted(newestFirst)
    return { keys: keys.slice(offset, offset + limit), total: keys.length }
  }
  // Two texts that are each shared by many orders: the summaries know nothing of the second.
  const countIn = texts.length > 1 ? undefined : (times: BucketTimes) => countOf(times, statuses, updated_since)
  return walk(list, countIn, matches, offset, limit)
}

/** An instant before every change of an account filters nothing: a first look at all orders often asks for one. */
function withoutIdleSince(index: OrderIndex, account: string, filter: OrderFilter): OrderFilter {
  const { updated_since, ...others } = filter
  const oldest = updated_since === undefined ? undefined : index.perAccountByChange.list(account)?.at(0)
  return oldest !== undefined && oldest.updated_at >= updated_since! ? others : filter
}

function textLists(index: OrderIndex, account: string, filter: OrderFilter): (OrderList | undefined)[] {
  const { order_number, lender_reference } = filter
  const lists: (OrderList | undefined)[] = []
  if (order_number !== undefined) lists.push(index.perNumber.list(facet(account, order_number)))
  if (lender_reference !== undefined) lists.push(index.perReference.list(facet(account, lender_reference)))
  return lists
}

/** A list that is not there is the smallest of all. */
function smallest(lists: readonly (OrderList | undefined)[]): OrderList | undefined {
  return lists.reduce((a, b) => ((b?.size ?? 0) < (a?.size ?? 0) ? b : a))
}

function byAge(index: OrderIndex, account: string, statuses: string[] | undefined): OrderList | undefined {
  const [status] = statuses?.length === 1 ? statuses : []
  return status === undefined ? index.perAccount.list(account) : index.perStatus.list(facet(account, status))
}

function fromList(list: OrderList): Source {
  return { size: list.size, keys: () => [...list] }
}

function fromStatuses(index: OrderIndex, account: string, statuses: string[] | undefined): Source | undefined {
  const lists = statuses?.map((status) => index.perStatus.list(facet(account, status)))
  if (lists === undefined) return undefined
  return {
    size: lists.reduce((sum, list) => sum + (list?.size ?? 0), 0),
    keys: () => lists.flatMap((list) => (list === undefined ? [] : [...list])),
  }
}

function fromChanges(index: OrderIndex, account: string, since: number | undefined): Source | undefined {
  const list = index.perAccountByChange.list(account)
  if (since === undefined || list === undefined) return undefined
  const first = list.rank({ id: '', updated_at: since })
  return { size: list.size - first, keys: () => list.slice(first, list.size) }
}

function matcher(filter: OrderFilter, statuses: string[] | undefined): (key: OrderKey) => boolean {
  const { updated_since, order_number, lender_reference } = filter
  return (key) =>
    (statuses === undefined || statuses.includes(key.status)) &&
    (updated_since === undefined || key.updated_at >= updated_since) &&
    (order_number === undefined || key.order_number === order_number) &&
    (lender_reference === undefined || (key.lender_reference ?? '') === lender_reference)
}

function countOf(times: BucketTimes, statuses: string[] | undefined, since: number | undefined): number {
  if (statuses === undefined) return countSince(times.all, since)
  let count = 0
  for (const status of statuses) count += countSince(times.byStatus.get(status), since)
  return count
}

function countSince(times: number[] | undefined, since: number | undefined): number {
  if (times === undefined) return 0
  if (since === undefined || (times[0] as number) >= since) return times.length
  return times.length - lowerBound(times, (time) => time < since)
}

/** Counts every bucket, and reads keys only in those the page falls into. */
function walk(
  list: OrderList,
  countIn: ((times: BucketTimes) => number) | undefined,
  matches: (key: OrderKey) => boolean,
  offset: number,
  limit: number,
): KeyPage {
  const keys: OrderKey[] = []
  let total = 0
  for (const bucket of list.buckets) {
    const count = countIn === undefined ? bucket.keys.filter(matches).length : countIn(bucket.summary)
    if (count > 0 && total + count > offset && keys.length < limit) {
      const skip = Math.max(0, offset - total)
      keys.push(...bucket.keys.filter(matches).slice(skip, skip + limit - keys.length))
    }
    total += count
  }
  return { keys, total }
}
