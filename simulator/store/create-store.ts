// Puts the store together: tables and indexes over lowdb's data, kept in memory or in a data file as well.
import { Low } from 'lowdb'
import type { Document, Message, RevisionRequest } from '../domain/records.ts'
import { newestFirst, oldestFirst } from './compare.ts'
import { emptyData, type Data, type Rows, type TableName } from './data.ts'
import { createEventIndex } from './event-index.ts'
import { createGroupCommit } from './group-commit.ts'
import type { Index } from './grouped-index.ts'
import { damaged } from './journal-reader.ts'
import { createOrderChildren } from './order-children.ts'
import { createOrderIndex } from './order-index.ts'
import { findOrders } from './order-query.ts'
import { filePersistence, memoryPersistence, type Persistence, type StoreLog } from './persistence.ts'
import { StoreError } from './store-error.ts'
import type { RowMap } from './row-map.ts'
import type { Store, StoreRows, Table } from './store.ts'
import { createTable } from './table.ts'

type StoreOptions = {
  /** Keeps everything in this file, and document bytes in `<file>.files/`; without it a store forgets at exit. */
  file?: string
  /** Called when the end of the file had to be dropped. */
  log?: StoreLog
  /** Domain time as it has to be known after a kill: goes with each write; undefined where this machine's time says as much. */
  clock?: () => number | undefined
  /** What is wrong with what the file holds, as far as others know; asked before anything is written. */
  faultIn?: (store: Store) => string | undefined
}

/**
 * Opens a store, with what the file holds already.
 * Throws `StoreError` when the file cannot be used: foreign, too new, damaged, unreadable, unwritable, locked. A file
 * refused is left as it was.
 */
export async function createStore({ file, log, clock, faultIn }: StoreOptions = {}): Promise<Store> {
  const disk = file === undefined ? memoryPersistence() : await filePersistence(file, log)
  try {
    const low = new Low<Data>(disk.adapter, emptyData())
    await low.read()
    const store = assembled(low, disk, { file, clock })
    const fault = file === undefined ? undefined : faultIn?.(store)
    if (fault !== undefined) throw damaged(file!, fault)
    const isKnown = (id: string) => low.data.documents.has(id)
    disk.files.claim(isKnown)
    warnOfLost(low.data, disk, { file, log })
    await low.write()
    disk.files.keepOnly(isKnown)
    return store
  } catch (error) {
    await disk.close()
    throw error
  }
}

/** Somebody may copy the data file alone. */
function warnOfLost({ documents }: Data, disk: Persistence, { file, log }: StoreOptions): void {
  if (log === undefined || documents.size === 0) return
  const sizes = disk.files.sizes()
  if (sizes === null) return
  const lost = [...documents.values()].filter(({ id, size_bytes }) => sizes.get(id) !== size_bytes)
  if (lost.length === 0) return
  const which = `${lost.length} of ${documents.size}, the first ${lost[0]!.id}`
  const sentence = `Files of documents are missing or changed beside the data file (${which}), and cannot be downloaded; copy the folder ${file}.files, too.`
  log.warn({ file, documents: lost.length }, sentence)
}

/** A row that has what a table or an index reads is all that may come out of a file. */
function assembled(low: Low<Data>, disk: Persistence, { file, clock }: StoreOptions): Store {
  try {
    return assemble(low, disk, clock)
  } catch (error) {
    if (file === undefined || error instanceof StoreError) throw error
    throw damaged(file, 'one of its rows has not the fields that it should have')
  }
}

function assemble(low: Low<Data>, disk: Persistence, clock: StoreOptions['clock']): Store {
  const { data } = low
  const orders = createOrderIndex()
  const events = createEventIndex()
  const documents = createOrderChildren<Document>(newestFirst)
  const messages = createOrderChildren<Message>(oldestFirst)
  const revisions = createOrderChildren<RevisionRequest>(newestFirst)
  const changes: Record<string, number> = {}
  const changed = (name: string) => (changes[name] = (changes[name] ?? 0) + 1)
  const table = <Name extends TableName>(name: Name, index?: Index<Rows[Name]>): Table<Rows[Name]> =>
    createTable<Rows[Name]>(data[name], index, (key) => {
      changed(name)
      disk.note(name, key)
    })
  const settings = table('settings')
  const keepClock = () => {
    const now = clock?.()
    if (now !== undefined && settings.get('clock')?.value !== String(now))
      settings.put({ id: 'clock', value: String(now) })
  }
  let behind = false
  const commit = createGroupCommit(async () => {
    keepClock()
    try {
      await low.write()
      behind = false
    } catch (error) {
      behind = true
      throw error
    }
  })
  let closing: Promise<void> | undefined
  const flush = async (): Promise<void> => {
    if (closing !== undefined) throw closed()
    if (disk.durable) await commit()
  }

  return {
    companies: table('companies'),
    lenders: table('lenders'),
    clients: table('clients'),
    orders: table('orders', orders),
    documents: table('documents', documents),
    messages: table('messages', messages),
    revisions: table('revisions', revisions),
    webhooks: table('webhooks'),
    events: table('events', events),
    idempotency: table('idempotency'),
    personas: table('personas'),
    personaWork: table('personaWork'),
    settings,

    listOrders(account, filter, offset, limit) {
      const { keys, total } = findOrders(orders, account, filter, offset, limit)
      return { rows: keys.map((key) => data.orders.get(key.id)).filter((row) => row !== undefined), total }
    },
    documentsOf: (order_id) => rowsOf(data.documents, documents.idsOf(order_id)),
    messagesOf: (order_id) => rowsOf(data.messages, messages.idsOf(order_id)),
    revisionsOf: (order_id) => rowsOf(data.revisions, revisions.idsOf(order_id)),
    listEvents: (account, filter, limit) => rowsOf(data.events, events.find(account, filter, limit)),
    ordersIn: (statuses) =>
      rowsOf(
        data.orders,
        [...orders.keys()].filter(({ status }) => statuses.includes(status)).map(({ id }) => id),
      ),
    undelivered: () => rowsOf(data.events, events.due()),

    files: disk.files,
    flush,
    flushed: () => (disk.durable || closing !== undefined ? flush() : undefined),
    changes: () => changes,
    isBehind: () => behind,
    rows: () =>
      Object.fromEntries(
        Object.entries(data).map(([name, rows]) => [name, [...rows.values()]]),
      ) as unknown as StoreRows,
    async clear(refill, keepsFile = () => false) {
      if (closing !== undefined) throw closed()
      for (const rows of Object.values(data)) rows.clear()
      for (const name of Object.keys(data)) changed(name)
      for (const index of [orders, events, documents, messages, revisions]) index.clear()
      refill?.()
      disk.startAnew()
      await commit()
      disk.files.keepOnly(keepsFile)
    },
    close() {
      closing ??= commit().finally(() => disk.close())
      return closing
    },
  }
}

function rowsOf<Row extends object>(rows: RowMap<Row>, ids: readonly string[]): Row[] {
  return ids.map((id) => rows.get(id)).filter((row) => row !== undefined)
}

function closed(): StoreError {
  return new StoreError('store_closed', 'The store was expected to be open, but it is closed: create a new one.')
}
