// The journal as a test in the same process uses it: `simulator.journal`.
import { isObject } from '../lib/is-object.ts'
import { checkAs } from '../calls/check-call.ts'
import { checkMatch } from '../control/check-match.ts'
import type { Services } from '../engine/services.ts'
import type { Journal } from '../journal/create-journal.ts'
import { JournalError, journalOff } from '../journal/journal-error.ts'
import type { JournalCount, JournalMatch, JournalMiss, SimulatorJournal } from '../public/har-types.ts'
import { matching, missesOf, verifyCount, waitFor } from '../journal/look-up.ts'
import { toEntry, toHar } from '../journal/to-har.ts'

const shown = (misses: readonly JournalMiss[]): string => {
  const lines = misses.map(({ _id, request, differences }) => {
    const why = differences.map(
      ({ field, expected, received }) =>
        `${field} should be ${JSON.stringify(expected)} and is ${JSON.stringify(received) ?? 'absent'}`,
    )
    return `\n  ${_id} ${request}: ${why.join('; ')}`
  })
  return lines.length === 0 ? ' The journal has no other entry.' : ` The nearest are:${lines.join('')}`
}

const requireOn = ({ isOn }: Journal): void => {
  if (!isOn) throw journalOff()
}

type Asked = { match: JournalMatch; more?: JournalCount | { timeout_ms?: number } }

/** @throws Refusal `unusable_value` */
const checked = (contract: Services['contract'], name: 'entries' | 'toHar' | 'verify' | 'wait', asked: Asked): void => {
  const { match, more = {} } = asked
  const given = isObject(more) && !('match' in more) ? more : { [name === 'wait' ? 'options' : 'count']: more }
  const named = { what: `What simulator.journal.${name} is given`, see: 'Correct it.' }
  checkAs(named, name === 'wait' ? 'waitForEntry' : 'verifyJournal', 'body', { ...given, match })
  checkMatch(match, contract)
}

export const simulatorJournal = ({ journal, contract }: Pick<Services, 'journal' | 'contract'>): SimulatorJournal => ({
  entries(match = {}) {
    checked(contract, 'entries', { match })
    return matching(journal, match).map(toEntry)
  },
  dropped: () => journal.dropped(),
  clear(options = {}) {
    checkAs({ what: 'What simulator.journal.clear is given', see: 'Correct it.' }, 'clearJournal', 'body', options)
    journal.clear(options.client_starts)
  },
  async wait(match = {}, options = {}) {
    requireOn(journal)
    checked(contract, 'wait', { match, more: options })
    const { timeout_ms = 5_000 } = options
    const found = await waitFor(journal, match, timeout_ms)
    if (found) return toEntry(found)
    const message = `No request or delivery fits ${JSON.stringify(match)} after ${timeout_ms} ms.`
    throw new JournalError('journal_timeout', message + shown(missesOf(journal, match)))
  },
  verify(match, count = {}) {
    requireOn(journal)
    checked(contract, 'verify', { match, more: count })
    const { matched, found, message, nearest } = verifyCount(journal, match, count)
    if (matched) return found.map(toEntry)
    throw new JournalError('journal_mismatch', `${JSON.stringify(match)}: ${message}.${shown(nearest)}`)
  },
  toHar(match = {}) {
    checked(contract, 'toHar', { match })
    return toHar(matching(journal, match).map(toEntry), journal.dropped())
  },
})
