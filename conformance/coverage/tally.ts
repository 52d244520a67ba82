// Counts what was seen by name, and says what of a known list was reached and what was not.
import type { RecordedShare } from '../../reports/run-record.ts'

export type Tally = Map<string, number>

export const count = (tally: Tally, name: string): void => void tally.set(name, (tally.get(name) ?? 0) + 1)

const byName = ([one]: [string, number], [other]: [string, number]): number => (one < other ? -1 : 1)

/** What is seen and not known counts as seen, but not as reached: servers may add to the contract. */
export const shareOf = (tally: ReadonlyMap<string, number>, known: readonly string[]): RecordedShare => {
  const missing = known.filter((name) => !tally.has(name))
  return {
    reached: known.length - missing.length,
    of: known.length,
    seen: Object.fromEntries([...tally].toSorted(byName)),
    missing,
  }
}
