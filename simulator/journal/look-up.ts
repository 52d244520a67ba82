// What is asked of the journal: entries that fit, a wait for the first one, a count that is checked.
import { clearTimeout, setTimeout } from 'node:timers'
import type { Journal } from './create-journal.ts'
import type { JournalCount, JournalMatch, JournalMiss } from '../public/har-types.ts'
import { afterOf, fits, nearestMisses } from './matching.ts'
import type { JournalRecord } from './record.ts'

export const matching = (journal: Journal, match: JournalMatch): JournalRecord[] =>
  journal.after(afterOf(match)).filter((record) => fits(record, match))

export const missesOf = (journal: Journal, match: JournalMatch): JournalMiss[] =>
  nearestMisses(journal.after(afterOf(match)), match)

/** The first entry that fits; undefined when none has come in time, or the journal closes. */
export const waitFor = (journal: Journal, match: JournalMatch, timeoutMs: number): Promise<JournalRecord | undefined> =>
  new Promise((resolve) => {
    let seen = afterOf(match)
    let stop: () => void = () => undefined
    const end = (record?: JournalRecord): void => {
      stop()
      clearTimeout(timer)
      resolve(record)
    }
    const look = (): void => {
      const fresh = journal.after(seen)
      seen = fresh.at(-1)?.id ?? seen
      const found = fresh.find((record) => fits(record, match))
      if (found || journal.isClosed()) end(found)
    }
    const timer = setTimeout(end, timeoutMs)
    stop = journal.watch(look)
    look()
  })

const asked = ({ at_least, at_most, exactly }: JournalCount): string => {
  if (exactly !== undefined) return `exactly ${exactly}`
  const parts = [
    at_least === undefined ? [] : `at least ${at_least}`,
    at_most === undefined ? [] : `at most ${at_most}`,
  ]
  return parts.flat().join(' and ')
}

type Verified = { matched: boolean; found: JournalRecord[]; message: string; nearest: JournalMiss[] }

/** At least 1 where no count is asked for. */
export const verifyCount = (journal: Journal, match: JournalMatch, count: JournalCount): Verified => {
  const wanted = Object.values(count).some((one) => one !== undefined) ? count : { at_least: 1 }
  const found = matching(journal, match)
  const { at_least = 0, at_most = Infinity, exactly = found.length } = wanted
  const n = found.length
  const matched = n >= at_least && n <= at_most && n === exactly
  const message = `${asked(wanted)} expected, ${n} found`
  return { matched, found, message, nearest: matched ? [] : missesOf(journal, match) }
}
