// An index beside a table: each row is filed under a key, and the key is remembered until the row moves or goes.
import { SortedList } from './sorted-list.ts'

export type Index<Row> = {
  /** All rows of an index that has none yet. */
  load(rows: Iterable<Row>): void
  put(row: Row): void
  delete(id: string): void
  clear(): void
}

/** One way of filing: sorted lists by group, such as the orders of each account. */
export class Family<P, K extends P, S> {
  readonly #group: (key: K) => string | null
  readonly #create: () => SortedList<P, K, S>
  /** Most groups have one key, such as the orders of a number: a list for each would take more than all else here. */
  readonly #lists = new Map<string, K | SortedList<P, K, S>>()
  #settle = (): void => undefined
  /** Of a file that was opened: filed when somebody asks, as most ways of asking may never be used. */
  #loaded: readonly K[] = []
  /** The list that was added to last, which most rows of a batch go to. */
  #last: { group: string; list: SortedList<P, K, S> } | undefined

  /** A key whose group is null is not filed here. */
  constructor(group: (key: K) => string | null, create: () => SortedList<P, K, S>) {
    this.#group = group
    this.#create = create
  }

  /** What is done before anything is read. */
  settleFirst(settle: () => void): void {
    this.#settle = settle
  }

  load(keys: readonly K[]): void {
    this.#loaded = keys
  }

  /** Files what was loaded. */
  file(): void {
    const keys = this.#loaded
    this.#loaded = []
    for (const key of keys) this.add(key)
  }

  list(group: string): SortedList<P, K, S> | undefined {
    this.#settle()
    this.file()
    const found = this.#lists.get(group)
    if (found === undefined || found instanceof SortedList) return found as SortedList<P, K, S> | undefined
    return this.#listOf(found)
  }

  #listOf(key: K): SortedList<P, K, S> {
    const list = this.#create()
    list.add(key)
    return list
  }

  add(key: K): void {
    const group = this.#group(key)
    if (group === null) return
    if (this.#last?.group === group) return this.#last.list.add(key)
    const found = this.#lists.get(group)
    if (found === undefined) return void this.#lists.set(group, key)
    if (found instanceof SortedList) {
      this.#last = { group, list: found }
      return found.add(key)
    }
    const list = this.#listOf(found)
    list.add(key)
    this.#lists.set(group, list)
  }

  remove(key: K): void {
    const group = this.#group(key)
    if (group === null) return
    const found = this.#lists.get(group)
    if (found instanceof SortedList) found.remove(key)
    this.#last = undefined
    if (found === key || (found instanceof SortedList && found.size === 0)) this.#lists.delete(group)
  }

  /** Files a row under another key: most changes leave it where it is. */
  replace(before: K, after: K): void {
    const group = this.#group(after)
    const found = group === null || group !== this.#group(before) ? undefined : this.#lists.get(group)
    if (found === before) this.#lists.set(group!, after)
    else if (found instanceof SortedList && found.areEqual(before, after)) found.add(after)
    else {
      this.remove(before)
      this.add(after)
    }
  }

  /** A key says something else, and stays where it is. */
  changed(key: K): void {
    const group = this.#group(key)
    const found = group === null ? undefined : this.#lists.get(group)
    if (found instanceof SortedList) found.changed(key)
  }

  clear(): void {
    this.#loaded = []
    this.#last = undefined
    this.#lists.clear()
  }
}

type Filing<K> = {
  settleFirst(settle: () => void): void
  load(keys: readonly K[]): void
  file(): void
  add(key: K): void
  remove(key: K): void
  replace(before: K, after: K): void
  changed(key: K): void
  clear(): void
}

/** The most rows that wait to be filed: filed together, family by family, they take a quarter of the time. */
const atOnce = 256

/**
 * Files each row under all families, at the latest before one of them is read. The key under which a row was filed is remembered
 * rather than read from the old row again: a caller may have changed that very object in between.
 * @param move makes the key that is filed say what the new one says, where this moves it nowhere, and says whether it did
 */
export function createGroupedIndex<Row, K extends { id: string }>(
  keyOf: (row: Row) => K,
  families: readonly Filing<K>[],
  move?: (filed: K, key: K) => boolean,
): Index<Row> & { keys(): Iterable<K> } {
  const filed = new Map<string, K>()
  let waiting: K[] = []
  const settle = (): void => {
    if (waiting.length === 0) return
    const keys = waiting
    waiting = []
    for (const family of families) family.file()
    const before = keys.map((key) => {
      const known = filed.get(key.id)
      const stays = known !== undefined && move?.(known, key) === true
      if (!stays) filed.set(key.id, key)
      return { known, stays }
    })
    for (const family of families)
      for (const [at, key] of keys.entries()) {
        const { known, stays } = before[at]!
        if (known === undefined) family.add(key)
        else if (stays) family.changed(known)
        else family.replace(known, key)
      }
  }
  for (const family of families) family.settleFirst(settle)
  return {
    load(rows) {
      for (const row of rows) {
        const key = keyOf(row)
        filed.set(key.id, key)
      }
      const keys = [...filed.values()]
      for (const family of families) family.load(keys)
    },
    put(row) {
      waiting.push(keyOf(row))
      if (waiting.length >= atOnce) settle()
    },
    delete(id) {
      settle()
      const key = filed.get(id)
      if (key === undefined) return
      for (const family of families) {
        family.file()
        family.remove(key)
      }
      filed.delete(id)
    },
    keys() {
      settle()
      return filed.values()
    },
    clear() {
      waiting = []
      filed.clear()
      for (const family of families) family.clear()
    },
  }
}
