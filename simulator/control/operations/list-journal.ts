// GET /journal: the latest entries, or those that follow one.
import { matching } from '../../journal/look-up.ts'
import { withShortBodies } from '../../journal/short-bodies.ts'
import { idOf, toEntry } from '../../journal/to-har.ts'
import { matchOf, openJournal } from '../journal-call.ts'
import { controlOperation } from '../operation.ts'

export const listJournal = controlOperation({
  id: 'listJournal',
  method: 'get',
  path: '/journal',
  query: true,
  handle: ({ services, query }) => {
    const journal = openJournal(services)
    const limit = query['limit'] as number
    const found = matching(journal, matchOf({ services, query }))
    const page = query['since'] === undefined ? found.slice(-limit) : found.slice(0, limit)
    const last = page.at(-1)
    return {
      data: page.map((record) =>
        withShortBodies(toEntry(record), (query['max_body'] as number | undefined) ?? Infinity),
      ),
      last: last ? idOf(last) : null,
      has_more: page.length < found.length,
      dropped: journal.dropped(),
    }
  },
})
