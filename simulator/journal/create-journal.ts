// The journal: every exchange, bounded by number and by bytes, the oldest given up first; requests and deliveries have room of their own.
import { bounds } from '../../fixtures/bounds.ts'
import { createShelf, type Shelf } from './shelf.ts'
import { lengthOf } from './record.ts'
import type { JournalRecord, KeptBody } from './record.ts'

/** Keeps a body chunk by chunk while there is room; `release` at the end, when the record has taken it over. */
export type Taken = {
  body: KeptBody
  add(chunk: Buffer | string): void
  /** Keeps a text in the place of its bytes, where each letter is one of them. */
  become(text: string): void
  release(): void
}

/** Entries that were kept and are no more. */
export type Dropped = { requests: number; deliveries: number }

export type Journal = {
  /** False keeps nothing. */
  readonly isOn: boolean
  readonly dropped: () => Dropped
  /** Grows whenever what is kept changes. */
  readonly changes: () => number
  /** Gives the record its id. */
  add(record: JournalRecord): void
  /** A body that comes in pieces. */
  take(): Taken
  /** A body that is there as a whole, or the text that it is; its parts are kept in its place where they are kept elsewhere anyway. */
  keep(chunk: Buffer | string, parts?: readonly string[]): KeptBody | string
  /** Oldest first; those after an id, where one is given. */
  after(id?: number): JournalRecord[]
  /** Calls back after each addition and at the close; gives what ends that. */
  watch(onChange: () => void): () => void
  /** @param clientStarts whether the next request is the first that the client sends */
  clear(clientStarts?: boolean): void
  readonly isClosed: () => boolean
  close(): void
}

/** Entries of either kind, and the bytes of both together, of which either has half at least. */
type JournalBounds = { entries: number; bytes: number }

export const defaultBounds: JournalBounds = bounds.kept.journal

/** What an entry takes beside its bodies: heads, and the objects that hold them. */
const overhead = 2_048

const sizeOf = (record: JournalRecord): number => {
  if (record.length !== undefined) return overhead + record.length
  const { request, response } = record
  return overhead + lengthOf(request.body) + (response ? lengthOf(response.body) : 0)
}

const bytesIn = (chunk: Buffer | string): number =>
  typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length

export const createJournal = ({ entries: most, bytes: mostBytes }: JournalBounds): Journal => {
  const shelves: Record<JournalRecord['kind'], Shelf> = { request: createShelf(), delivery: createShelf() }
  const { request: requests, delivery: deliveries } = shelves
  const listeners = new Set<() => void>()
  let underWay = 0
  let last = 0
  let cleared = 0
  let closed = false
  let isStart = true

  /** Unfinished exchanges are requests. */
  const heavier = (): Shelf => {
    const isRequests = requests.bytes() + underWay >= deliveries.bytes()
    return (isRequests && requests.count() > 0) || deliveries.count() === 0 ? requests : deliveries
  }

  const makeRoom = (): void => {
    for (const shelf of [requests, deliveries]) while (shelf.count() > most) shelf.drop()
    while (requests.count() + deliveries.count() > 0 && requests.bytes() + deliveries.bytes() + underWay > mostBytes)
      heavier().drop()
  }

  const notify = (): void => {
    for (const listener of listeners) listener()
  }

  return {
    isOn: most > 0,
    dropped: () => ({ requests: requests.dropped(), deliveries: deliveries.dropped() }),
    changes: () => last + cleared,

    add(record) {
      if (most === 0) return
      last += 1
      record.id = last
      if (isStart && record.kind === 'request') {
        record.isStart = true
        isStart = false
      }
      shelves[record.kind].add(record, sizeOf(record))
      makeRoom()
      if (listeners.size > 0) notify()
    },

    take() {
      const chunks: (Buffer | string)[] = []
      const body: KeptBody = { chunks, size: 0, truncated: false }
      let claimed = 0
      let isReleased = false
      return {
        body,
        add(chunk) {
          body.size += bytesIn(chunk)
          // Unfinished exchanges take half of the room at most: they never add up to more than the journal may have. What comes
          // after the answer is counted, and not kept.
          if (body.truncated || isReleased || underWay + chunk.length > mostBytes / 2) {
            body.truncated = true
            return
          }
          underWay += chunk.length
          claimed += chunk.length
          chunks.push(chunk)
          makeRoom()
        },
        become(text) {
          if (chunks.length === 1 && text.length === body.size) chunks[0] = text
        },
        release() {
          underWay -= claimed
          claimed = 0
          isReleased = true
        },
      }
    },

    keep(chunk, parts = undefined) {
      const truncated = underWay + chunk.length > mostBytes / 2
      if (typeof chunk === 'string' && !truncated) return chunk
      return { chunks: truncated ? [] : (parts ?? [chunk]), size: bytesIn(chunk), truncated }
    },

    after(id = 0) {
      const [sent, delivered] = [requests.after(id), deliveries.after(id)]
      if (sent.length === 0 || delivered.length === 0) return sent.length === 0 ? delivered : sent
      return [...sent, ...delivered].toSorted((one, other) => one.id - other.id)
    },

    watch(onChange) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },

    clear(clientStarts = false) {
      cleared += 1
      const hasSent = !isStart
      for (const shelf of [requests, deliveries]) shelf.clear()
      isStart = clientStarts || !hasSent
    },

    isClosed: () => closed,

    close() {
      closed = true
      notify()
      listeners.clear()
    },
  }
}
