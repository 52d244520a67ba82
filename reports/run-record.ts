// A run as a stream of plain, versioned events: written as it goes, and all that a reporter ever sees.

import type { FailureKind } from './failure-kinds.ts'
import type { Gated } from './gated.ts'
import type { PlanFile } from './plan-file.ts'
import type { RuleBasis } from './recorded-basis.ts'
import type { RecordedCoverage, RecordedLikeness } from './recorded-coverage.ts'
import type { RecordedReason } from './recorded-reason.ts'
import type { RecordedDelivery, RecordedExchange } from './recorded-traffic.ts'

export { bases } from './recorded-basis.ts'
export type { Basis, RecordedPassage, RuleBasis } from './recorded-basis.ts'
export type { AcceptedBlock, AcceptedFailure, Gated } from './gated.ts'
export type { RecordedCoverage, RecordedLikeness, RecordedShare } from './recorded-coverage.ts'
export type { RecordedBody, RecordedDelivery, RecordedExchange, RecordedHeaders } from './recorded-traffic.ts'

export const recordFormat = 'assay-run'
export const recordVersion = 2

/** Worst first: where several results are of one rule, the first of this order counts. */
export const verdictNames = [
  'fail',
  'arguable',
  'error',
  'inconclusive',
  'pass',
  'not-tested',
  'not-applicable',
] as const

export type VerdictName = (typeof verdictNames)[number]

export type Finding = {
  rule: string
  /** The check or invariant that found it. */
  check: string
  /** What is wrong, and what is at fault; absent in records of earlier versions. */
  kind?: FailureKind
  key?: string
  expected: unknown
  received: unknown
  /** A JSON pointer, `header:Name`, `status`, or null where there is no one place. */
  pointer: string | null
  /** Ids of exchanges (`x…`) and deliveries (`d…`). */
  requests: string[]
}

/** One more finding like one that is there in full: the same rule and check, and as a rule the same kind and key. */
export type FindingAgain = {
  /** Its position among the findings, from 0. */
  like: number
  requests: string[]
}

/** The result of rerunning a finding; `unrepeated` when it was not rerun, or could not be judged. */
export type Label = 'deterministic' | 'intermittent' | 'unreproduced' | 'unrepeated'

/** A script that was tried and judges nothing since: it `accuses` a server that keeps the contract, or `misses` the bug of the target. */
export type MisleadingScript = 'accuses' | 'misses'

/** Findings that have one cause, and what reruns say of it. */
export type CauseFound = RecordedReason & {
  type: 'cause'
  /** Named after the rule of its example. */
  cause: string
  rule: string
  rules: string[]
  /** Of the failure that explains the others; absent in records of earlier versions. */
  kind?: FailureKind
  key?: string
  label: Label
  tries: { made: number; again: number }
  /** Positions among the findings of the run, from 0. */
  example: number
  findings: number[]
  /** Requests spent on shortening it and trying it again. */
  requests: number
  /** The only calls of a script that are needed, as reruns of them showed, or all of them where a sound server alone was tried: exchanges (`x…`) and acts of the company (`a…`). */
  calls?: string[]
  /** The position of the finding that they show: the example, or another one that a script can judge. */
  calls_of?: number
  /** Of these calls the one that a server that keeps the contract refused for what it says: then nothing of the bug is left. */
  calls_refused?: string
  /** These calls alone were never seen to fail on the target, as they were too many or could not be sent again: that it passes them shows nothing. */
  calls_untried?: true
  script?: MisleadingScript
  plan: PlanFile | null
}

export type Environment = {
  sandbox_base_url: string | null
  production_base_url: string | null
  environment: string
  embedded: boolean
  /** What makes it a simulated target, in words: the target is a simulator or has a control port; null for a deployment. */
  simulated_target?: string | null
  control: boolean
  /** The webhook receiver that is examined, where no server is judged. */
  receiver_url?: string
  roles: string[]
  node: string
  /** The options with which `assay replay` reaches the same target: `--target target.yaml`, `-- --defect ID`. */
  replay_with?: string[]
}

/** Which part of a run it is that several machines share. */
export type ShardOf = {
  index: number
  of: number
  /** The same for all parts of one selection of checks. */
  selection: string
}

/** A run that was joined from its parts. */
export type MergedFrom = { index: number; run: string; requests: number; ms: number }[]

export type RunStarted = {
  type: 'run-started'
  format: typeof recordFormat
  version: typeof recordVersion
  suite: { name: string; version: string; contract: string }
  run: string
  seed: number
  environment: Environment
  /** Where the reports go, as the run was given it. */
  report_dir?: string
  /** Whether a violated inferred rule counts as violated; absent in records of earlier versions. */
  strict?: boolean
  shard?: ShardOf
  merged?: MergedFrom
}

/** What was looked at before any verdict: `subject` is a key of the profile, or the thing itself. */
export type PreflightFinding = {
  type: 'preflight'
  about: 'address' | 'tls' | 'clock' | 'control' | 'credential' | 'accounts' | 'catalog' | 'webhook'
  subject: string
  /** `warning` leaves something untested; `fatal` ends the run. */
  verdict: 'ok' | 'warning' | 'fatal'
  /** Null where all is well. */
  code: string | null
  /** One sentence, with the remedy where something is wrong. */
  message: string
  facts: Record<string, unknown>
}

/** A client library by which a violation of its default can be explained, and the lines that correct it, where they are few. */
export type ClientLibrary = { title: string; correction?: string[] }

export type RuleJudged = RecordedReason &
  RuleBasis & {
    type: 'rule-judged'
    rule: string
    source: string
    text: string
    verdict: VerdictName
    checks: string[]
    evidence: number
    requests: string[]
    /** Of a violated rule of a client: the libraries that its requests look like. */
    libraries?: ClientLibrary[]
  }

/** The result of a check, or of an invariant so far, for one rule. */
export type RuleOutcome = RecordedReason & {
  rule: string
  verdict: VerdictName
  compared: number
  requests: string[]
}

/** At the end of a part: the results of its checks and invariants, from which the verdicts of the whole run are made. */
export type ShardResults = {
  type: 'shard-results'
  /** The checks that were this part's to run. */
  checks: string[]
  results: (RuleOutcome & { source: string })[]
  /** Checks that got no answer from the target. */
  unanswered: string[]
  /** Planned checks that were not begun. */
  missing: string[]
  /** What `--require` asked for, which only the whole run can answer. */
  require: number
}

/** What a check or scenario did at the control port: no request of a lender shows it. */
export type CompanyAct = {
  type: 'company-act'
  by: string
  act: string
  /** What was sent, and the ids in the answer; absent in records of earlier versions. */
  body?: unknown
  made?: string[]
  /** Why it was not done; absent where it was. */
  refused?: string
}

/** Before the first check: every rule, with the verdict that it keeps if nothing comes up. */
export type RulesListed = {
  type: 'rules-listed'
  rules: Omit<RuleJudged, 'type' | 'evidence' | 'requests'>[]
}

/** The results of invariants that are new, or have another verdict, since the last such event. */
export type InvariantsSoFar = { type: 'invariants-so-far'; rows: (RuleOutcome & { invariant: string })[] }

export type CheckFinished = RecordedReason & {
  type: 'check-finished'
  check: string
  verdict: VerdictName
  requests: number
  ms: number
  /** Rules of which something was compared by now, by this check or before. */
  judged?: number
  outcomes?: RuleOutcome[]
}

/** The requests that a part of the run is to send: `preflight`, `checks.<area>`, `cleanup`. */
export type PlannedPhase = { phase: string; requests: number }

/** Before the first request: what the run is to cost, and by what it was chosen. */
export type RequestsPlanned = {
  type: 'requests-planned'
  budget: number | null
  shuffled: boolean
  phases: PlannedPhase[]
  /** How many more, at most, where the run itself does not use up a rate limit window. */
  for_window?: number
}

export type PhaseSpent = { type: 'phase-spent'; phase: string; planned: number; spent: number; ms: number }

export type Reading = { type: 'reading'; freedom: string; reading: string; check: string; requests: string[] }

export type RunFinished = {
  type: 'run-finished'
  /** `complete`; `preflight-failed` before any verdict; `interrupted` by a signal; `crashed` by a fault of the suite. */
  outcome: 'complete' | 'preflight-failed' | 'interrupted' | 'crashed'
  exit_code: number
  reason: { code: string; message: string } | null
  requests: number
  deliveries: number
  waited_ms: number
  ms: number
}

/** What a run of `--last-failed` is to judge again. */
export type JudgedAgain = {
  type: 'judged-again'
  /**
   * A rule with the check that is to show whether it is still violated, and the source whose exchanges that check sends;
   * null where any check will do.
   */
  wanted: { rule: string; by: string | null; source?: string }[]
}

export type RunEvent = { at: string } & (
  | RunStarted
  | { type: 'phase'; phase: 'preflight' | 'checks' | 'reruns' | 'cleanup' }
  | RequestsPlanned
  | PhaseSpent
  | { type: 'coverage'; coverage: RecordedCoverage }
  | { type: 'likeness'; likeness: RecordedLikeness }
  /** A check or scenario asked for a scenario that it shares with others. */
  | { type: 'scenario-shared'; scenario: string; by: string }
  | CompanyAct
  | PreflightFinding
  | { type: 'checks-planned'; checks: string[]; rules: number }
  | { type: 'check-started'; check: string }
  | { type: 'exchange'; exchange: RecordedExchange }
  | { type: 'delivery'; delivery: RecordedDelivery }
  | ({ type: 'finding' } & Finding)
  | ({ type: 'finding-again' } & FindingAgain)
  | CauseFound
  | Reading
  | CheckFinished
  | RulesListed
  | InvariantsSoFar
  | ShardResults
  | RuleJudged
  | Gated
  /** What the run waits for, before the first check. */
  | { type: 'waits-planned'; message: string }
  | JudgedAgain
  | { type: 'note'; message: string }
  | RunFinished
)

/** An event without its time, as the run gives it out. */
export type Unstamped<E = RunEvent> = E extends RunEvent ? Omit<E, 'at'> : never

/** Gets every event as it happens; what it throws is reported and stops nothing. */
export type Reporter = { name?: string; event(event: RunEvent): void; close?(): void | Promise<void> }
