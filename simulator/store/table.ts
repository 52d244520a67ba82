// One table: the rows by key, its index moved with every change, and each change reported for the next write.
import { keyOf, type Rows, type TableName } from './data.ts'
import type { Index } from './grouped-index.ts'
import type { RowMap } from './row-map.ts'
import type { Table } from './store.ts'

/** Files the rows already there, so that a store just read from disk answers at once. */
export function createTable<Row extends Rows[TableName]>(
  rows: RowMap<Row>,
  index: Index<Row> | undefined,
  changed: (key: string) => void,
): Table<Row> {
  index?.load(rows.outlines())
  return {
    get: (key) => rows.get(key),
    put(row) {
      const key = keyOf(row)
      rows.set(key, row)
      index?.put(row)
      changed(key)
    },
    delete(key) {
      if (!rows.delete(key)) return
      index?.delete(key)
      changed(key)
    },
    keys: () => rows.keys(),
    values: () => rows.values(),
    get size() {
      return rows.size
    },
  }
}
