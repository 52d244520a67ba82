// A run as a stream of plain, versioned events: written as it goes, and all that a reporter ever sees.

export const recordFormat = 'assay-run'
export const recordVersion = 1

export type VerdictName = 'fail' | 'error' | 'inconclusive' | 'pass' | 'not-tested' | 'not-applicable'

export type RecordedHeaders = [name: string, value: string][]

/** A body as text where it is UTF-8, else as base64; cut after some kilobytes, with its whole size and digest. */
export type RecordedBody = { text?: string; base64?: string; bytes: number; sha256: string; cut: boolean } | null

export type RecordedExchange = {
  id: string
  source: string
  operation: string | null
  role: string | null
  environment: string
  request: { method: string; url: string; headers: RecordedHeaders; body: RecordedBody }
  response: { status: number; headers: RecordedHeaders; body: RecordedBody } | null
  failure: { kind: string; message: string } | null
  started_at: string
  ms: number
}

export type RecordedDelivery = {
  id: string
  received_at: string
  method: string
  path: string
  headers: RecordedHeaders
  body: RecordedBody
  fault: { fails: string; why: string } | null
  answer: string
}

export type Finding = {
  rule: string
  /** The check or judge that found it. */
  check: string
  expected: unknown
  received: unknown
  /** A JSON pointer, `header:Name`, `status`, or null where there is no one place. */
  pointer: string | null
  /** Ids of exchanges (`x…`) and deliveries (`d…`). */
  requests: string[]
}

export type Environment = {
  sandbox_base_url: string | null
  production_base_url: string | null
  environment: string
  embedded: boolean
  control: boolean
  roles: string[]
  node: string
}

export type RunStarted = {
  type: 'run-started'
  format: typeof recordFormat
  version: typeof recordVersion
  suite: { name: string; version: string; contract: string }
  run: string
  seed: number
  environment: Environment
}

export type RuleJudged = {
  type: 'rule-judged'
  rule: string
  source: string
  text: string
  verdict: VerdictName
  reason: string | null
  checks: string[]
  evidence: number
  requests: string[]
}

export type CheckFinished = {
  type: 'check-finished'
  check: string
  verdict: VerdictName
  reason: string | null
  requests: number
  ms: number
}

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

export type RunEvent = { at: string } & (
  | RunStarted
  | { type: 'phase'; phase: 'preflight' | 'checks' | 'cleanup' }
  | { type: 'checks-planned'; checks: string[]; rules: number }
  | { type: 'check-started'; check: string }
  | { type: 'exchange'; exchange: RecordedExchange }
  | { type: 'delivery'; delivery: RecordedDelivery }
  | ({ type: 'finding' } & Finding)
  | Reading
  | CheckFinished
  | RuleJudged
  | { type: 'note'; message: string }
  | RunFinished
)

/** An event without its time, as the run gives it out. */
export type Unstamped<E = RunEvent> = E extends RunEvent ? Omit<E, 'at'> : never

/** Gets every event as it happens; what it throws is reported and stops nothing. */
export type Reporter = { event(event: RunEvent): void; close?(): void | Promise<void> }
