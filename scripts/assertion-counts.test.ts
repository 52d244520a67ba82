import t from 'tap'
import { assertionCounts } from './assertion-counts.ts'

const counts = (lines: string[], code = 0): object => {
  const found = assertionCounts({ output: ['TAP version 14', ...lines, ''].join('\n'), code })
  return Object.fromEntries(Object.entries(found).filter(([, sum]) => sum > 0))
}

const nested = ['# Subtest: a', '    ok 1 - one', '    ok 2 - two # SKIP no browser', '    ok 3 - three # TODO']

t.test('assertions are counted where they are made, not as the subtests that hold them', async (t) => {
  t.same(counts([...nested, '    1..3', 'ok 1 - a', '1..1']), { total: 3, pass: 1, skip: 1, todo: 1 })
  t.same(counts(['not ok 1 - one', 'ok 2 - two', '1..2'], 1), { total: 2, pass: 1, fail: 1 })
})

t.test('a file that breaks off has failed, whatever its exit code', async (t) => {
  t.same(counts([...nested]), { total: 4, pass: 1, fail: 1, skip: 1, todo: 1 }, 'within a subtest')
  t.same(counts(['ok 1 - one']), { total: 2, pass: 1, fail: 1 }, 'before its plan')
  t.same(counts(['1..3', 'ok 1 - one']), { total: 2, pass: 1, fail: 1 }, 'before what its plan says')
  t.same(counts(['Bail out! no port']), { total: 1, fail: 1 })
})

t.test('a file that ends badly or asserts nothing has failed', async (t) => {
  t.same(counts(['ok 1 - one', '1..1'], 1), { total: 2, pass: 1, fail: 1 })
  t.same(counts([]), { total: 1, fail: 1 })
  t.same(counts(['1..0']), { total: 1, fail: 1 })
})
