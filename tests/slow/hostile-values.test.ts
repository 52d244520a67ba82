// Targets that answer with values in the place of texts that trip JavaScript, XML, HTML, a terminal or the log of a CI job: a run ends with
// findings, and every report is written.
import t from 'tap'
import { hostileValues } from '../hostile-values.ts'
import { runAgainst } from '../hostile-run.ts'

const kept = new Set(['id', 'code', 'tokens', 'next_cursor', 'lender_id', 'company_id', 'order_id'])

/** The body with another value in the place of each text but those that lead on to other calls. */
const spoiled = (body: unknown, next: () => unknown, key = ''): unknown => {
  if (typeof body === 'string') return kept.has(key) ? body : next()
  if (Array.isArray(body)) return body.map((one) => spoiled(one, next, key))
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).map(([name, one]) => [name, spoiled(one, next, name)]))
}

const inTurn = (values: readonly unknown[]): (() => unknown) => {
  let given = 0
  return () => values[given++ % values.length]
}

/** The body with the values in turn in the place of each point in time. */
const untimed = (body: unknown, next: () => unknown): unknown => {
  if (typeof body === 'string') return /^\d{4}-\d\d-\d\dT/.test(body) ? next() : body
  if (Array.isArray(body)) return body.map((one) => untimed(one, next))
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).map(([name, one]) => [name, untimed(one, next)]))
}

type Spoiling = { values: readonly unknown[]; spoil: typeof untimed; areas: readonly string[] }

const areas = ['documents', 'messages', 'list']

const answersWith: Record<string, Spoiling> = {
  'texts are objects that JavaScript has no text for': { values: [{ toString: 1, valueOf: 1 }], spoil: spoiled, areas },
  'texts are hostile values in turn': { values: hostileValues, spoil: spoiled, areas },
  'times are none': {
    values: ['', 'NaN', '2026-02-30T25:61:61Z', '2026-03-02T00:00:00+99:99'],
    spoil: untimed,
    areas: ['list', 'downloads'],
  },
  'times are beyond any calendar': {
    values: ['+275760-09-13T00:00:00.000Z'],
    spoil: untimed,
    areas: ['list', 'create'],
  },
}

for (const [what, { values, spoil, areas }] of Object.entries(answersWith))
  t.test(`a target whose ${what}`, async (t) => {
    const next = inTurn(values)
    const run = await runAgainst(
      t,
      { after: ({ name }, { body }) => (name === 'POST /oauth/token' ? undefined : spoil(body, next)) },
      [...areas.flatMap((area) => ['--area', area]), '--timeout', '3', '--no-rerun', '--reporter', 'all'],
    )
    t.notMatch(run.output, /suite_failed|assay itself failed|reporter_failed|compared nothing|\n +at /)
    t.equal(run.code, 1, run.output.slice(-3_000))
    t.ok(run.peakMb < 512, `memory: ${run.peakMb} MB`)
    t.ok(run.reportBytes < 50_000_000, `reports: ${run.reportBytes} bytes`)
    t.ok(run.report!.summary.findings > 0)
    for (const file of ['report.json', 'run.ndjson', 'report.html', 'junit.xml', 'summary.md', 'badge.svg'])
      t.ok(run.files.get(file), `${file} is written`)
    t.strictSame(
      run
        .report!.rules.filter(({ verdict }) => verdict === 'error')
        .map(({ id, reason }) => `${id}: ${String(reason)}`),
      [],
      'no error of ours',
    )
  })
