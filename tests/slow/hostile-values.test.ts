// Targets that answer with values in the place of texts that trip JavaScript, XML, HTML, a terminal or the log of a CI job: a run ends with
// findings, and every report is written.
import t from 'tap'
import { hostileValues } from '../hostile-values.ts'
import { runAgainst } from '../hostile-run.ts'
import { sampled } from '../sampled.ts'
import { hostileNumbers, inTurn, spoilNumbers, spoilTexts, spoilTimes } from '../spoiled-values.ts'

type Spoiling = { values: readonly unknown[]; spoil: typeof spoilTexts; areas: readonly string[] }

const areas = ['documents', 'messages', 'list']

const answersWith: Record<string, Spoiling> = {
  'texts are objects that JavaScript has no text for': {
    values: [{ toString: 1, valueOf: 1 }],
    spoil: spoilTexts,
    areas,
  },
  'texts are hostile values in turn': { values: hostileValues, spoil: spoilTexts, areas },
  'numbers are none that anybody counts with': {
    values: hostileNumbers,
    spoil: spoilNumbers,
    areas: ['feed', 'webhooks'],
  },
  'times are none': {
    values: ['', 'NaN', '2026-02-30T25:61:61Z', '2026-03-02T00:00:00+99:99'],
    spoil: spoilTimes,
    areas: ['list', 'downloads'],
  },
  'times are beyond any calendar': {
    values: ['+275760-09-13T00:00:00.000Z'],
    spoil: spoilTimes,
    areas: ['list', 'create'],
  },
}

for (const [what, { values, spoil, areas }] of sampled(Object.entries(answersWith), 2))
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
