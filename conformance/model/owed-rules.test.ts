// Shows which of the steps before it an order that is elsewhere than expected speaks against.
import t from 'tap'
import { culprits } from './owed-rules.ts'
import { currentStatusRules, noEffectRules, ruleIds, targetRules } from './rule-ids.ts'

const [advance] = noEffectRules['advance']!
const [amend] = noEffectRules['amend']!
const [revision] = noEffectRules['revision']!

t.test('of several refusals the one of the very move that the order made is blamed', async (t) => {
  t.strictSame(culprits([advance!, amend!, revision!], 'reconsideration_requested'), [revision])
  t.strictSame(culprits([advance!, ruleIds.unacknowledgedLeaves], 'revision_requested'), [ruleIds.unacknowledgedLeaves])
  t.strictSame(culprits([advance!, ...noEffectRules['cancel']!], 'cancelled'), noEffectRules['cancel'])
})

t.test('all are where none of them leads there, but for a resume, which moved the order', async (t) => {
  t.strictSame(culprits([advance!, amend!], 'cancelled'), [advance, amend])
  t.strictSame(culprits([advance!, ...targetRules['resume']!], 'new'), targetRules['resume']!.slice(1))
})

t.test('an order at off_hold speaks against a refusal that named the status ahead', async (t) => {
  const [named] = currentStatusRules['resume']!
  t.strictSame(culprits([...noEffectRules['resume']!, named!], 'off_hold'), [named])
  t.strictSame(culprits([...noEffectRules['resume']!, named!], 'appraiser_assigned'), noEffectRules['resume'])
})
