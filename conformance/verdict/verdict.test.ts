import t from 'tap'
import { worst } from '../../reports/roll-up.ts'
import type { Rule } from '../contract.ts'
import type { Comparison } from '../judge/comparison.ts'
import { blocked, notApplicable, notTested } from '../target/unjudged.ts'
import { outcomesOf } from './check-outcome.ts'
import { createJudgeLedger } from './judge-ledger.ts'
import { ruleVerdicts, type RuleResult } from './rule-verdicts.ts'

const comparison = (rule: string, held: boolean): Comparison => ({
  rule,
  held,
  expected: 1,
  received: held ? 1 : 2,
  requests: ['x1'],
})

const ended = { stopped: null, inFlight: 0, unlooked: false }

const verdictsOf = (rules: string[], comparisons: Comparison[], end: Parameters<typeof outcomesOf>[2]) =>
  Object.fromEntries(outcomesOf(rules, comparisons, end).map(({ rule, verdict }) => [rule, verdict]))

t.test('of several verdicts the first in the order counts', async (t) => {
  t.equal(worst(['pass', 'not-tested', 'not-applicable']), 'pass')
  t.equal(worst(['pass', 'inconclusive']), 'inconclusive')
  t.equal(worst(['inconclusive', 'error']), 'error')
  t.equal(worst(['error', 'fail', 'pass']), 'fail')
  t.equal(worst(['not-applicable', 'not-tested']), 'not-tested')
  t.equal(worst([]), 'not-tested')
})

t.test('a rule passes when it was compared and held', async (t) => {
  t.strictSame(verdictsOf(['a'], [comparison('a', true)], ended), { a: 'pass' })
})

t.test('one comparison that fails outweighs all that held', async (t) => {
  const found = [comparison('a', true), comparison('a', false), comparison('a', true)]
  t.strictSame(verdictsOf(['a'], found, ended), { a: 'fail' })
})

t.test('a rule that was never compared is an error of the check', async (t) => {
  t.strictSame(verdictsOf(['a', 'b'], [comparison('a', true)], ended), { a: 'pass', b: 'error' })
})

t.test('a rule that was not reached because another is broken is inconclusive', async (t) => {
  const outcomes = outcomesOf(['a', 'b'], [comparison('a', false)], ended)
  t.match(outcomes, [{ verdict: 'fail' }, { verdict: 'inconclusive', reason: /because a is broken/ }])
})

t.test('a check that compared nothing after its last answer voids its passes', async (t) => {
  const end = { ...ended, unlooked: true }
  t.strictSame(verdictsOf(['a'], [comparison('a', true)], end), { a: 'error' })
  t.strictSame(verdictsOf(['a', 'b'], [comparison('a', true), comparison('b', false)], end), { a: 'pass', b: 'fail' })
})

t.test('a check that did not wait for its own call voids its passes', async (t) => {
  t.strictSame(verdictsOf(['a'], [comparison('a', true)], { ...ended, inFlight: 1 }), { a: 'error' })
})

t.test('a check that broke by its own fault voids its passes but not what it found broken', async (t) => {
  const end = { ...ended, stopped: new TypeError('undefined is not a function') }
  t.strictSame(verdictsOf(['a', 'b', 'c'], [comparison('a', true), comparison('b', false)], end), {
    a: 'error',
    b: 'fail',
    c: 'error',
  })
})

t.test('a fault of a check says where it came from, where that can be told', async (t) => {
  const [here] = outcomesOf(['a'], [], { ...ended, stopped: new TypeError('x is not a function') })
  const reason =
    /^the check itself failed: TypeError: x is not a function \(conformance\/verdict\/verdict\.test\.ts:\d+:\d+\)$/
  t.match(here?.reason, reason)
  const [nowhere] = outcomesOf(['a'], [], { ...ended, stopped: 'a text' })
  t.equal(nowhere?.reason, 'the check itself failed: a text')
})

t.test('a check that was stopped keeps what it compared and says why for the rest', async (t) => {
  const end = { ...ended, stopped: blocked('no order could be placed') }
  t.match(outcomesOf(['a', 'b'], [comparison('a', true)], end), [
    { verdict: 'pass', reason: null },
    { verdict: 'inconclusive', reason: 'no order could be placed' },
  ])
  t.strictSame(verdictsOf(['a'], [], { ...ended, stopped: notTested('no such product') }), { a: 'not-tested' })
  t.strictSame(verdictsOf(['a'], [], { ...ended, stopped: notApplicable('switched off') }), { a: 'not-applicable' })
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

const spoken = (
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

t.test('verdicts of checks and judges on one rule are rolled up into one', async (t) => {
  const [found] = ruleVerdicts(
    [rule('a')],
    [spoken('check', 'a', 'not-tested', 'no role'), spoken('judge', 'a', 'pass')],
  )
  t.match(found, { verdict: 'pass', reason: null, checks: ['check', 'judge'], evidence: 2 })
})

t.test('a rule nobody spoke for is not tested, with the reason', async (t) => {
  const watchers = new Map([['b', ['judge.fields']]])
  const found = ruleVerdicts([rule('a'), rule('b'), rule('c', 'It is out of sight.')], [], watchers)
  t.match(found, [
    { verdict: 'not-tested', reason: 'no check covers it yet' },
    { verdict: 'not-tested', reason: 'not exercised by this run', checks: ['judge.fields'] },
    { verdict: 'not-applicable', reason: 'It is out of sight.' },
  ])
})

t.test('a breach that a check finds outweighs the reason why no look could settle it', async (t) => {
  t.match(ruleVerdicts([rule('a', 'It is out of sight.')], [spoken('check', 'a', 'fail')]), [{ verdict: 'fail' }])
})

t.test('the ledger of the judges keeps the breach and drops the evidence that held', async (t) => {
  const ledger = createJudgeLedger()
  const at = (id: string, held: boolean) => ({ ...comparison('a', held), requests: [id] })
  ledger.add([{ judge: 'judge.x', comparisons: [at('x1', true), at('x2', false), at('x3', true)] }])
  t.match(ledger.spoken(), [{ source: 'judge.x', rule: 'a', verdict: 'fail', compared: 3, requests: ['x2'] }])
})
