// A real sample of the kill matrix in two parts, joined: equal to the single run in all that does not depend on time.
// Silent for up to 300 s.
import { join } from 'node:path'
import t from 'tap'
import type { DefectRow, KillMatrix } from '../../proof/report/kill-matrix.ts'
import { adequacy } from '../adequacy.ts'

const directory = t.testdir({})
const at = (...parts: string[]): string => join(directory, ...parts)

/** Cheap ones, whose checks wait for no delivery; one of them has its order led by a way of the baseline. */
const defects = [
  'not-found-is-410',
  'account-environment-left-out',
  'order-without-order-type-name',
  'location-of-the-list',
  'any-scheme-accepted',
  'advance-taken-cancelled-to-off-hold',
]
/** Of this seed random plans are tried on a defect that the first of them shows. */
const measured = ['--seed', '3', '--whole', '0', '--random', '1', '--shorten', '1']
const selection = ['--defect', defects.join(','), '--no-reference', ...measured]

/** What a second run of the very same would not repeat: times, and in random plans what each run draws of its own. */
const timeless = (row: DefectRow) => ({ ...row, cost: { ...row.cost, cpu_ms: 0, ms: 0 } })

const times = new Set(['started_at', 'duration_ms', 'cpu_ms', 'workers', 'merged'])
const comparable = (matrix: KillMatrix) => ({
  ...Object.fromEntries(Object.entries(matrix).filter(([key]) => !times.has(key))),
  defects: matrix.defects.map(timeless),
})

t.test('two parts joined are the single run', async (t) => {
  const single = await adequacy(t, at('single'), ...selection, '--workers', '2')
  const parts = []
  for (const index of [1, 2])
    parts.push(await adequacy(t, at('parts', String(index)), ...selection, '--workers', '1', '--shard', `${index}/2`))
  const merged = await adequacy(t, at('merged'), '--merge', at('parts'), '--workers', '1')
  for (const { code, output } of [single, ...parts, merged]) t.equal(code, 0, output)
  t.strictSame(comparable(merged.matrix()), comparable(single.matrix()))
  t.equal(merged.matrix().summary.killed, defects.length)
  for (const { matrix } of parts) t.ok(matrix().defects.length > 0 && matrix().defects.length < defects.length)
  for (const id of defects) t.ok(merged.page().includes(`id="${id}"`), id)
})
