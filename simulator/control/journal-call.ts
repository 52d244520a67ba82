// What the operations of the journal have in common: the filter of a query, and the refusal while it is off.
import type { JournalMatch } from '../public/har-types.ts'
import { journalOff } from '../journal/journal-error.ts'
import type { Journal } from '../journal/create-journal.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Services } from '../engine/services.ts'
import { checkMatch } from './check-match.ts'
import type { ControlCall } from './operation.ts'

/** @throws Refusal 409 `journal_off` */
export const openJournal = ({ journal }: Services): Journal => {
  if (journal.isOn) return journal
  const { code, message } = journalOff()
  throw new Refusal(code, message, { status: 409 })
}

/** Names of a query's filter are those of a match. @throws Refusal 422 `unusable_value` */
export const matchOf = ({ services, query }: Pick<ControlCall, 'services' | 'query'>): JournalMatch => {
  const { limit: _limit, follow: _follow, max_body: _max, ...match } = query
  checkMatch(match, services.contract)
  return match
}
