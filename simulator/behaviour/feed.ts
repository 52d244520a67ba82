// The catch-up feed: what is kept, for how long, and the cursor (Endpoints / GET /events, Events / Feed).
import type { Contract } from '../contract/contract.ts'
import type { Client, Event, Order } from '../domain/records.ts'
import type { EventFilter } from '../store/store.ts'
import type { lists } from './lists.ts'

export type Lists = ReturnType<typeof lists>

/** Events in id order under a filter. */
export type Find = (filter: EventFilter, limit: number) => readonly Event[]

/** `walked` is what the cursor stands behind, `page` what is shown of it. */
type Found = { walked: readonly Event[]; page: readonly Event[]; more: boolean }

export const feed = (contract: Contract) => ({
  /** The words for `delivery.status` that the filter takes. */
  deliveryStatuses: ['pending', 'delivered', 'failed', 'not_subscribed', 'dead_lettered'] as string[],
  /** The status that a word stands for. */
  statusOf: (word: string): string => word,

  retentionDays: contract.limits.event_retention_days,

  /** Where the paging of the feed differs from that of the lists: nowhere. */
  paging: {} as Partial<Lists>,

  /** The values that a filter names; undefined when it is not sent. */
  values(own: Lists, query: URLSearchParams, name: string, known: readonly string[]): string[] | undefined {
    const sent = own.value(query, name)
    return sent === null ? undefined : [this.checked(own, name, sent, known)]
  },
  /** A value that is known; throws for another one. */
  checked: (own: Lists, name: string, value: string, known: readonly string[]): string => {
    if (known.includes(value)) return value
    throw own.unusable(name, value, `must be one of ${known.join(', ')}`)
  },

  /** Looks at the order that the filter names; undefined when this account has no such order. */
  checkOrder: (_own: Lists, _id: string, _order: Order | undefined): void => undefined,

  /** The event id that a cursor stands for. */
  readCursor: (cursor: string): string => cursor,
  /** Where reading begins for an id that no event has; undefined is the oldest event. */
  afterUnknown: (_own: Lists, id: string): string | undefined => id,
  /** Where it begins for the id of an event that has left the feed. */
  afterExpired: (_own: Lists, id: string): string | undefined => id,

  /** What counts of the filters that a call names. */
  asked: (filter: EventFilter): EventFilter => filter,

  found: (find: Find, filter: EventFilter, perPage: number): Found => {
    const all = find(filter, perPage + 1)
    const page = all.slice(0, perPage)
    return { walked: page, page, more: all.length > perPage }
  },

  /** The events of a page as they go out. */
  shown: (page: readonly Event[], _filter: EventFilter): readonly Event[] => page,

  /** Called with every event as it is raised. */
  entered: (_id: string): void => undefined,

  /** The oldest instant that the feed keeps. */
  notBefore(now: number, _client: Client): number {
    return now - this.retentionDays * 86_400_000
  },

  /** Null on the last page. */
  nextCursor: (page: readonly Event[], more: boolean, _perPage: number): string | null =>
    more ? (page.at(-1)?.id ?? null) : null,
})
