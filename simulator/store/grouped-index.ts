// An index beside a table: each row is filed under a frozen key, and the key is remembered until the row moves or goes.
import { SortedList } from './sorted-list.ts'

export type Index<Row> = { put(row: Row): void; delete(id: string): void; clear(): void }

/** One way of filing: sorted lists by group, such as the orders of each account. */
export class Family<P, K extends P, S> {
  readonly #group: (key: K) => string | null
  readonly #create: () => SortedList<P, K, S>
  /** Most groups have one key, such as the orders of a number: a list for each would take more than all else here. */
  readonly #lists = new Map<string, K | SortedList<P, K, S>>()

  /** A key whose group is null is not filed here. */
  constructor(group: (key: K) => string | null, create: () => SortedList<P, K, S>) {
    this.#group = group
    this.#create = create
  }

  list(group: string): SortedList<P, K, S> | undefined {
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
    const found = this.#lists.get(group)
    if (found === undefined) return void this.#lists.set(group, key)
    if (found instanceof SortedList) return found.add(key)
    const list = this.#listOf(found)
    list.add(key)
    this.#lists.set(group, list)
  }

  remove(key: K): void {
    const group = this.#group(key)
    if (group === null) return
    const found = this.#lists.get(group)
    if (found instanceof SortedList) found.remove(key)
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

  clear(): void {
    this.#lists.clear()
  }
}

type Filing<K> = { add(key: K): void; remove(key: K): void; replace(before: K, after: K): void; clear(): void }

/**
 * Files each row under all families. The key under which a row was filed is remembered rather than read from the old
 * row again: a caller may have changed that very object in between.
 */
export function createGroupedIndex<Row, K extends { id: string }>(
  keyOf: (row: Row) => K,
  families: readonly Filing<K>[],
): Index<Row> & { keys(): Iterable<K> } {
  const filed = new Map<string, K>()
  const unfile = (id: string) => {
    const key = filed.get(id)
    if (key === undefined) return
    for (const family of families) family.remove(key)
    filed.delete(id)
  }
  return {
    put(row) {
      const key = keyOf(row)
      const before = filed.get(key.id)
      filed.set(key.id, key)
      for (const family of families) {
        if (before === undefined) family.add(key)
        else family.replace(before, key)
      }
    },
    delete: unfile,
    keys: () => filed.values(),
    clear() {
      filed.clear()
      for (const family of families) family.clear()
    },
  }
}
