// Of findings alike the first are kept; every rule that a check found violated has one, whatever went before.
import t from 'tap'
import type { Finding } from '../../reports/run-record.ts'
import { createFindingCap, mostFindings } from './finding-cap.ts'

const finding = (rule: string, key: string, check = 'a.check'): Finding => ({
  rule,
  check,
  kind: 'wrong_value',
  key,
  expected: 1,
  received: 2,
  pointer: null,
  requests: ['x1'],
})

const times = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index))

t.test('the first of those alike are kept, and each further one is like the first of them', async (t) => {
  const likeOf = createFindingCap()
  t.equal(likeOf(finding('a.other', 'fee')), null)
  const likes = times(mostFindings.alike + 2, () => likeOf(finding('a.b', 'fee')))
  t.strictSame(likes, [...times(mostFindings.alike, () => null), 1, 1])
  t.equal(likeOf(finding('a.b', 'date')), null, 'another key is another failure')
  t.equal(likeOf(finding('a.b', 'fee', 'another.check')), null)
})

t.test('keys that are never the same fill no record', async (t) => {
  const likeOf = createFindingCap()
  const likes = times(1_000, (index) => likeOf(finding('a.b', `key ${index}`)))
  t.equal(likes.filter((like) => like === null).length, mostFindings.ofCheck)
  t.equal(likes.at(-1), 0)
})

t.test('what a check finds first is kept, though the run has all that it may', async (t) => {
  const likeOf = createFindingCap()
  times(mostFindings.ofRun, (index) => likeOf(finding('a.b', 'fee', `check.${index}`)))
  t.equal(likeOf(finding('c.d', 'fee')), null)
  t.equal(likeOf(finding('c.d', 'fee')), mostFindings.ofRun)
})
