// The counts of killed defects: each defect in one area and under one operator, and none that names no operator.
import t from 'tap'
import { defectRow, someMatrix } from '../../tests/reports/some-matrix.ts'
import { matrixPage } from './matrix-page.ts'
import { byArea, byOperator } from './kill-matrix-tallies.ts'
import { matrixText } from './kill-matrix-text.ts'

const rows = [
  defectRow('one', { breaks: 'order.a', operator: 'skip' }),
  defectRow('two', { breaks: 'list.b', operator: 'skip', verdict: 'survived' }),
  defectRow('three', { breaks: 'list.c', operator: 'drop' }),
  defectRow('four', { breaks: 'list.d', verdict: 'inconclusive' }),
]

t.test('by area and by operator, in the order of their names', async (t) => {
  t.strictSame(byArea(rows), [
    { name: 'list', killed: 1, of: 3 },
    { name: 'order', killed: 1, of: 1 },
  ])
  t.strictSame(byOperator(rows), [
    { name: 'drop', killed: 1, of: 1 },
    { name: 'skip', killed: 1, of: 2 },
  ])
})

t.test('the terminal and the page show them', async (t) => {
  const matrix = { ...someMatrix, defects: rows }
  t.match(matrixText(matrix), /by mutation operator\n +drop +1 of +1 +100\.0 %\n +skip +1 of +2 +50\.0 %\n/)
  t.match(matrixPage(matrix), /id="operators"/)
})

t.test('a file without operators has no such section', async (t) => {
  const matrix = { ...someMatrix, defects: [defectRow('one')] }
  t.notMatch(matrixText(matrix), /operator/)
  t.notMatch(matrixPage(matrix), /id="operators"/)
  t.notMatch(matrixPage(matrix), /#operators/)
})
