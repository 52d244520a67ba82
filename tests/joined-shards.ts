// What the joined shards of a run must be: the single run, in every verdict.
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Test } from 'tap'
import { mergeCommand } from '../conformance/cli/merge.ts'
import { callCommand } from './call-command.ts'
import { loadFixture } from './fixture-files.ts'
import { runAssay } from './run-assay.ts'
import { removeMade } from './remove-made.ts'

export type Report = {
  rules: { id: string; verdict: string; reason: string | null; reason_code?: string; checks: string[] }[]
  checks: { id: string }[]
  findings: { rule: string; requests: string[] }[]
  causes: { id: string; findings: number[]; example: number }[]
  exchanges: Record<string, unknown>
  summary: { requests: number; rules: Record<string, number> }
  shard: { index: number; checks: string[] } | null
  merged: { index: number; requests: number }[] | null
}

/** Where the reports of a run lie, and of the same run in parts: each in a folder named after its index. */
type ShardedRun = { single: string; parts: string; indices: readonly string[] }

export const reportIn = (directory: string): Report =>
  JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as Report

const verdicts = ({ rules }: Report) => rules.map(({ id, verdict, reason }) => ({ id, verdict, reason }))

const merge = (...args: string[]) => callCommand(mergeCommand(), args)

/** All shards see one rule broken, by the defect `no-remaining-header`. */
export const testJoinedShards = (t: Test, { single, parts, indices }: ShardedRun): void => {
  const partsOf = () => indices.map((index) => reportIn(join(parts, index)))

  t.test(`joined, ${indices.length} shards are the single run in every verdict`, async (t) => {
    const directory = t.testdir()
    const { code, output } = await runAssay(['merge', parts, '--report-dir', directory])
    t.equal(code, 1, output)
    const [alone, merged] = [reportIn(single), reportIn(directory)]
    t.strictSame(verdicts(merged), verdicts(alone))
    t.strictSame(merged.checks.map(({ id }) => id).toSorted(), alone.checks.map(({ id }) => id).toSorted())
    t.equal(
      merged.summary.requests,
      (merged.merged ?? []).reduce((sum, { requests }) => sum + requests, 0),
    )
    t.equal(merged.shard, null)
    t.strictSame(
      merged.merged?.map(({ index }) => String(index)),
      indices,
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
    for (const report of [merged, ...partsOf()]) t.ok(validate(report), JSON.stringify(validate.errors))
  })

  t.test('a shard speaks of its own rules alone, and each check is in one shard', async (t) => {
    const checks = partsOf().flatMap(({ shard }) => shard?.checks ?? [])
    t.equal(new Set(checks).size, checks.length)
    t.strictSame(
      checks.toSorted(),
      reportIn(single)
        .checks.map(({ id }) => id)
        .toSorted(),
    )
    for (const { rules, checks: own } of partsOf()) {
      t.ok(own.length > 0)
      t.notOk(rules.some(({ reason_code: code }) => code === 'outside-selection' || code === 'in-another-shard'))
    }
  })

  t.test('reports whose records are gone have the same verdicts', async (t) => {
    const bare = t.testdir()
    cpSync(parts, bare, { recursive: true })
    for (const index of indices) removeMade(join(bare, index, 'run.ndjson'))
    const merged = join(bare, 'merged')
    t.equal((await merge(bare, '--report-dir', merged)).code, 1)
    t.strictSame(verdicts(reportIn(merged)), verdicts(reportIn(single)))
    const again = await merge(bare, '--report-dir', merged, '--reporter', 'json')
    t.equal(again.code, 1, 'the merged report among them is passed over')
  })
}
