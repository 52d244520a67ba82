// The journal: every exchange in a list that is bounded by number and by bytes, the oldest given up first.
import type { JournalRecord, KeptBody } from './record.ts'

/** Keeps a body chunk by chunk while there is room; `release` at the end, when the record has taken it over. */
export type Taken = {
  body: KeptBody
  add(chunk: Buffer | string): void
  /** Keeps a text in the place of its bytes, where each letter is one of them. */
  become(text: string): void
  release(): void
}

export type Journal = {
  /** False keeps nothing. */
  readonly isOn: boolean
  /** Number of entries that were kept and are no more. */
  readonly dropped: () => number
  /** Grows whenever what is kept changes. */
  readonly changes: () => number
  /** Gives the record its id. */
  add(record: JournalRecord): void
  /** A body that comes in pieces. */
  take(): Taken
  /** A body that is there as a whole; its parts are kept in its place where they are kept elsewhere anyway. */
  keep(chunk: Buffer | string, parts?: readonly string[]): KeptBody
  /** Oldest first; those after an id, where one is given. */
  after(id?: number): JournalRecord[]
  /** Calls back after each addition and at the close; gives what ends that. */
  watch(onChange: () => void): () => void
  clear(): void
  readonly isClosed: () => boolean
  close(): void
}

type JournalBounds = { entries: number; bytes: number }

export const defaultBounds: JournalBounds = { entries: 2_000, bytes: 32 * 1024 * 1024 }

/** What an entry takes beside its bodies: heads, and the objects that hold them. */
const overhead = 2_048

const lengthOf = ({ chunks }: KeptBody): number => {
  let sum = 0
  for (const chunk of chunks) sum += chunk.length
  return sum
}

const sizeOf = (record: JournalRecord): number => {
  if (record.length !== undefined) return overhead + record.length
  const { request, response } = record
  return overhead + lengthOf(request.body) + (response ? lengthOf(response.body) : 0)
}

const bytesIn = (chunk: Buffer | string): number =>
  typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length

export const createJournal = ({ entries: most, bytes: mostBytes }: JournalBounds): Journal => {
  /** Oldest first; what is before `first` was given up, and is cut off when it is half of the list: a shift would move all others. */
  let kept: (JournalRecord | undefined)[] = []
  let sizes: number[] = []
  let first = 0
  const listeners = new Set<() => void>()
  let total = 0
  let underWay = 0
  let last = 0
  let dropped = 0
  let cleared = 0
  let closed = false

  const dropOldest = (): void => {
    total -= sizes[first]!
    kept[first] = undefined
    first += 1
    dropped += 1
    if (first * 2 < kept.length) return
    kept = kept.slice(first)
    sizes = sizes.slice(first)
    first = 0
  }

  const isOver = (): boolean => kept.length - first > most || total + underWay > mostBytes

  const makeRoom = (): void => {
    while (kept.length > first && isOver()) dropOldest()
  }

  const notify = (): void => {
    for (const listener of listeners) listener()
  }

  return {
    isOn: most > 0,
    dropped: () => dropped,
    changes: () => last + cleared,

    add(record) {
      if (most === 0) return
      last += 1
      record.id = last
      kept.push(record)
      const size = sizeOf(record)
      sizes.push(size)
      total += size
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
      return { chunks: truncated ? [] : (parts ?? [chunk]), size: bytesIn(chunk), truncated }
    },

    after(id = 0) {
      const oldest = kept[first]?.id
      return oldest === undefined ? [] : (kept.slice(first + Math.max(0, id - oldest + 1)) as JournalRecord[])
    },

    watch(onChange) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },

    clear() {
      cleared += 1
      kept = []
      sizes = []
      first = 0
      total = 0
    },

    isClosed: () => closed,

    close() {
      closed = true
      notify()
      listeners.clear()
    },
  }
}
