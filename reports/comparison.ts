// What is compared of two reports, and the comparison as plain data.
import type { Environment, RecordedCoverage, RunFinished, VerdictName } from './run-record.ts'

/** What of a report.json is compared; one written before a field came to be has none of it. */
export type ComparedReport = {
  version: number
  suite: { name: string; version: string; contract: string } | null
  line: string
  outcome: RunFinished['outcome']
  environment: Environment | null
  seed: number | null
  budget?: number | null
  shuffled?: boolean
  started_at: string | null
  duration_ms: number | null
  summary: { requests: number; deliveries: number }
  coverage?: RecordedCoverage | null
  strict?: boolean
  rules: {
    id: string
    source: string
    text: string
    verdict: VerdictName
    reason: string | null
    reason_code?: string
    counter?: string
  }[]
  findings: { rule: string; check: string; kind?: string; key?: string; requests?: string[]; more?: number }[]
  /** What findings name; an exchange has the check or the scenario that sent it. */
  exchanges?: Record<string, { source?: string; operation?: string | null }>
  checks: { id: string; verdict?: VerdictName }[]
  readings: { freedom: string; reading: string }[]
  gate?: {
    rule_set: string
    accepted: { rule: string; expires: string; owner: string }[]
    reported_only: { rule: string }[]
    gating: string[]
    untried?: string[]
  } | null
}

/** A freedom as the contract's data has it: the readings with a sentence on each. */
export type ComparedFreedom = { question: string; source: string; readings: Record<string, string> }

export type Before = VerdictName | 'absent'

export type ComparedRule = { rule: string; source: string; text: string }
type Regressed = ComparedRule & { before: Before; checks: string[]; excuse: string | null }
type StillViolated = ComparedRule & { checks: { a: string[]; b: string[] } }
type NoLongerTested = ComparedRule & { before: 'pass' | 'fail' | 'arguable'; now: Before; reason: string | null }
/** An inferred rule that the second run, which is not strict, found violated. */
type NewlyArguable = ComparedRule & { before: Before; counter: string | null }
type NewlyTested = ComparedRule & { before: Before }
export type SeenReading = { reading: string; means: string | null }
type ChangedReading = {
  freedom: string
  source: string | null
  question: string | null
  a: SeenReading[]
  b: SeenReading[]
  /** What a client of both must be ready for. */
  handle: string
}
export type Figure = { what: string; a: number | null; b: number | null; of?: number }

export type Comparison = {
  format: 'assay-comparison'
  version: 2
  a: { line: string; target: string; outcome: string; started_at: string | null }
  b: { line: string; target: string; outcome: string; started_at: string | null }
  same_target: boolean
  differences: { what: string; a: string; b: string }[]
  regressed: Regressed[]
  fixed: ComparedRule[]
  still_violated: StillViolated[]
  arguable: NewlyArguable[]
  no_longer_tested: NoLongerTested[]
  newly_tested: NewlyTested[]
  readings: ChangedReading[]
  /** Freedoms of which only one of the two runs saw a reading. */
  readings_seen_once: { freedom: string; question: string | null; only: 'a' | 'b'; readings: SeenReading[] }[]
  footprint: Figure[]
  /** Regressed rules that nobody accepted and that are in the rule set of B. */
  regressions: number
}
