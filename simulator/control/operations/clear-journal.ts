// POST /journal/clear: forgets every entry; ids go on.
import { openJournal } from '../journal-call.ts'
import { controlOperation } from '../operation.ts'

export const clearJournal = controlOperation({
  id: 'clearJournal',
  method: 'post',
  path: '/journal/clear',
  body: 'optional',
  handle: ({ services }) => {
    const journal = openJournal(services)
    const cleared = journal.after().length
    journal.clear()
    return { cleared }
  },
})
