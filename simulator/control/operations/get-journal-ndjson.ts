// GET /journal.ndjson: one entry a line; with `follow` it stays open for those to come.
import { asNdjson, follow } from '../../journal/follow.ts'
import { matchOf, openJournal } from '../journal-call.ts'
import { controlOperation } from '../operation.ts'

export const getJournalNdjson = controlOperation({
  id: 'getJournalNdjson',
  method: 'get',
  path: '/journal.ndjson',
  query: true,
  contentType: 'application/x-ndjson; charset=utf-8',
  handle: ({ services, query }) =>
    (query['follow'] ? follow : asNdjson)(openJournal(services), matchOf({ services, query })),
})
