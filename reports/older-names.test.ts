// A record, a report and a kill matrix of an older assay, as it wrote them, in the names of today.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { renewedEvent, renewedMatrix, renewedReport } from './older-names.ts'
import { readRecord } from './read-record.ts'

const at = '2026-01-01T00:00:00.000Z'
const outcome = { rule: 'list.a', verdict: 'pass', reason: null, compared: 1, requests: ['x1'] }
const exchange = {
  id: 'x1',
  source: 'journey.order-tour',
  operation: 'ping',
  role: null,
  environment: 'sandbox',
  request: { method: 'GET', url: 'https://sandbox.example.com/v1/ping', headers: [], body: null },
  response: null,
  failure: { kind: 'refused', message: 'ECONNREFUSED' },
  started_at: at,
  ms: 1,
}
const environment = {
  sandbox_base_url: 'https://sandbox.example.com/v1',
  production_base_url: null,
  environment: 'sandbox',
  embedded: true,
  control: true,
  roles: ['main'],
  node: 'v20.20.2',
}

const events: [written: Record<string, unknown>, read: Record<string, unknown>][] = [
  [
    {
      type: 'run-started',
      format: 'assay-run',
      version: 1,
      suite: { name: 'assay', version: '0.1.0', contract: '1.0.0' },
      run: 'a1',
      seed: 1,
      environment: { ...environment, rehearsal: 'the embedded simulator' },
    },
    { version: 2, environment: { ...environment, simulated_target: 'the embedded simulator' } },
  ],
  [
    { type: 'journey-shared', journey: 'grand-tour', by: 'journey.production-tour' },
    { type: 'scenario-shared', scenario: 'grand-walk', by: 'scenario.production-walk' },
  ],
  [
    { type: 'exchange', exchange },
    { type: 'exchange', exchange: { ...exchange, source: 'scenario.order-walk' } },
  ],
  [
    { type: 'exchange', exchange: { ...exchange, source: 'lifeline' } },
    { type: 'exchange', exchange: { ...exchange, source: 'liveness' } },
  ],
  [
    { type: 'exchange', exchange: { ...exchange, source: 'constructor' } },
    { type: 'exchange', exchange: { ...exchange, source: 'constructor' } },
  ],
  [
    { type: 'reading', freedom: 'a.b', reading: 'c', check: 'journey.catalog', requests: [] },
    { type: 'reading', check: 'scenario.catalog' },
  ],
  [
    { type: 'phase', phase: 'second-tries' },
    { type: 'phase', phase: 'reruns' },
  ],
  [
    { type: 'phase-spent', phase: 'second-tries', planned: 0, spent: 9, ms: 1 },
    { type: 'phase-spent', phase: 'reruns', planned: 0, spent: 9, ms: 1 },
  ],
  [
    { type: 'judges-so-far', rows: [{ judge: 'judge.rate-limit', ...outcome }] },
    { type: 'invariants-so-far', rows: [{ invariant: 'invariant.rate-limit', ...outcome }] },
  ],
  [
    {
      type: 'shard-said',
      checks: ['list.one'],
      spoken: [{ source: 'list.one', ...outcome }],
      unanswered: [],
      missing: [],
      require: 0,
    },
    {
      type: 'shard-results',
      checks: ['list.one'],
      results: [{ source: 'list.one', ...outcome }],
      unanswered: [],
      missing: [],
      require: 0,
    },
  ],
  [
    { type: 'note', message: 'journey.order-tour' },
    { type: 'note', message: 'journey.order-tour' },
  ],
]

t.test('a record of version 1 is read as one of today', async (t) => {
  const file = join(t.testdir(), 'run.ndjson')
  writeFileSync(file, events.map(([written]) => `${JSON.stringify({ at, ...written })}\n`).join(''))
  const read = readRecord(file).events
  for (const [index, [written, expected]] of events.entries()) {
    const older = Object.keys(written).filter((name) => !(name in expected) && !(name in read[index]!))
    t.match(read[index], expected, String(written['type']))
    t.strictSame(
      older.toSorted(),
      { 'journey-shared': ['journey'], 'shard-said': ['spoken'] }[String(written['type'])] ?? [],
      'no older name is left, and nothing else is lost',
    )
  }
  const [started] = read
  t.notOk('rehearsal' in (started as unknown as { environment: object }).environment)
})

t.test('in a record of today nothing is renamed', async (t) => {
  const file = join(t.testdir(), 'run.ndjson')
  const [[first]] = events as [[Record<string, unknown>, unknown]]
  const started = { at, ...first, version: 2, environment: { ...environment, simulated_target: null } }
  const sent = { at, type: 'exchange', exchange }
  writeFileSync(file, [started, sent].map((event) => `${JSON.stringify(event)}\n`).join(''))
  t.strictSame(readRecord(file).events.slice(0, 2), [started, sent])
})

t.test('a report from before is read with the names of today, and one of today as it is', async (t) => {
  const report = {
    version: 1,
    rehearsal: true,
    environment: { ...environment, rehearsal: 'the embedded simulator' },
    shard: { index: 1, spoken: [{ source: 'list.one', ...outcome }] },
    phases: [{ phase: 'second-tries', planned: 0, spent: 9, ms: 1 }],
    readings: [{ freedom: 'a.b', reading: 'c', check: 'journey.catalog', requests: [] }],
    exchanges: { x1: exchange },
  }
  const today = {
    version: 1,
    simulated_target: true,
    environment: { ...environment, simulated_target: 'the embedded simulator' },
    shard: { index: 1, results: [{ source: 'list.one', ...outcome }] },
    phases: [{ phase: 'reruns', planned: 0, spent: 9, ms: 1 }],
    readings: [{ freedom: 'a.b', reading: 'c', check: 'scenario.catalog', requests: [] }],
    exchanges: { x1: { ...exchange, source: 'scenario.order-walk' } },
  }
  t.strictSame(renewedReport(report), today)
  t.strictSame(renewedReport(today), today)
  t.strictSame(renewedReport({ ...today, rehearsal: false }), today, 'the name of today counts')
})

t.test('what is no event and no report is left to those that refuse it', async (t) => {
  for (const event of [
    null,
    5,
    'x',
    [],
    {},
    { type: 5 },
    { type: 'constructor' },
    { type: 'shard-said', spoken: null },
  ])
    t.doesNotThrow(() => renewedEvent(event))
  for (const type of ['run-started', 'journey-shared', 'exchange', 'reading', 'judges-so-far'])
    for (const value of [null, 5, [null], { a: null }])
      t.doesNotThrow(() =>
        renewedEvent({
          type,
          environment: value,
          exchange: value,
          rows: value,
          journey: value,
          by: value,
          check: value,
        }),
      )
  for (const value of [null, 5, [null], { x1: null }])
    t.doesNotThrow(() =>
      renewedReport({ environment: value, shard: value, phases: value, readings: value, exchanges: value }),
    )
})

t.test('a kill matrix of an older version is read as one of today, and one of today as it is', async (t) => {
  const matrix = (version: number, name: string, steps: string, rerun: string) => {
    const run = { stage: 'targeted', [steps]: 'create:plain' }
    const looks = [
      { defect: 'a', first: { stages: [run] }, second: { stages: [run] } },
      { defect: 'b', first: 'the worker died' },
    ]
    return {
      format: 'assay-matrix',
      version,
      summary: { killed: 1, survived: 0, [name]: 1 },
      [rerun]: ['a'],
      shard: { evidence: { references: [{ budget: null, run }], looks } },
      defects: [
        { id: 'a', verdict: 'killed', kill: run },
        { id: 'b', verdict: name, kill: null },
      ],
    }
  }
  const today = matrix(3, 'inconclusive', 'reproducer', 'settled_by_rerun')
  t.strictSame(renewedMatrix(matrix(1, 'unjudged', 'way', 'second_looks')), today)
  t.strictSame(renewedMatrix(matrix(2, 'inconclusive', 'way', 'second_looks')), today)
  t.strictSame(renewedMatrix(today), today)
  for (const value of [null, 5, [null], { a: null }])
    for (const part of [value, { evidence: value }, { evidence: { references: value, looks: value } }])
      t.doesNotThrow(() => renewedMatrix({ version: 1, defects: value, summary: value, shard: part }))
})
