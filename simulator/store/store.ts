// The store's interface: tables by id, the sorted views that operations read, and durability on request.
import type * as r from '../domain/records.ts'
import type { Rows, TableName } from './data.ts'

export type Table<T> = {
  get(id: string): T | undefined
  /** Inserts or replaces; the indexes follow at once, durability comes with `flush`. */
  put(row: T): void
  delete(id: string): void
  keys(): IterableIterator<string>
  values(): IterableIterator<T>
  readonly size: number
}

export type OrderFilter = {
  statuses?: readonly string[]
  /** Orders changed at or after this instant, epoch milliseconds. */
  updated_since?: number
  order_number?: string
  lender_reference?: string
}

/** Of `type` and `types`, as of the two of the delivery status, a call names one. */
export type EventFilter = {
  after?: string | undefined
  type?: string | undefined
  types?: readonly string[] | undefined
  order_id?: string | undefined
  delivery_status?: string | undefined
  delivery_statuses?: readonly string[] | undefined
  not_before?: number
  /** In the order newest first; `after` is then followed by older ones. */
  newest_first?: boolean
}

export type StoreRows = { readonly [Name in TableName]: readonly Rows[Name][] }

export type Page<T> = { rows: T[]; total: number }

export type Store = {
  companies: Table<r.Company>
  lenders: Table<r.Lender>
  clients: Table<r.Client>
  orders: Table<r.Order>
  documents: Table<r.Document>
  messages: Table<r.Message>
  revisions: Table<r.RevisionRequest>
  /** Keyed by account. */
  webhooks: Table<r.WebhookConfiguration>
  events: Table<r.Event>
  idempotency: Table<r.IdempotencyRecord>
  personas: Table<r.Persona>
  /** Keyed by order. */
  personaWork: Table<r.PersonaWork>
  /** Small named texts that must survive a restart (signing keys, clock offset). */
  settings: Table<{ id: string; value: string }>

  /** Orders of one account by created_at descending, then id descending; `offset` and `limit` cut the page. */
  listOrders(account: r.AccountKey, filter: OrderFilter, offset: number, limit: number): Page<r.Order>
  /** Documents of one order by created_at descending, then id descending. */
  documentsOf(order_id: string): r.Document[]
  /** Messages of one order, oldest first. */
  messagesOf(order_id: string): r.Message[]
  /** Revision requests of one order by created_at descending, then id descending. */
  revisionsOf(order_id: string): r.RevisionRequest[]
  /** Events of one account in id order, after the cursor; one more than `limit` may be asked for to learn whether there is a next page. */
  listEvents(account: r.AccountKey, filter: EventFilter, limit: number): r.Event[]
  /** Orders of any account in one of the statuses. */
  ordersIn(statuses: readonly string[]): r.Order[]
  /** Events whose next attempt is still due, for the outbox after a restart. */
  undelivered(): r.Event[]

  /** File bytes by document id. */
  files: { put(id: string, bytes: Buffer): Promise<void>; get(id: string): Promise<Buffer | undefined> }

  /** Resolves when every put and delete so far is durable (at once without a data file). */
  flush(): Promise<void>
  /** The same; undefined where there is nothing to wait for. */
  flushed(): Promise<void> | undefined
  /** How many rows of each table were put or deleted since the start: who looks at them again knows what has changed. */
  changes(): Readonly<Record<string, number>>
  /** Whether the last write failed: what is in memory is more than what is on disk. */
  isBehind(): boolean
  /** The rows of every table as they are now. */
  rows(): StoreRows
  /**
   * Forgets everything: tables, indexes, files but those to keep, and what is on disk. What `refill` puts takes its place in the same
   * write.
   */
  clear(refill?: () => void, keepsFile?: (id: string) => boolean): Promise<void>
  close(): Promise<void>
}
