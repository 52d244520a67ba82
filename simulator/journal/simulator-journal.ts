// The journal as a test in the same process uses it: `simulator.journal`.
import type { Journal } from './create-journal.ts'
import type { JournalMiss, SimulatorJournal } from './har-types.ts'
import { matching, missesOf, verifyCount, waitFor } from './look-up.ts'
import { toEntry, toHar } from './to-har.ts'

export class JournalError extends Error {
  readonly code: 'journal_timeout' | 'journal_mismatch' | 'journal_off'

  constructor(code: JournalError['code'], message: string) {
    super(message)
    this.code = code
  }
}

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

export const journalOff = (): JournalError =>
  new JournalError('journal_off', 'The journal is off; start the simulator with journal entries above 0.')

const requireOn = ({ isOn }: Journal): void => {
  if (!isOn) throw journalOff()
}

export const simulatorJournal = (journal: Journal): SimulatorJournal => ({
  entries: (match = {}) => matching(journal, match).map(toEntry),
  clear: () => journal.clear(),
  async wait(match = {}, { timeout_ms = 5_000 } = {}) {
    requireOn(journal)
    const found = await waitFor(journal, match, timeout_ms)
    if (found) return toEntry(found)
    const message = `No request or delivery fits ${JSON.stringify(match)} after ${timeout_ms} ms.`
    throw new JournalError('journal_timeout', message + shown(missesOf(journal, match)))
  },
  verify(match, count = {}) {
    requireOn(journal)
    const { matched, found, message, nearest } = verifyCount(journal, match, count)
    if (matched) return found.map(toEntry)
    throw new JournalError('journal_mismatch', `${JSON.stringify(match)}: ${message}.${shown(nearest)}`)
  },
  toHar: (match = {}) => toHar(matching(journal, match).map(toEntry), journal.dropped()),
})
