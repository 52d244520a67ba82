// Parts of one sample of mutants joined: the counts of all; what is of another sample, twice or missing is refused.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { MutantRow, MutantsReport } from '../report/mutants-report.ts'
import { mutantRates, mutantsFormat, mutantsVersion } from '../report/mutants-report.ts'
import { findMutantParts, mergeMutants } from './merge-mutants.ts'

const row = (id: string, verdict: MutantRow['verdict']): MutantRow => ({
  id,
  file: 'simulator/a.ts',
  line: 1,
  column: 1,
  area: 'http',
  in: '',
  mutator: 'Regex',
  original: 'a',
  replacement: 'b',
  nth: 1,
  verdict,
  rule: null,
  by: null,
  during: null,
  reason: null,
  under: null,
  classified: null,
  cost: { requests: 0, cpu_ms: 0, ms: 0 },
})

const report = (index: number, rows: MutantRow[]): MutantsReport => ({
  format: mutantsFormat,
  version: mutantsVersion,
  suite: { name: 'assay', version: '1', contract: '1' },
  fingerprint: 'one',
  seed: 1,
  started_at: '2026-01-01T00:00:00.000Z',
  duration_ms: index,
  cpu_ms: 10,
  workers: 1,
  selection: { mutants: rows.length, of: 100, outside: 5, how: 'a sample' },
  clean: [],
  rates: mutantRates(rows),
  stale: [],
  mutants: rows,
  shard: { index, of: 2, outcome: 'complete' },
})

const one = report(1, [row('m1', 'killed')])
const two = report(2, [row('m2', 'survived')])

const merged = (t: Test, ...reports: unknown[]): MutantsReport => {
  const directory = t.testdir()
  for (const [at, value] of reports.entries()) {
    mkdirSync(join(directory, String(at)))
    writeFileSync(join(directory, String(at), 'mutants.json'), JSON.stringify(value))
  }
  return mergeMutants(findMutantParts(directory, join(directory, 'out')))
}

t.test('the parts are the whole', async (t) => {
  const { mutants, rates, selection, cpu_ms, merged: by, shard } = merged(t, two, one)
  t.strictSame(
    mutants.map(({ id }) => id),
    ['m1', 'm2'],
  )
  t.equal(rates.all.plain, 0.5)
  t.match({ selection, cpu_ms, by, shard }, { selection: { mutants: 2, of: 100 }, cpu_ms: 20, by: { shards: 2 } })
  t.equal(shard, undefined)
})

const cases: [string, unknown[]][] = [
  ['missing_shard', [one]],
  ['duplicate_shard', [one, one, two]],
  ['mixed_samples', [one, { ...two, seed: 2 }]],
  ['mixed_samples', [one, { ...two, fingerprint: 'two' }]],
  ['shard_incomplete', [one, { ...two, shard: { index: 2, of: 2, outcome: 'interrupted' } }]],
  ['not_a_shard', [one, { ...two, shard: undefined }]],
  ['unreadable_mutants', [{ ...one, format: 'assay-matrix' }]],
]
for (const [at, [code, parts]] of cases.entries())
  t.test(`${code}, ${at}`, async (t) => {
    t.throws(() => merged(t, ...parts), { code, exitCode: 2 })
  })

t.test('a directory without parts is a usage error', async (t) => {
  t.throws(() => findMutantParts(t.testdir(), 'out'), { code: 'no_mutants', exitCode: 3 })
})
