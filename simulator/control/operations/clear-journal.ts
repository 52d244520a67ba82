// POST /journal/clear: forgets every entry; ids go on.
import type { components } from '../../../fixtures/control.js'
import { openJournal } from '../journal-call.ts'
import { controlOperation } from '../operation.ts'

export const clearJournal = controlOperation({
  id: 'clearJournal',
  method: 'post',
  path: '/journal/clear',
  body: 'optional',
  handle: ({ services, body }) => {
    const journal = openJournal(services)
    const cleared = journal.after().length
    const { client_starts } = (body ?? {}) as components['schemas']['ClearJournalRequest']
    journal.clear(client_starts)
    return { cleared }
  },
})
