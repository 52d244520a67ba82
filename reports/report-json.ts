// The types of report.json (`fixtures/schemas/report.schema.json`).
import type { FailureKind } from './failure-kinds.ts'
import type { AcceptedFailure, Gated } from './gated.ts'
import type { RecordedReason } from './recorded-reason.ts'
import type {
  CauseFound,
  ClientLibrary,
  Environment,
  Label,
  MergedFrom,
  PhaseSpent,
  PreflightFinding,
  RecordedCoverage,
  RecordedDelivery,
  RecordedExchange,
  RecordedLikeness,
  RuleBasis,
  RuleOutcome,
  RunFinished,
  ShardOf,
  VerdictName,
} from './run-record.ts'

/** How many rules or checks have which verdict; a verdict that none has is left out or 0. */
export type VerdictCounts = Partial<Record<VerdictName, number>>

/** One rule with its verdict; `evidence` counts what was compared for it. */
export type ReportRule = RecordedReason &
  RuleBasis & {
    /** `area.claim`, as in `fixtures/rules/`. */
    id: string
    /** The section of the contract. */
    source: string
    text: string
    verdict: VerdictName
    /** Why a violated rule does not fail the run; null where it does, or is not violated. */
    excuse: string | null
    checks: string[]
    evidence: number
    requests: string[]
    /** Of a violated rule of a client: the libraries that its requests look like, as `docs/clients.md` names them. Absent where none. */
    libraries?: ClientLibrary[]
  }

/** One failed comparison; the first of those alike. */
export type ReportFinding = {
  rule: string
  /** The check or invariant that made the comparison. */
  check: string
  /** What is wrong, and what is at fault; absent in reports of records of earlier versions. */
  kind?: FailureKind
  key?: string
  expected: unknown
  received: unknown
  /** A JSON pointer, `header:Name`, `status`, or null where there is no one place. */
  pointer: string | null
  /** Keys of `exchanges`. */
  requests: string[]
  /** How many more like it were found: the same rule and check, and as a rule the same kind and key. Absent where none. */
  more?: number
  /** Id of its cause; null where the run was cut short. */
  cause: string | null
  label: Label | null
  accepted: Pick<AcceptedFailure, 'list' | 'owner' | 'link' | 'expires'> | null
  /** File of the plan that shows it again, relative to the report; null where there is none. */
  plan: string | null
  /** A shell script of curl commands that shows it again; empty where there is none, or the report is large by then. */
  curl: string
}

/** Findings that have one explanation; `example` and `findings` are positions in `findings` of the report. */
export type ReportCause = Omit<CauseFound, 'type' | 'cause' | 'plan'> & {
  id: string
  /** Nothing of it is violated: its rules are inferred, and the run is not strict. Absent where not. */
  arguable?: true
  plan: string | null
  plan_steps: number | null
}

/** The report of one run, as `report.json` has it (`fixtures/schemas/report.schema.json`). Times are milliseconds. */
export type Report = {
  version: 1
  suite: { name: string; version: string; contract: string } | null
  /** Marks everything that the run made on the target. */
  run: string | null
  /** The run in one sentence. */
  line: string
  /** Whether a violated inferred rule counts as violated; absent in reports of records of earlier versions. */
  strict?: boolean
  /** The target was a simulator or a test environment with a control port. */
  simulated_target: boolean
  outcome: RunFinished['outcome']
  /** 0 conforms, 1 a rule is violated, 2 no verdict was possible. */
  exit_code: number
  /** Why the run has no verdict, or did not come to its end; null where it has and did. */
  reason: { code: string; message: string } | null
  environment: Environment | null
  seed: number | null
  shard:
    | (ShardOf & {
        checks: string[]
        unanswered: string[]
        missing: string[]
        require: number
        results: (RuleOutcome & { source: string })[]
      })
    | null
  merged: MergedFrom | null
  shuffled: boolean
  budget: number | null
  /** RFC 3339. */
  started_at: string | null
  duration_ms: number | null
  summary: {
    rules: VerdictCounts & { total: number }
    /** Of those not tested and inconclusive: kept from being judged by what the target did, or did not do. */
    blocked: number
    causes: number
    findings: number
    checks: VerdictCounts & { planned: number }
    requests: number
    planned_requests: number
    deliveries: number
  }
  /** Which violated rules fail the run; null where the run came to no verdicts. */
  gate: Omit<Gated, 'type'> | null
  phases: Omit<PhaseSpent, 'type'>[]
  coverage: RecordedCoverage | null
  likeness: RecordedLikeness | null
  rules: ReportRule[]
  findings: ReportFinding[]
  causes: ReportCause[]
  /** What the target does where the contract leaves it open. */
  readings: { freedom: string; reading: string; check: string; requests: string[] }[]
  checks: (RecordedReason & { id: string; verdict: VerdictName; requests: number; ms: number })[]
  notes: string[]
  preflight: Omit<PreflightFinding, 'type'>[]
  /** The exchanges (`x…`) and deliveries (`d…`) that findings name, secrets masked. */
  exchanges: Record<string, RecordedExchange | RecordedDelivery>
}
