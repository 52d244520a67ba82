// The journal: every exchange in a list that is bounded by number and by bytes, the oldest given up first.
import type { JournalRecord, KeptBody, Numbered } from './record.ts'

/** Keeps a body chunk by chunk while there is room; `bound` at the end, when the record has taken it over. */
export type Taken = { body: KeptBody; add(chunk: Buffer | string): void; release(): void }

export type Journal = {
  /** False keeps nothing. */
  readonly isOn: boolean
  /** Number of entries that were kept and are no more. */
  readonly dropped: () => number
  /** Grows whenever what is kept changes. */
  readonly changes: () => number
  add(record: JournalRecord): void
  take(): Taken
  /** Oldest first; those after an id, where one is given. */
  after(id?: number): Numbered[]
  /** Calls back after each addition and at the close; gives what ends that. */
  watch(onChange: () => void): () => void
  clear(): void
  readonly isClosed: () => boolean
  close(): void
}

export type JournalBounds = { entries: number; bytes: number }

export const defaultBounds: JournalBounds = { entries: 2_000, bytes: 32 * 1024 * 1024 }

/** What an entry takes beside its bodies: heads, and the objects that hold them. */
const overhead = 2_048

const sizeOf = ({ request, response }: JournalRecord): number => {
  const bodies = [request.body, ...(response ? [response.body] : [])]
  return bodies.reduce((sum, { chunks }) => chunks.reduce((all, chunk) => all + chunk.length, sum), overhead)
}

export const createJournal = ({ entries: most, bytes: mostBytes }: JournalBounds): Journal => {
  const kept: Numbered[] = []
  const sizes: number[] = []
  const watchers = new Set<() => void>()
  let total = 0
  let underWay = 0
  let last = 0
  let dropped = 0
  let cleared = 0
  let closed = false

  const dropOldest = (): void => {
    kept.shift()
    total -= sizes.shift()!
    dropped += 1
  }

  const isOver = (): boolean => kept.length > most || total + underWay > mostBytes

  const makeRoom = (): void => {
    while (kept.length > 0 && isOver()) dropOldest()
  }

  const notify = (): void => {
    for (const watcher of watchers) watcher()
  }

  return {
    isOn: most > 0,
    dropped: () => dropped,
    changes: () => last + cleared,

    add(record) {
      if (most === 0) return
      last += 1
      kept.push({ ...record, id: last })
      const size = sizeOf(record)
      sizes.push(size)
      total += size
      makeRoom()
      notify()
    },

    take() {
      const body: KeptBody = { chunks: [], size: 0, truncated: false }
      let claimed = 0
      return {
        body,
        add(chunk) {
          body.size += typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length
          // Unfinished exchanges take half of the room at most: they never add up to more than the journal may have.
          if (body.truncated || underWay + chunk.length > mostBytes / 2) {
            body.truncated = true
            return
          }
          underWay += chunk.length
          claimed += chunk.length
          body.chunks.push(chunk)
          makeRoom()
        },
        release() {
          underWay -= claimed
          claimed = 0
        },
      }
    },

    after(id = 0) {
      const first = kept[0]?.id
      return first === undefined ? [] : kept.slice(Math.max(0, id - first + 1))
    },

    watch(onChange) {
      watchers.add(onChange)
      return () => void watchers.delete(onChange)
    },

    clear() {
      cleared += 1
      kept.length = 0
      sizes.length = 0
      total = 0
    },

    isClosed: () => closed,

    close() {
      closed = true
      notify()
      watchers.clear()
    },
  }
}
