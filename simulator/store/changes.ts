// Which rows have changed since the last write, by table and key.
import type { TableName } from './data.ts'

export type Change = { table: TableName; key: string }

type Changes = {
  note(table: TableName, key: string): void
  /** Hands over all changes so far and starts again. */
  take(): Change[]
  /** Puts back what could not be written. */
  restore(changes: readonly Change[]): void
}

export function createChanges(): Changes {
  const tables = new Map<TableName, Set<string>>()
  const note = (table: TableName, key: string) => {
    const keys = tables.get(table)
    if (keys === undefined) tables.set(table, new Set([key]))
    else keys.add(key)
  }
  return {
    note,
    take() {
      const taken = [...tables].flatMap(([table, keys]) => Array.from(keys, (key) => ({ table, key })))
      tables.clear()
      return taken
    },
    restore(changes) {
      for (const { table, key } of changes) note(table, key)
    },
  }
}
