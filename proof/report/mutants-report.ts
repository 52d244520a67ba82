// Generated mutants as plain data: for each what the suite made of it, where it stands, and how it is classified.

export const mutantsFormat = 'assay-mutants'
export const mutantsVersion = 1

/**
 * `killed`: a rule was violated. `refused`: the target did not start, or the preflight found that it cannot be judged.
 * `blocked`: checks that pass without the mutant could not judge. `endless`: executed without end. `late`: not done within
 * the time limit. `not-executed`: no clean run comes across it. `not-tried`: classified before. `failed`: the trial came to
 * nothing. `not-run`: the run was interrupted before it.
 */
export type MutantVerdict =
  | 'killed'
  | 'refused'
  | 'blocked'
  | 'endless'
  | 'late'
  | 'survived'
  | 'not-executed'
  | 'not-tried'
  | 'failed'
  | 'not-run'

/** `equivalent`: no request shows a difference. `free`: the contract leaves it open. `unreachable`: no request gets there. */
export type MutantClass = 'equivalent' | 'free' | 'unreachable'

export type MutantRow = {
  id: string
  file: string
  line: number
  column: number
  area: string
  /** The declaration around it. */
  in: string
  mutator: string
  original: string
  replacement: string
  nth: number
  verdict: MutantVerdict
  rule: string | null
  by: string | null
  during: string | null
  reason: string | null
  /** What the target is started with where a plain one does not execute it; null for a plain one. */
  under: string | null
  classified: { as: MutantClass; freedom: string | null; reason: string } | null
  cost: { requests: number; cpu_ms: number; ms: number }
}

/** A clean run that shows what is executed. */
type CleanRun = {
  under: string | null
  outcome: string
  false_alarms: string[]
  executed: number
  cpu_ms: number
}

export type MutantRate = {
  of: number
  /** By verdict; those of no mutant are left out. */
  verdicts: Partial<Record<MutantVerdict, number>>
  equivalent: number
  free: number
  unreachable: number
  /** Of all; of those that are neither equivalent nor free; of those that are not classified. Null where there are none. */
  plain: number | null
  meaningful: number | null
  unclassified: number | null
}

export type MutantsReport = {
  format: typeof mutantsFormat
  version: typeof mutantsVersion
  suite: { name: string; version: string; contract: string }
  /** Of the mutated code, and of the suite. */
  fingerprint: string
  seed: number
  started_at: string
  duration_ms: number
  /** Of the trials; clean runs come besides. */
  cpu_ms: number
  workers: number
  /** `outside`: those of what is not served, which are not among the others. */
  selection: { mutants: number; of: number; outside: number; how: string }
  clean: CleanRun[]
  rates: { all: MutantRate; by_operator: Record<string, MutantRate>; by_area: Record<string, MutantRate> }
  /** Entries of the classification that fit no mutant any more. */
  stale: string[]
  mutants: MutantRow[]
  shard?: { index: number; of: number; outcome: 'complete' | 'interrupted' }
  merged?: { shards: number }
}

/** Verdicts that leave no run green. */
export const detected: readonly MutantVerdict[] = ['killed', 'refused', 'blocked', 'endless', 'late']
const withoutVerdict: readonly MutantVerdict[] = ['failed', 'not-run']

const share = (rows: readonly MutantRow[]): number | null => {
  const judged = rows.filter(({ verdict }) => !withoutVerdict.includes(verdict))
  if (judged.length === 0) return null
  return judged.filter(({ verdict }) => detected.includes(verdict)).length / judged.length
}

export const rateOf = (rows: readonly MutantRow[]): MutantRate => {
  const verdicts: MutantRate['verdicts'] = {}
  for (const { verdict } of rows) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1
  const isOpen = ({ verdict }: MutantRow): boolean => !detected.includes(verdict) && !withoutVerdict.includes(verdict)
  const as = (name: MutantClass) => (row: MutantRow) => isOpen(row) && row.classified?.as === name
  const [equivalent, free, unreachable] = [as('equivalent'), as('free'), as('unreachable')]
  const meaningful = rows.filter((row) => !equivalent(row) && !free(row))
  return {
    of: rows.length,
    verdicts,
    equivalent: rows.filter(equivalent).length,
    free: rows.filter(free).length,
    unreachable: rows.filter(unreachable).length,
    plain: share(rows),
    meaningful: share(meaningful),
    unclassified: share(meaningful.filter((row) => !unreachable(row))),
  }
}

const ratesBy = (rows: readonly MutantRow[], of: (row: MutantRow) => string): Record<string, MutantRate> =>
  Object.fromEntries(
    [...new Set(rows.map(of))].toSorted().map((name) => [name, rateOf(rows.filter((row) => of(row) === name))]),
  )

export const mutantRates = (rows: readonly MutantRow[]): MutantsReport['rates'] => ({
  all: rateOf(rows),
  by_operator: ratesBy(rows, ({ mutator }) => mutator),
  by_area: ratesBy(rows, ({ area }) => area),
})
