// GET /journal/{entry_id}: one entry whole, and why the service refused it.
import { afterOf } from '../../journal/matching.ts'
import { toEntry } from '../../journal/to-har.ts'
import { absent } from '../../company/find.ts'
import { openJournal } from '../journal-call.ts'
import { controlOperation } from '../operation.ts'
import { refusalOfEntry } from '../refusal-of-entry.ts'

export const getJournalEntry = controlOperation({
  id: 'getJournalEntry',
  method: 'get',
  path: '/journal/{entry_id}',
  handle: ({ services, params }) => {
    const id = params['entry_id']!
    const number = /^j[1-9]\d{0,14}$/.test(id) ? afterOf({ since: id }) : 0
    const [record] = number > 0 ? openJournal(services).after(number - 1) : []
    if (record?.id !== number) throw absent('journal entry', id, 'GET /journal')
    const entry = toEntry(record)
    return { entry, refusal: refusalOfEntry(entry) }
  },
})
