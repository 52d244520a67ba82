// The shards of a small run joined into one, and what is not the parts of one run refused by name.
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { mergeCommand } from '../conformance/cli/merge.ts'
import { conformCommand } from '../conformance/cli/conform.ts'
import { callCommand } from './call-command.ts'
import { reportIn, testJoinedShards, type Report } from './joined-shards.ts'
import { recordOf } from './records.ts'

const recorded = await recordOf('shards')
const single = recorded.at('single')
const parts = recorded.at('parts')
const directory = t.testdir({ empty: {} })
const at = (...names: string[]): string => join(directory, ...names)
const indices = ['1', '2']

testJoinedShards(t, { single, parts, indices })

const merge = (...args: string[]) => callCommand(mergeCommand(), args)
const conform = (...args: string[]) =>
  callCommand(conformCommand({ embedded: { command: process.execPath, args: [] } }), args)

const without = (file: string) => (report: Report) => ({ ...report, ...(JSON.parse(file) as Partial<Report>) })

const changed = (name: string, index: string, change: (report: Report) => object): string => {
  for (const each of indices) cpSync(join(parts, each), at(name, each), { recursive: true })
  const file = at(name, index, 'report.json')
  writeFileSync(file, JSON.stringify(change(reportIn(at(name, index)))))
  return at(name)
}

t.test('what is not one run is refused, with a code and no report', async (t) => {
  const shardOf = (change: object) => (report: Report) => ({ ...report, shard: { ...report.shard, ...change } })
  const suite = { name: 'assay', version: '0.0.1', contract: '1.0.0' }
  const cases: [code: string, exit: number, given: string[]][] = [
    ['missing_shard', 2, [join(parts, '1')]],
    ['duplicate_shard', 2, [parts, changed('twice', '1', (report) => report)]],
    ['mixed_versions', 2, [changed('version', '2', without(JSON.stringify({ suite })))]],
    ['mixed_seeds', 2, [changed('seed', '2', without('{"seed":8}'))]],
    [
      'mixed_targets',
      2,
      [
        changed('target', '2', (report) => {
          const { environment } = report as unknown as { environment: object }
          return { ...report, environment: { ...environment, sandbox_base_url: 'https://other.example/v1' } }
        }),
      ],
    ],
    ['mixed_selections', 2, [changed('selection', '2', shardOf({ selection: 'another' }))]],
    ['mixed_shard_counts', 2, [changed('counts', '2', shardOf({ of: 5 }))]],
    [
      'check_in_two_shards',
      2,
      [changed('again', '2', (report) => shardOf({ checks: reportIn(join(parts, '1')).shard?.checks })(report))],
    ],
    ['checks_missing', 2, [changed('fewer', '1', shardOf({ checks: [] }))]],
    ['shard_incomplete', 2, [changed('cut', '2', without('{"outcome":"interrupted"}'))]],
    ['not_a_shard', 2, [parts, single]],
    ['no_reports', 3, [at('empty')]],
    ['unreadable_report', 2, [at('nowhere.json')]],
  ]
  for (const [name, exit, given] of cases) {
    const { code, output } = await merge(...given, '--report-dir', at('refused'))
    t.equal(code, exit, `${name}: ${output}`)
    t.match(output, new RegExp(`^${name}: .+[.]`, 'm'))
    t.notMatch(output, /\n {4}at /, 'no stack trace')
  }
})

t.test('a shard needs a seed and a part that there is', async (t) => {
  const unseeded = await conform('--list', '--shard', '1/4')
  t.equal(unseeded.code, 3)
  t.match(unseeded.output, /^shard_without_seed: /m)
  for (const part of ['0/4', '5/4', '1', 'a/b', '1/0', '-1/4', '1/999'])
    t.equal((await conform('--list', '--seed', '1', '--shard', part)).code, 3, part)
})
