// What is found below the directories given: the reports of shards, without the merged one; and what to do where there are none.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { recordOf } from '../../tests/records.ts'
import { findReports } from './read-shards.ts'

t.test('reports are found however deep, but for the one that the merge wrote', async (t) => {
  const folder = t.testdir({
    parts: { one: { 'report.json': '' }, deep: { two: { 'report.json': '' } }, out: { 'report.json': '' } },
  })
  const found = findReports([join(folder, 'parts')], join(folder, 'parts', 'out'))
  t.strictSame(found, [
    join(folder, 'parts', 'deep', 'two', 'report.json'),
    join(folder, 'parts', 'one', 'report.json'),
  ])
})

t.test('a shard that the merged report would replace is refused, and stays', async (t) => {
  const { directory } = await recordOf('sound')
  const whole = JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as object
  const report = (shard: object | null) => JSON.stringify({ ...whole, shard })
  const nothing = { selection: '', checks: [], unanswered: [], missing: [], require: 0, results: [] }
  const one = report({ index: 1, of: 2, ...nothing })
  const folder = t.testdir({
    1: { 'report.json': one },
    2: { 'report.json': one },
    merged: { 'report.json': report(null) },
  })
  const [first, second] = [join(folder, '1'), join(folder, '2')]
  const refused = { code: 'shard_in_report_dir', exitCode: 3, message: first }
  t.throws(() => findReports([folder], first), refused)
  t.throws(() => findReports([second, join(first, 'report.json')], first), refused, 'named itself')
  const both = [first, second].map((shard) => join(shard, 'report.json'))
  t.strictSame(findReports([folder], join(folder, 'merged')), both)
  t.strictSame(findReports([second], first), both.slice(1), 'it is not of those that are joined')
})

t.test(
  'a directory without a report is refused, and the parts of a kill matrix are sent where they belong',
  async (t) => {
    const folder = t.testdir({ empty: {}, matrix: { one: { 'matrix.json': '{}' } } })
    t.throws(() => findReports([join(folder, 'empty')], 'out'), {
      code: 'no_reports',
      exitCode: 3,
      message: /wrote\.$/,
    })
    t.throws(() => findReports([join(folder, 'matrix')], 'out'), {
      code: 'no_reports',
      exitCode: 3,
      message: /join the parts of a kill matrix with `assay adequacy --merge DIR`\.$/,
    })
  },
)
