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

const answersWith: Record<string, readonly unknown[]> = {
  'objects that JavaScript has no text for': [{ toString: 1, valueOf: 1 }],
  'hostile values in turn': hostileValues,
}

for (const [what, values] of Object.entries(answersWith))
  t.test(`a target whose texts are ${what}`, async (t) => {
    const next = inTurn(values)
    const areas = ['documents', 'messages', 'list'].flatMap((area) => ['--area', area])
    const run = await runAgainst(
      t,
      { after: ({ name }, { body }) => (name === 'POST /oauth/token' ? undefined : spoiled(body, next)) },
      [...areas, '--timeout', '3', '--no-rerun', '--reporter', 'all'],
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
