// The sorted views of events, all in id order: per account, type and order, and those with an attempt still due.
import type { DeliveryStatus, Event } from '../domain/records.ts'
import { byId } from './compare.ts'
import { Family, createGroupedIndex, type Index } from './grouped-index.ts'
import { facet } from './order-index.ts'
import { SortedList } from './sorted-list.ts'
import type { EventFilter } from './store.ts'

type Id = { id: string }

type EventKey = Id & {
  account: string
  type: string
  order_id: string
  created_at: number
  delivery: DeliveryStatus
  due: boolean
}

/** What one bucket holds at all, so that a walk may pass it by. */
type Contents = { newest: number; types: Set<string>; deliveries: Set<string> }

type EventList = SortedList<Id, EventKey, Contents>

type EventIndex = Index<Event> & {
  find(account: string, filter: EventFilter, limit: number): string[]
  due(): string[]
}

export function createEventIndex(bucketSize?: number): EventIndex {
  const inIdOrder = (): EventList => new SortedList({ compare: byId, summarise: contentsOf, bucketSize })
  const perAccount = new Family((key: EventKey) => key.account, inIdOrder)
  const perType = new Family((key: EventKey) => facet(key.account, key.type), inIdOrder)
  const perOrder = new Family((key: EventKey) => facet(key.account, key.order_id), inIdOrder)
  const due = new Family((key: EventKey) => (key.due ? '' : null), inIdOrder)
  return {
    ...createGroupedIndex(keyOf, [perAccount, perType, perOrder, due], move),
    find(account, filter, limit) {
      const lists: (EventList | undefined)[] = [perAccount.list(account)]
      if (filter.type !== undefined) lists.push(perType.list(facet(account, filter.type)))
      if (filter.order_id !== undefined) lists.push(perOrder.list(facet(account, filter.order_id)))
      const list = lists.reduce((a, b) => ((b?.size ?? 0) < (a?.size ?? 0) ? b : a))
      if (list === undefined) return []
      return filter.newest_first ? collectBack(list, filter, limit) : collect(list, filter, limit)
    },
    due: () => Array.from(due.list('') ?? [], (key) => key.id),
  }
}

/** Attempts change where an event stands with its delivery, and never where it is filed but among those that are due. */
function move(key: EventKey, { account, type, order_id, created_at, delivery, due }: EventKey): boolean {
  const isElsewhere =
    due !== key.due ||
    account !== key.account ||
    type !== key.type ||
    order_id !== key.order_id ||
    created_at !== key.created_at
  if (isElsewhere) return false
  key.delivery = delivery
  return true
}

function keyOf({ id, account, type, order_id, created_at, delivery }: Event): EventKey {
  // An event raised but never tried has no next attempt yet, and must not be forgotten for it.
  const due = delivery.next_attempt_at !== null || delivery.status === 'pending'
  return { id, account, type, order_id, created_at, delivery: delivery.status, due }
}

function contentsOf(keys: readonly EventKey[]): Contents {
  return {
    newest: keys.reduce((newest, key) => Math.max(newest, key.created_at), -Infinity),
    types: new Set(keys.map((key) => key.type)),
    deliveries: new Set(keys.map((key) => key.delivery)),
  }
}

function matches(key: EventKey, filter: EventFilter): boolean {
  const { after, type, types, order_id, delivery_status, delivery_statuses, not_before } = filter
  return (
    key.id !== after &&
    (type === undefined || key.type === type) &&
    (types === undefined || types.includes(key.type)) &&
    (order_id === undefined || key.order_id === order_id) &&
    (delivery_status === undefined || key.delivery === delivery_status) &&
    (delivery_statuses === undefined || delivery_statuses.includes(key.delivery)) &&
    (not_before === undefined || key.created_at >= not_before)
  )
}

function collect(list: EventList, filter: EventFilter, limit: number): string[] {
  const { after } = filter
  const start = after === undefined ? { bucket: 0, index: 0 } : list.locate({ id: after })
  const ids: string[] = []
  for (let b = start.bucket; b < list.buckets.length && ids.length < limit; b++) {
    const bucket = list.buckets[b]
    if (bucket === undefined || !mayHold(bucket, filter)) continue
    for (let k = b === start.bucket ? start.index : 0; k < bucket.keys.length && ids.length < limit; k++) {
      const key = bucket.keys[k] as EventKey
      if (matches(key, filter)) ids.push(key.id)
    }
  }
  return ids
}

/** As `collect`, from the newest to the oldest. */
function collectBack(list: EventList, filter: EventFilter, limit: number): string[] {
  const { after } = filter
  const end = after === undefined ? undefined : list.locate({ id: after })
  const ids: string[] = []
  for (let b = end?.bucket ?? list.buckets.length - 1; b >= 0 && ids.length < limit; b--) {
    const bucket = list.buckets[b]
    if (bucket === undefined || !mayHold(bucket, filter)) continue
    const last = end !== undefined && b === end.bucket ? end.index : bucket.keys.length
    for (let k = last - 1; k >= 0 && ids.length < limit; k--) {
      const key = bucket.keys[k] as EventKey
      if (matches(key, filter)) ids.push(key.id)
    }
  }
  return ids
}

function mayHold(bucket: { readonly summary: Contents }, { type, delivery_status, not_before }: EventFilter): boolean {
  return (
    (type === undefined || bucket.summary.types.has(type)) &&
    (delivery_status === undefined || bucket.summary.deliveries.has(delivery_status)) &&
    (not_before === undefined || bucket.summary.newest >= not_before)
  )
}
