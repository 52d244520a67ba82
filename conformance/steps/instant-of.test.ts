import t from 'tap'
import { instantOf } from './instant-of.ts'

t.test('two writings of one time are the same, and what is no time is shown as it came', async (t) => {
  t.equal(instantOf('2026-03-02T15:04:05Z'), instantOf('2026-03-02T16:04:05.000+01:00'))
  t.not(instantOf('2026-03-02T15:04:05Z'), instantOf('2026-03-02T15:04:06Z'))
  t.equal(instantOf('soon'), 'soon')
  t.equal(instantOf(undefined), 'nothing')
  t.equal(instantOf(7), 7)
})
