// The parts of a run as one: its events in the order of the parts, and its verdicts from the results of all of them.
import { groupBy } from '../../reports/group-by.ts'
import type { Check } from '../kit/check.ts'
import { serviceRules } from '../contract/contract.ts'
import type { Gating } from '../gate/rule-set.ts'
import { conclusionsOf, resultOf, verdictsOf } from '../run/conclude.ts'
import type { RunResult } from '../engine/run-result.ts'
import { worst } from '../../reports/roll-up.ts'
import {
  recordFormat,
  recordVersion,
  type InvariantsSoFar,
  type PhaseSpent,
  type RunEvent,
  type ShardResults,
  type Unstamped,
} from '../../reports/run-record.ts'
import { absorb, emptyRun, type Run } from '../../reports/summary.ts'
import { joinCauses, shardFindings } from './join-causes.ts'
import { joinCoverage } from './join-coverage.ts'
import type { ShardRead } from './read-shards.ts'
import { ownResults } from './own-results.ts'
import { inOneRecord, renumberAll } from './renumber.ts'

type Joined = {
  /** All but the end of the run, which the gate has a say in. */
  events: RunEvent[]
  result: RunResult
  requests: number
  deliveries: number
  waitedMs: number
  /** What all shards took together. */
  ms: number
}

type JoinOptions = { checks: readonly Check[]; gating: Gating; require: number | undefined }

type Part = ShardRead & { run: Run }

type Results = Pick<ShardResults, 'results' | 'unanswered' | 'missing' | 'checks' | 'require'>

const once = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] =>
  [...new Map(rows.toReversed().map((row) => [keyOf(row), row])).values()].toReversed()

const joinPhases = (parts: readonly Part[]): PhaseSpent[] => {
  const rows = new Map<string, PhaseSpent>()
  for (const { run } of parts)
    for (const { phase, planned, spent, ms } of run.phases) {
      const row = rows.get(phase) ?? { type: 'phase-spent', phase, planned: 0, spent: 0, ms: 0 }
      rows.set(phase, { ...row, planned: row.planned + planned, spent: row.spent + spent, ms: row.ms + ms })
    }
  return [...rows.values()]
}

/** An invariant has one verdict on a rule, whichever shard it saw the exchange in. */
const invariantRows = ({ results }: Results): InvariantsSoFar['rows'] => {
  const bySubject = groupBy(
    results.filter(({ source }) => source.startsWith('invariant.')),
    ({ source, rule }) => `${source} ${rule}`,
  )
  return [...bySubject.values()].map((rows) => {
    const verdict = worst(rows.map((row) => row.verdict))
    const { source, ...first } = rows.find((row) => row.verdict === verdict)!
    return { invariant: source, ...first, compared: rows.reduce((sum, { compared }) => sum + compared, 0) }
  })
}

const resultsIn = (parts: readonly Part[]): Results => {
  const all = parts.map(({ run }) => run.shardResults!)
  return {
    results: ownResults(all.flatMap(({ results }) => results)),
    unanswered: all.flatMap(({ unanswered }) => unanswered),
    missing: all.flatMap(({ missing }) => missing),
    checks: all.flatMap(({ checks }) => checks),
    require: Math.max(...all.map(({ require }) => require)),
  }
}

const header = (parts: readonly Part[]): Unstamped[] => {
  const [{ report: first }] = parts as [Part]
  const budgets = parts.map(({ report }) => report.budget)
  const planned = new Map<string, number>()
  for (const { phase, requests } of parts.flatMap(({ run }) => run.plan?.phases ?? []))
    planned.set(phase, (planned.get(phase) ?? 0) + requests)
  return [
    {
      type: 'requests-planned',
      budget: budgets.includes(null) ? null : budgets.reduce<number>((sum, budget) => sum + budget!, 0),
      shuffled: first.shuffled,
      phases: [...planned].map(([phase, requests]) => ({ phase, requests })),
    },
    ...once(
      parts.flatMap(({ run }) => run.preflight),
      ({ about, subject, verdict, code }) => [about, subject, verdict, code].join(' '),
    ),
    {
      type: 'checks-planned',
      checks: parts.flatMap(({ run }) => run.planned),
      rules: serviceRules().length,
    },
  ]
}

const kept = new Set<RunEvent['type']>([
  'exchange',
  'delivery',
  'finding',
  'finding-again',
  'check-started',
  'check-finished',
  'scenario-shared',
  'company-act',
])

/** A report without its record has the results that the record would have. */
const withResults = ({ events, report: { shard } }: ShardRead): RunEvent[] => {
  if (events.some(({ type }) => type === 'shard-results')) return events
  const { checks, results, unanswered, missing, require } = shard
  const at = events[0]!.at
  return [...events, { at, type: 'shard-results', checks, results, unanswered, missing, require }]
}

const runOf = (events: readonly RunEvent[]): Run => {
  const run = emptyRun()
  for (const event of events) absorb(run, event)
  return run
}

export const joinShards = (shards: readonly ShardRead[], { checks, gating, require }: JoinOptions): Joined => {
  const records = renumberAll(shards.map(withResults))
  const parts = shards.map((shard, index): Part => ({ ...shard, events: records[index]!, run: runOf(records[index]!) }))
  const joined = resultsIn(parts)
  const unasked = checks.filter(({ id }) => !joined.checks.includes(id))
  const results = [...joined.results, ...conclusionsOf([{ checks: unasked, reason: 'outside-selection' }])]
  const verdicts = verdictsOf(results, gating.strict)
  const coverage = joinCoverage(parts.flatMap(({ run }) => run.coverage ?? []))
  const body = inOneRecord(parts.map(({ events }) => events.filter(({ type }) => kept.has(type))))
  const tail: Unstamped[] = [
    ...joinCauses(parts.map(({ events }) => shardFindings(events))),
    ...once(
      parts.flatMap(({ run }) => run.readings),
      ({ freedom, reading }) => `${freedom}=${reading}`,
    ),
    { type: 'invariants-so-far', rows: invariantRows(joined) },
    ...[...new Set(parts.flatMap(({ run }) => run.notes))].map((message) => ({ type: 'note' as const, message })),
    ...joinPhases(parts),
    ...(coverage ? [{ type: 'coverage' as const, coverage }] : []),
    ...verdicts.map((verdict) => ({ type: 'rule-judged' as const, ...verdict })),
  ]
  const began = parts.map(({ run, report }) => run.startedAt ?? report.started_at ?? '').toSorted()[0]!
  const ended =
    parts
      .flatMap(({ events }) => events.at(-1)?.at ?? [])
      .toSorted()
      .at(-1) ?? began
  const stamp = (at: string) => (event: Unstamped) => ({ at, ...event }) as RunEvent
  const [{ report: first }] = parts as [Part, ...Part[]]
  const figures = parts.map(({ report, run }) => ({
    index: report.shard.index,
    run: report.run,
    requests: run.finished?.requests ?? report.summary.requests,
    ms: report.duration_ms ?? 0,
  }))
  const total = (of: (part: Part) => number): number => parts.reduce((sum, part) => sum + of(part), 0)
  const start: Unstamped = {
    type: 'run-started',
    format: recordFormat,
    version: recordVersion,
    suite: first.suite,
    run: figures.map(({ run }) => run).join('+'),
    seed: first.seed,
    environment: first.environment!,
    strict: gating.strict,
    merged: figures,
  }
  return {
    events: [...[start, ...header(parts)].map(stamp(began)), ...body, ...tail.map(stamp(ended))],
    result: resultOf(verdicts, results, {
      ran: total(({ run }) => run.checks.length),
      missing: joined.missing,
      unanswered: joined.unanswered,
      require: require ?? joined.require,
      gating,
    }),
    requests: figures.reduce((sum, { requests }) => sum + requests, 0),
    deliveries: total(({ report, run }) => run.finished?.deliveries ?? report.summary.deliveries),
    waitedMs: total(({ run }) => run.finished?.waited_ms ?? 0),
    ms: figures.reduce((sum, { ms }) => sum + ms, 0),
  }
}
