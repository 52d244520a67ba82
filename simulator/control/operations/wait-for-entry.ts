// POST /journal/wait: answers when an entry fits, or when the time is over.
import type { JournalMatch } from '../../public/har-types.ts'
import { missesOf, waitFor } from '../../journal/look-up.ts'
import { toEntry } from '../../journal/to-har.ts'
import { checkMatch } from '../check-match.ts'
import { openJournal } from '../journal-call.ts'
import { controlOperation } from '../operation.ts'

type Body = { match?: JournalMatch; timeout_ms?: number }

export const waitForEntry = controlOperation({
  id: 'waitForEntry',
  method: 'post',
  path: '/journal/wait',
  body: 'optional',
  handle: async ({ services, body }) => {
    const journal = openJournal(services)
    const { match = {}, timeout_ms = 5_000 } = body as Body
    checkMatch(match, services.contract)
    const found = await waitFor(journal, match, timeout_ms)
    return found
      ? { matched: true, entry: toEntry(found), nearest: [] }
      : { matched: false, entry: null, nearest: missesOf(journal, match) }
  },
})
