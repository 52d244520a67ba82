// Files that an older assay wrote are rendered, judged, merged and compared as those of today.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { compareCommand } from '../conformance/cli/compare.ts'
import { judgeCommand } from '../conformance/cli/judge.ts'
import { mergeCommand } from '../conformance/cli/merge.ts'
import { formerIds } from '../fixtures/former-ids.ts'
import { reportCommand } from '../reports/command.ts'
import { callCommand } from './call-command.ts'
import { recordOf } from './records.ts'
import { removeMade } from './remove-made.ts'

const recorded = await recordOf('shards')
const indices = ['1', '2']

/** The names of version 1 in a text of today: each stands in quotes, as a key or as a value. */
const olderNames: [now: RegExp, before: string][] = [
  [/"type":"scenario-shared","scenario"/g, '"type":"journey-shared","journey"'],
  [/"scenario\.(order|grand|production)-walk"/g, '"journey.$1-tour"'],
  [/"scenario\./g, '"journey.'],
  ...Object.entries(formerIds().invariants).map(([former, today]): [RegExp, string] => [
    new RegExp(`"${today}"`, 'g'),
    `"${former}"`,
  ]),
  [/"type":"invariants-so-far"/g, '"type":"judges-so-far"'],
  [/"invariant":/g, '"judge":'],
  [/"type":"shard-results"/g, '"type":"shard-said"'],
  [/"results": ?\[/g, '"spoken":['],
  [/"rehearsal": ?[^,}]+,?/g, ''],
  [/"simulated_target":/g, '"rehearsal":'],
  [/("format":"assay-run","version":)2/g, '$11'],
]

const older = (text: string): string =>
  olderNames.reduce((before, [now, name]) => before.replaceAll(now, name), text).replaceAll(/,(\s*})/g, '$1')

const json = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>

const rewrite = (file: string): void => {
  const text = readFileSync(file, 'utf8')
  const before = older(text)
  if (before === text) throw new Error(`${file} has none of the older names`)
  writeFileSync(file, before)
}

/** The whole run and its shards twice: as they are, and as an older assay wrote them. */
const copies = (directory: string): { today: string; before: string } => {
  const [today, before] = ['today', 'before'].map((name) => join(directory, name)) as [string, string]
  for (const copy of [today, before]) cpSync(recorded.directory, copy, { recursive: true })
  for (const part of ['single', ...indices.map((index) => join('parts', index))])
    for (const name of ['run.ndjson', 'report.json']) rewrite(join(before, part, name))
  return { today, before }
}

t.test('the older files of this test are older', async (t) => {
  const { before } = copies(t.testdir())
  const record = readFileSync(join(before, 'parts', '1', 'run.ndjson'), 'utf8')
  for (const name of ['journey-shared', 'journey.', 'judges-so-far', 'shard-said', 'spoken', 'rehearsal'])
    t.match(record, name)
  t.notMatch(record, /scenario|simulated_target|shard-results/)
  const report = json(join(before, 'parts', '1', 'report.json'))
  t.match(report, { rehearsal: true, environment: { rehearsal: String }, shard: { spoken: Array } })
  t.notOk('simulated_target' in report)
})

t.test('rendered', async (t) => {
  const { today, before } = copies(t.testdir())
  for (const copy of [today, before]) {
    const { code, output } = await callCommand(reportCommand(), [
      join(copy, 'single'),
      '--reporter',
      'json,junit,metrics',
    ])
    t.equal(code, 0, output)
  }
  t.strictSame(json(join(before, 'single', 'report.json')), json(join(today, 'single', 'report.json')))
  for (const name of ['junit.xml', 'metrics.prom'])
    t.equal(readFileSync(join(before, 'single', name), 'utf8'), readFileSync(join(today, 'single', name), 'utf8'), name)
})

t.test('judged again', async (t) => {
  const { today, before } = copies(t.testdir())
  const judged = async (copy: string) => {
    const args = ['--report-dir', join(copy, 'judged'), '--reporter', 'json,ndjson']
    const { code, out } = await callCommand(judgeCommand(), [join(copy, 'single'), ...args])
    return { code, out, record: readFileSync(join(copy, 'judged', 'run.ndjson'), 'utf8') }
  }
  t.strictSame(await judged(before), await judged(today))
})

t.test('merged, with their records and without', async (t) => {
  const { today, before } = copies(t.testdir())
  const merged = async (copy: string, name: string) => {
    const out = join(copy, name)
    const args = ['--report-dir', out, '--reporter', 'json,ndjson']
    const { code, output } = await callCommand(mergeCommand(), [join(copy, 'parts'), ...args])
    t.equal(code, 1, output)
    const record = readFileSync(join(out, 'run.ndjson'), 'utf8')
    return { report: json(join(out, 'report.json')), record: record.replaceAll(/"at":"[^"]+"/g, '"at":""') }
  }
  t.strictSame(await merged(before, 'merged'), await merged(today, 'merged'))
  for (const copy of [today, before]) for (const index of indices) removeMade(join(copy, 'parts', index, 'run.ndjson'))
  t.strictSame(await merged(before, 'bare'), await merged(today, 'bare'))
})

t.test('compared', async (t) => {
  const { today, before } = copies(t.testdir())
  const compared = (...copies: [string, string]) =>
    callCommand(compareCommand(), [...copies.map((copy) => join(copy, 'single')), '--format', 'json', '--strict'])
  const { code, out } = await compared(before, today)
  t.equal(code, 0, out)
  t.strictSame(out, (await compared(today, today)).out)
})
