// Four shards joined are one run, in every verdict; and what is not the parts of one run is refused by name.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { stringify } from 'yaml'
import { createSimulator } from '../simulator/simulator.ts'
import { loadFixture } from './fixture-files.ts'
import { assay } from './places.ts'

const run = async (...args: string[]) => {
  const child = spawn(process.execPath, [assay, ...args], { env: { ...process.env, NODE_OPTIONS: '' } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

type Report = {
  rules: { id: string; verdict: string; reason: string | null; checks: string[] }[]
  checks: { id: string }[]
  findings: { rule: string; requests: string[] }[]
  causes: { id: string; findings: number[]; example: number }[]
  exchanges: Record<string, unknown>
  summary: { requests: number; rules: Record<string, number> }
  shard: { index: number; checks: string[] } | null
  merged: { index: number; requests: number }[] | null
}

const reportIn = (directory: string) => JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as Report
const directory = t.testdir({})
const at = (...parts: string[]): string => join(directory, ...parts)
const indices = ['1', '2', '3', '4']
const selection = ['--area', 'account', '--area', 'catalog', '--area', 'messages', '--seed', '7', '--no-second-tries']

/** A broken rule that every shard sees, and one that a single check finds. */
const simulator = await createSimulator({ defect: 'no-remaining-header' })
t.teardown(() => simulator.close())
writeFileSync(at('target.yaml'), stringify(simulator.profile()))

t.before(async () => {
  const target = ['--target', at('target.yaml'), '--reporter', 'json,ndjson']
  await run('conform', ...selection, ...target, '--report-dir', at('single'))
  for (const index of indices) {
    const { code, output } = await run(
      'conform',
      ...selection,
      ...target,
      '--shard',
      `${index}/4`,
      '--report-dir',
      at('parts', index),
    )
    if (code !== 1) throw new Error(output)
  }
})

const verdicts = ({ rules }: Report) => rules.map(({ id, verdict, reason }) => ({ id, verdict, reason }))

t.test('joined, four shards are the single run in every verdict', async (t) => {
  const { code, output } = await run('merge', at('parts'), '--report-dir', at('merged'))
  t.equal(code, 1, output)
  const [single, merged] = [reportIn(at('single')), reportIn(at('merged'))]
  t.strictSame(verdicts(merged), verdicts(single))
  t.strictSame(merged.checks.map(({ id }) => id).toSorted(), single.checks.map(({ id }) => id).toSorted())
  t.equal(
    merged.summary.requests,
    (merged.merged ?? []).reduce((sum, { requests }) => sum + requests, 0),
  )
  t.equal(merged.shard, null)
  t.strictSame(
    merged.merged?.map(({ index }) => index),
    [1, 2, 3, 4],
  )
  t.strictSame(
    merged.causes.map(({ id }) => id),
    ['limits.remaining-header-on-every-response'],
    'what all shards saw has one cause',
  )
  for (const { requests } of merged.findings) for (const id of requests) t.ok(id in merged.exchanges, id)
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    loadFixture('schemas/report.schema.json'),
  )
  for (const report of [merged, ...indices.map((index) => reportIn(at('parts', index)))])
    t.ok(validate(report), JSON.stringify(validate.errors))
})

t.test('a shard speaks of its own rules alone, and each check is in one shard', async (t) => {
  const parts = indices.map((index) => reportIn(at('parts', index)))
  const checks = parts.flatMap(({ shard }) => shard?.checks ?? [])
  t.equal(new Set(checks).size, checks.length)
  t.strictSame(
    checks.toSorted(),
    reportIn(at('single'))
      .checks.map(({ id }) => id)
      .toSorted(),
  )
  for (const { rules } of parts)
    t.notOk(rules.some(({ reason }) => /outside the selected|another shard/.test(reason ?? '')))
})

t.test('reports whose records are gone have the same verdicts', async (t) => {
  cpSync(at('parts'), at('bare'), { recursive: true })
  for (const index of indices) rmSync(at('bare', index, 'run.ndjson'))
  const { code } = await run('merge', at('bare'), '--report-dir', at('bare', 'merged'))
  t.equal(code, 1)
  t.strictSame(verdicts(reportIn(at('bare', 'merged'))), verdicts(reportIn(at('single'))))
  const again = await run('merge', at('bare'), '--report-dir', at('bare', 'merged'), '--reporter', 'json')
  t.equal(again.code, 1, 'the merged report among them is passed over')
})

const without = (file: string) => (report: Report) => ({ ...report, ...(JSON.parse(file) as Partial<Report>) })

const changed = (name: string, index: string, change: (report: Report) => object): string => {
  cpSync(at('parts'), at(name), { recursive: true })
  const file = at(name, index, 'report.json')
  writeFileSync(file, JSON.stringify(change(reportIn(at(name, index)))))
  return at(name)
}

t.test('what is not one run is refused, with a code and no report', async (t) => {
  mkdirSync(at('empty'))
  const shardOf = (change: object) => (report: Report) => ({ ...report, shard: { ...report.shard, ...change } })
  const suite = { name: 'assay', version: '0.0.1', contract: '1.0.0' }
  const cases: [code: string, exit: number, given: string[]][] = [
    ['missing_shard', 2, ['1', '2', '4'].map((index) => at('parts', index))],
    ['duplicate_shard', 2, [at('parts'), changed('twice', '1', (report) => report)]],
    ['mixed_versions', 2, [changed('version', '2', without(JSON.stringify({ suite })))]],
    ['mixed_seeds', 2, [changed('seed', '3', without('{"seed":8}'))]],
    [
      'mixed_targets',
      2,
      [
        changed('target', '4', (report) => {
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
      [changed('again', '2', (report) => shardOf({ checks: reportIn(at('parts', '1')).shard?.checks })(report))],
    ],
    ['checks_missing', 2, [changed('fewer', '1', shardOf({ checks: [] }))]],
    ['shard_incomplete', 2, [changed('cut', '2', without('{"outcome":"interrupted"}'))]],
    ['not_a_shard', 2, [at('parts'), at('single')]],
    ['no_reports', 3, [at('empty')]],
    ['unreadable_report', 2, [at('nowhere.json')]],
  ]
  for (const [name, exit, given] of cases) {
    const { code, output } = await run('merge', ...given, '--report-dir', at('refused'))
    t.equal(code, exit, `${name}: ${output}`)
    t.match(output, new RegExp(`^${name}: .+[.]`, 'm'))
    t.notMatch(output, /\n {4}at /, 'no stack trace')
  }
})

t.test('a shard needs a seed and a part that there is', async (t) => {
  const unseeded = await run('conform', '--list', '--shard', '1/4')
  t.equal(unseeded.code, 3)
  t.match(unseeded.output, /^shard_without_seed: /m)
  for (const part of ['0/4', '5/4', '1', 'a/b', '1/0', '-1/4', '1/999'])
    t.equal((await run('conform', '--list', '--seed', '1', '--shard', part)).code, 3, part)
})
