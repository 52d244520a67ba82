// The ids of new rows follow those that a store has.
import type { Ids } from '../time/ids.ts'
import type { Store } from '../store/store.ts'

/** What is wrong where a row has an id that is none of those made here. */
export const continueIds = (
  { orders, events, documents, messages, revisions, personas }: Store,
  ids: Ids,
): string | undefined => {
  for (const table of [orders, events, documents, messages, revisions, personas]) {
    let last = ''
    for (const id of table.keys()) if (id > last) last = id
    try {
      if (last !== '') ids.after(last)
    } catch {
      return `the id ${JSON.stringify(last.slice(0, 80))} is none of those made here, or was made under another reading of ids`
    }
  }
  return undefined
}
