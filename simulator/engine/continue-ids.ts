// The ids of new rows follow those that a store has.
import type { Ids } from '../time/ids.ts'
import type { Store, StoreRows } from '../store/store.ts'

/** Of these the ids are made here. */
export const madeTables = ['orders', 'events', 'documents', 'messages', 'revisions', 'personas'] as const

const isFollowed = (ids: Ids, id: string): boolean => {
  try {
    ids.after(id)
    return true
  } catch {
    return false
  }
}

/** What is wrong where a row has an id that is none of those made here. */
export const continueIds = (store: Store, ids: Ids): string | undefined => {
  for (const table of madeTables) {
    let last = ''
    for (const id of store[table].keys()) if (id > last) last = id
    if (last !== '' && !isFollowed(ids, last))
      return `the id ${JSON.stringify(last.slice(0, 80))} is none of those made here, or was made under another reading of ids`
  }
  return undefined
}

/** Of rows that are to be stored: each may be the last one of its table later. */
export const foreignIdFault = (rows: StoreRows, ids: Ids): string | undefined => {
  for (const table of madeTables)
    for (const { id } of rows[table])
      if (!isFollowed(ids, id))
        return `the id ${JSON.stringify(id.slice(0, 80))} in ${table} is none of those that a simulator makes`
  return undefined
}
