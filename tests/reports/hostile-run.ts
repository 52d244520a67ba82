// A run of a target that answers with whatever breaks a report: the events, for the tests of every renderer.
import { reason, recordedReason, type GivenReason } from '../../reports/reasons/reason.ts'
import { noReason } from '../../reports/recorded-reason.ts'
import { absorb, emptyRun, type Run } from '../../reports/summary.ts'
import type { RecordedExchange, RunEvent, RunFinished, Unstamped, VerdictName } from '../../reports/run-record.ts'

const at = '2026-03-02T15:04:05.000Z'

export const stamped = (events: readonly Unstamped[]): RunEvent[] =>
  events.map((event) => ({ at, ...event }) as RunEvent)

/** Characters that XML 1.0 has no way to write, ends of every quoting there is, and commands of a terminal and of a CI log. */
export const hostile =
  'a\u0000b\u0008\u001B[31m\uFFFE\uD800 ]]> <script>&amp; | `x` ````\n::error::no\r\n::set-output name=x::y %0A ##[error]no ##vso[task.complete result=Succeeded] "q" \'s\' \\ @all * _ #'

export const started = (environment: object = {}): Unstamped => ({
  type: 'run-started',
  format: 'assay-run',
  version: 2,
  suite: { name: 'assay', version: '0.1.0', contract: '1.0.0' },
  run: 'a1b2c3d4',
  seed: 7,
  environment: {
    sandbox_base_url: 'https://sandbox.example.com/v1',
    production_base_url: null,
    environment: 'sandbox',
    embedded: false,
    simulated_target: null,
    control: false,
    roles: ['main'],
    node: 'v20.20.2',
    ...environment,
  },
})

export const rule = (id: string, verdict: VerdictName, why: GivenReason | null = null): Unstamped => ({
  type: 'rule-judged',
  rule: id,
  source: 'Endpoints / GET /orders',
  text: `What ${id} says.`,
  verdict,
  ...(why === null ? noReason : recordedReason(why)),
  checks: ['list.a-check'],
  evidence: 1,
  requests: ['x1'],
})

export const exchange = (id: string, given: Partial<RecordedExchange> = {}): Unstamped => ({
  type: 'exchange',
  exchange: {
    id,
    source: 'list.a-check',
    operation: 'listOrders',
    role: 'main',
    environment: 'sandbox',
    request: {
      method: 'GET',
      url: 'https://sandbox.example.com/v1/orders?lender_reference=a%20b',
      headers: [['Accept', 'application/json']],
      body: null,
    },
    response: {
      status: 500,
      headers: [['Content-Type', 'text/plain']],
      body: { text: hostile, bytes: 90, sha256: '0', cut: false },
    },
    failure: null,
    started_at: at,
    ms: 1.5,
    ...given,
  },
})

export const finding: Unstamped = {
  type: 'finding',
  rule: 'list.b',
  check: 'list.a-check',
  expected: `200 ${hostile}`,
  received: { body: hostile },
  pointer: `/data/${hostile}`,
  requests: ['x1'],
}

export const finished = (exitCode: number, outcome: RunFinished['outcome'] = 'complete'): Unstamped => ({
  type: 'run-finished',
  outcome,
  exit_code: exitCode,
  reason: null,
  requests: 1,
  deliveries: 0,
  waited_ms: 0,
  ms: 1234,
})

export const runOf = (...events: Unstamped[]): Run => {
  const run = emptyRun()
  for (const event of stamped(events)) absorb(run, event)
  return run
}

export const hostileEvents = (environment: object = {}): Unstamped[] => [
  started(environment),
  exchange('x1'),
  exchange('x2', {
    request: { method: 'POST', url: 'not a url', headers: [], body: null },
    response: null,
    failure: { kind: 'reset', message: hostile },
  }),
  exchange('x3', {
    request: {
      method: 'POST',
      url: 'https://sandbox.example.com/v1/orders',
      headers: [['Content-Type', 'application/octet-stream']],
      body: { base64: 'AAECAw==', bytes: 4, sha256: '0', cut: false },
    },
  }),
  rule('list.a', 'pass'),
  rule('list.b', 'fail'),
  rule(
    'list.c',
    'not-tested',
    reason('webhook-not-reached', { code: 'webhook_refused', fact: `it said ${hostile}`, todo: '' }),
  ),
  rule('list.d', 'not-applicable', reason('unobservable', { why: 'It is out of sight.' })),
  rule('auth.e', 'error', reason('check-failed', { error: hostile })),
  rule('auth.f', 'inconclusive', 'interrupted-during'),
  finding,
  { type: 'note', message: hostile },
  finished(1),
]
