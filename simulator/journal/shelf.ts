// The entries of one kind, oldest first, and their bytes.
import type { JournalRecord } from './record.ts'

export type Shelf = {
  add(record: JournalRecord, bytes: number): void
  /** Gives up the oldest. */
  drop(): void
  /** Oldest first; those after an id. */
  after(id: number): JournalRecord[]
  count(): number
  bytes(): number
  /** Number of entries that were given up. */
  dropped(): number
  clear(): void
}

export const createShelf = (): Shelf => {
  /** What is before `first` was given up, and is cut off when it is half of the list: a shift would move all others. */
  let kept: (JournalRecord | undefined)[] = []
  let sizes: number[] = []
  let first = 0
  let total = 0
  let dropped = 0

  /** Ids grow, with gaps where an entry is of the other kind. */
  const indexAfter = (id: number): number => {
    let [from, to] = [first, kept.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (kept[middle]!.id > id) to = middle
      else from = middle + 1
    }
    return from
  }

  return {
    add(record, bytes) {
      kept.push(record)
      sizes.push(bytes)
      total += bytes
    },

    drop() {
      total -= sizes[first]!
      kept[first] = undefined
      first += 1
      dropped += 1
      if (first * 2 < kept.length) return
      kept = kept.slice(first)
      sizes = sizes.slice(first)
      first = 0
    },

    after: (id) => kept.slice(indexAfter(id)) as JournalRecord[],
    count: () => kept.length - first,
    bytes: () => total,
    dropped: () => dropped,

    clear() {
      kept = []
      sizes = []
      first = 0
      total = 0
    },
  }
}
