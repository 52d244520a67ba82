// Verdicts of checks and invariants on one rule become one.
import t from 'tap'
import { worst } from '../../reports/roll-up.ts'
import type { Rule } from '../contract/contract.ts'
import { ruleVerdicts, type RuleResult } from './rule-verdicts.ts'

t.test('of several verdicts the first in the order counts', async (t) => {
  t.equal(worst(['pass', 'not-tested', 'not-applicable']), 'pass')
  t.equal(worst(['pass', 'inconclusive']), 'inconclusive')
  t.equal(worst(['inconclusive', 'error']), 'error')
  t.equal(worst(['error', 'fail', 'pass']), 'fail')
  t.equal(worst(['not-applicable', 'not-tested']), 'not-tested')
  t.equal(worst([]), 'not-tested')
})

const rule = (id: string, unobservable?: string): Rule => ({
  id,
  area: 'a',
  source: 'Limits',
  party: 'service',
  level: 'must',
  text: id,
  operations: 'all',
  ...(unobservable !== undefined && { unobservable }),
})

const results = (
  source: string,
  id: string,
  verdict: RuleResult['verdict'],
  reason: string | null = null,
): RuleResult => ({
  source,
  rule: id,
  verdict,
  reason,
  compared: 1,
  requests: ['x1'],
})

t.test('verdicts of checks and invariants on one rule are rolled up into one', async (t) => {
  const [found] = ruleVerdicts(
    [rule('a')],
    [results('check', 'a', 'not-tested', 'no role'), results('judge', 'a', 'pass')],
  )
  t.match(found, { verdict: 'pass', reason: null, checks: ['check', 'judge'], evidence: 2 })
})

t.test('a rule nobody spoke for is not tested, with the reason', async (t) => {
  const invariants = new Map([['b', ['invariant.fields']]])
  const found = ruleVerdicts([rule('a'), rule('b'), rule('c', 'It is out of sight.')], [], invariants)
  t.match(found, [
    { verdict: 'not-tested', reason_code: 'no-check' },
    { verdict: 'not-tested', reason_code: 'not-exercised', checks: ['invariant.fields'] },
    { verdict: 'not-applicable', reason_code: 'unobservable', reason: 'It is out of sight.' },
  ])
})

t.test('a breach that a check finds outweighs the reason why no look could settle it', async (t) => {
  t.match(ruleVerdicts([rule('a', 'It is out of sight.')], [results('check', 'a', 'fail')]), [{ verdict: 'fail' }])
})

t.test('a violated inferred rule is arguable, and violated where the run is strict', async (t) => {
  const inferred: Rule = { ...rule('a'), basis: 'inferred', rests_on: ['P1'], counter: 'It may be otherwise.' }
  const verdicts = (found: RuleResult['verdict'], isStrict?: boolean) =>
    ruleVerdicts([inferred, rule('b')], [results('c', 'a', found), results('c', 'b', found)], new Map(), isStrict)
  t.match(verdicts('fail', false), [
    { verdict: 'arguable', basis: 'inferred', rests_on: [{ at: /./ }], counter: /otherwise/, requests: ['x1'] },
    { verdict: 'fail' },
  ])
  t.match(verdicts('fail', true), [{ verdict: 'fail', counter: /otherwise/ }, { verdict: 'fail' }])
  t.match(verdicts('fail'), [{ verdict: 'fail' }], 'strict where nobody says otherwise, so that nothing is lost')
  t.match(verdicts('pass', false), [{ verdict: 'pass' }, { verdict: 'pass' }])
})
