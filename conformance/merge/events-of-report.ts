// The events that a report.json alone still reports, for a shard whose record was not kept: its evidence, not all of its exchanges.
import { reasonIn } from '../../reports/recorded-reason.ts'
import type { ComparedReport } from '../../reports/comparison.ts'
import type {
  CauseFound,
  CheckFinished,
  Finding,
  PhaseSpent,
  PreflightFinding,
  Reading,
  RecordedDelivery,
  RecordedExchange,
  RunEvent,
  RunFinished,
  Unstamped,
} from '../../reports/run-record.ts'

/** What of a report.json is joined; the rest follows from it. */
export type ShownReport = Omit<ComparedReport, 'checks' | 'findings' | 'readings' | 'suite' | 'seed'> & {
  suite: { name: string; version: string; contract: string }
  seed: number
  run: string
  reason: RunFinished['reason']
  shuffled: boolean
  budget: number | null
  checks: (Omit<CheckFinished, 'type' | 'check'> & { id: string })[]
  findings: (Finding & { more?: number })[]
  causes: (Omit<CauseFound, 'type' | 'cause' | 'plan'> & { id: string })[]
  readings: Omit<Reading, 'type'>[]
  phases: Omit<PhaseSpent, 'type'>[]
  notes: string[]
  preflight: Omit<PreflightFinding, 'type'>[]
  exchanges: Record<string, RecordedExchange | RecordedDelivery>
}

const isExchange = (one: RecordedExchange | RecordedDelivery): one is RecordedExchange => 'request' in one

export const eventsOfReport = (report: ShownReport): RunEvent[] => {
  const { phases, preflight, checks, findings, causes, readings, notes, coverage = null, exchanges } = report
  const planned = phases.map(({ phase, planned: requests }) => ({ phase, requests }))
  const events: Unstamped[] = [
    { type: 'requests-planned', budget: report.budget, shuffled: report.shuffled, phases: planned },
    ...preflight.map((row) => ({ type: 'preflight' as const, ...row })),
    { type: 'checks-planned', checks: checks.map(({ id }) => id), rules: report.rules.length },
    ...Object.values(exchanges).map((one) =>
      isExchange(one) ? { type: 'exchange' as const, exchange: one } : { type: 'delivery' as const, delivery: one },
    ),
    ...findings.map(({ rule, check, kind, key, expected, received, pointer, requests }) => ({
      type: 'finding' as const,
      rule,
      check,
      ...(kind && { kind, key }),
      expected,
      received,
      pointer,
      requests,
    })),
    // The report has their number alone: of the requests of each, those of the one that it is like.
    ...findings.flatMap(({ requests, more = 0 }, like) =>
      Array.from({ length: more }, () => ({ type: 'finding-again' as const, like, requests })),
    ),
    ...causes.map((cause) => {
      const { id, rule, rules, kind, key, label, tries, example, findings: positions, requests } = cause
      const known = {
        rule,
        rules,
        ...(kind && { kind, key }),
        label,
        ...reasonIn(cause),
        tries,
        example,
        findings: positions,
        requests,
      }
      return { type: 'cause' as const, cause: id, ...known, plan: null }
    }),
    ...readings.map((row) => ({ type: 'reading' as const, ...row })),
    ...checks.map(({ id, ...row }) => ({ type: 'check-finished' as const, check: id, ...row })),
    ...notes.map((message) => ({ type: 'note' as const, message })),
    ...phases.map((row) => ({ type: 'phase-spent' as const, ...row })),
    ...(coverage ? [{ type: 'coverage' as const, coverage }] : []),
  ]
  const at = report.started_at ?? new Date(0).toISOString()
  return events.map((event) => ({ at, ...event }) as RunEvent)
}
