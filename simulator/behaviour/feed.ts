// The catch-up feed: what is kept, for how long, and the cursor (Endpoints / GET /events, Events / Feed).
import type { Contract } from '../contract.ts'
import type { Event } from '../domain/records.ts'
import type { EventFilter } from '../store/store.ts'
import type { lists } from './lists.ts'

export const feed = (contract: Contract) => ({
  deliveryStatuses: ['pending', 'delivered', 'failed', 'not_subscribed', 'dead_lettered'] as string[],
  retentionDays: contract.limits.event_retention_days,

  /** Where the paging of the feed differs from that of the lists: nowhere. */
  paging: {} as Partial<ReturnType<typeof lists>>,

  /** What counts of the filters that a call names. */
  asked: (filter: EventFilter): EventFilter => filter,

  /** The events of a page as they go out. */
  shown: (page: readonly Event[], _filter: EventFilter): readonly Event[] => page,

  notBefore(now: number): number {
    return now - this.retentionDays * 86_400_000
  },

  /** Null on the last page. */
  nextCursor: (page: readonly Event[], more: boolean): string | null => (more ? (page.at(-1)?.id ?? null) : null),
})
