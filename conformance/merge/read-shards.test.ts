// What is found below the directories given: the reports of shards, without the merged one; and what to do where there are none.
import { join } from 'node:path'
import t from 'tap'
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
