// POST /journal/verify: how many entries fit, and whether they are as many as expected.
import type { JournalCount, JournalMatch } from '../../public/har-types.ts'
import { verifyCount } from '../../journal/look-up.ts'
import { idOf } from '../../journal/to-har.ts'
import { checkMatch } from '../check-match.ts'
import { openJournal } from '../journal-call.ts'
import { controlOperation } from '../operation.ts'

export const verifyJournal = controlOperation({
  id: 'verifyJournal',
  method: 'post',
  path: '/journal/verify',
  body: 'required',
  handle: ({ services, body }) => {
    const { match = {}, ...count } = body as JournalCount & { match?: JournalMatch }
    checkMatch(match, services.contract)
    const { matched, found, message, nearest } = verifyCount(openJournal(services), match, count)
    return { matched, count: found.length, message, entries: found.map(idOf), nearest }
  },
})
