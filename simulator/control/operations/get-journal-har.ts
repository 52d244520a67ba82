// GET /journal.har: the journal as a HAR 1.2 file.
import { matching } from '../../journal/look-up.ts'
import { toEntry, toHar } from '../../journal/to-har.ts'
import { matchOf, openJournal } from '../journal-call.ts'
import { controlOperation } from '../operation.ts'

export const getJournalHar = controlOperation({
  id: 'getJournalHar',
  method: 'get',
  path: '/journal.har',
  query: true,
  handle: ({ services, query }) => {
    const journal = openJournal(services)
    return toHar(matching(journal, matchOf({ services, query })).map(toEntry), journal.dropped())
  },
})
