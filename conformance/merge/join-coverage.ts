// What occurred in several shards, as if it had come up in one run.
import type { RecordedCoverage, RecordedShare } from '../../reports/run-record.ts'

type Tally = Record<string, number>

const sum = (tallies: readonly Tally[]): Tally => {
  const all: Tally = {}
  for (const tally of tallies) for (const [key, count] of Object.entries(tally)) all[key] = (all[key] ?? 0) + count
  return all
}

const joinShares = (shares: readonly RecordedShare[]): RecordedShare => {
  const missing = shares[0]!.missing.filter((key) => shares.every((share) => share.missing.includes(key)))
  const { of } = shares[0]!
  return { reached: of - missing.length, of, seen: sum(shares.map(({ seen }) => seen)), missing }
}

export const joinCoverage = (all: readonly RecordedCoverage[]): RecordedCoverage | null => {
  if (all.length === 0) return null
  const join = (key: Exclude<keyof RecordedCoverage, 'operations'>) => joinShares(all.map((one) => one[key]))
  const operations = [...new Set(all.flatMap((one) => Object.keys(one.operations.statuses)))]
  const statuses = operations.map((operation) => [
    operation,
    sum(all.map((one) => one.operations.statuses[operation] ?? {})),
  ])
  return {
    operations: {
      ...joinShares(all.map((one) => one.operations)),
      statuses: Object.fromEntries(statuses) as Record<string, Tally>,
    },
    answers: join('answers'),
    statuses: join('statuses'),
    transitions: join('transitions'),
    pairs: join('pairs'),
    illegal_cells: join('illegal_cells'),
    events_in_feed: join('events_in_feed'),
    events_delivered: join('events_delivered'),
    specimens: join('specimens'),
    error_codes: join('error_codes'),
  }
}
