// What a watch says of a rule that became arguable.
import t from 'tap'
import type { Comparison } from '../../reports/comparison.ts'
import { changeLines, isChange } from './change-lines.ts'

const row = { rule: 'actions.x', text: 'An answer has a field.' }

const comparison = (given: Partial<Record<keyof Comparison, unknown[]>>): Comparison => {
  const none = { regressed: [], fixed: [], still_violated: [], arguable: [], no_longer_tested: [] }
  return { ...none, newly_tested: [], readings: [], ...given } as unknown as Comparison
}

t.test('a rule that became arguable is a change, and no regression', async (t) => {
  const found = comparison({ arguable: [row] })
  t.ok(isChange(found))
  t.notOk(isChange(comparison({})))
  const lines = changeLines(found, { line: '' })
  t.match(lines.slice(1), [/^ {2}newly arguable {4}actions\.x: An answer has a field\.$/])
  t.notMatch(lines.join('\n'), /regressed +actions/)
})
