// What a check says of its rules: passes, failures, and what voids them.
import { basename } from 'node:path'
import t from 'tap'
import { noCredential } from '../evidence/roles.ts'
import { blocked, notApplicable, notTested, reason } from '../evidence/inconclusive.ts'
import type { Assertion } from '../evidence/assertion.ts'
import { assertion } from './assertion.support.ts'
import { outcomesOf } from './check-outcome.ts'

const ended = { stopped: null, inFlight: 0, unlooked: false }

const verdictsOf = (rules: string[], assertions: Assertion[], end: Parameters<typeof outcomesOf>[2]) =>
  Object.fromEntries(outcomesOf(rules, assertions, end).map(({ rule, verdict }) => [rule, verdict]))

t.test('a rule passes when it was compared and held', async (t) => {
  t.strictSame(verdictsOf(['a'], [assertion('a', true)], ended), { a: 'pass' })
})

t.test('one comparison that fails outweighs all that held', async (t) => {
  const found = [assertion('a', true), assertion('a', false), assertion('a', true)]
  t.strictSame(verdictsOf(['a'], found, ended), { a: 'fail' })
})

t.test('a rule that was never compared is an error of the check', async (t) => {
  t.strictSame(verdictsOf(['a', 'b'], [assertion('a', true)], ended), { a: 'pass', b: 'error' })
})

t.test('what the answers of the target explain is no error of the check', async (t) => {
  const misshapen = { operation: 'getOrder', pointer: '/status' }
  const stopped = new TypeError('undefined is not iterable')
  const reasons = (end: Parameters<typeof outcomesOf>[2]) =>
    outcomesOf(['a', 'b'], [assertion('a', true)], end).map(({ verdict, reason_code: code }) => code ?? verdict)
  t.strictSame(reasons({ ...ended, stopped, misshapen }), ['pass', 'answer-not-as-described'])
  t.strictSame(reasons({ ...ended, misshapen }), ['pass', 'not-shown-by-answers'])
  const refused = reason('ended-after', { call: 'POST /orders/ord_1/hold', answer: '409' })
  t.strictSame(reasons({ ...ended, refused, misshapen }), ['pass', 'ended-after'])
})

t.test('a rule that was not reached because another is broken is inconclusive', async (t) => {
  const outcomes = outcomesOf(['a', 'b'], [assertion('a', false)], ended)
  t.match(outcomes, [
    { verdict: 'fail' },
    { verdict: 'inconclusive', reason_code: 'stopped-after-failure', reason_parameters: { rule: 'a' } },
  ])
})

t.test('a check that compared nothing after its last answer voids its passes', async (t) => {
  const end = { ...ended, unlooked: true }
  t.strictSame(verdictsOf(['a'], [assertion('a', true)], end), { a: 'error' })
  t.strictSame(verdictsOf(['a', 'b'], [assertion('a', true), assertion('b', false)], end), { a: 'pass', b: 'fail' })
})

t.test('a check that did not wait for its own call voids its passes', async (t) => {
  t.strictSame(verdictsOf(['a'], [assertion('a', true)], { ...ended, inFlight: 1 }), { a: 'error' })
})

t.test('a check that broke by its own fault voids its passes but not what it found broken', async (t) => {
  const end = { ...ended, stopped: new TypeError('undefined is not a function') }
  t.strictSame(verdictsOf(['a', 'b', 'c'], [assertion('a', true), assertion('b', false)], end), {
    a: 'error',
    b: 'fail',
    c: 'error',
  })
})

t.test('a fault of a check says where it came from, where that is known', async (t) => {
  const [here] = outcomesOf(['a'], [], { ...ended, stopped: new TypeError('x is not a function') })
  const [, place] = /^the check itself failed: TypeError: x is not a function \((.+):\d+:\d+\)$/.exec(here!.reason!)!
  t.equal(place, `conformance/verdict/${basename(import.meta.url)}`, 'of the file that runs')
  const [nowhere] = outcomesOf(['a'], [], { ...ended, stopped: 'a text' })
  t.equal(nowhere?.reason, 'the check itself failed: a text')
})

t.test('a check that was stopped keeps what it compared and says why for the rest', async (t) => {
  const end = { ...ended, stopped: blocked('no-create-accepted') }
  t.match(outcomesOf(['a', 'b'], [assertion('a', true)], end), [
    { verdict: 'pass', reason: null },
    { verdict: 'inconclusive', reason_code: 'no-create-accepted' },
  ])
  t.strictSame(verdictsOf(['a'], [], { ...ended, stopped: notTested('no-orderable-product') }), { a: 'not-tested' })
  t.strictSame(verdictsOf(['a'], [], { ...ended, stopped: notApplicable('appraiser-contact-kept') }), {
    a: 'not-applicable',
  })
})

t.test('a rule that nothing can show is not tested, unless it was compared or the check is at fault', async (t) => {
  const left = new Map([
    ['a', notTested(noCredential('other_lender'))],
    ['b', notTested('catalog-empty')],
  ])
  const found = outcomesOf(['a', 'b', 'c'], [assertion('b', true)], { ...ended, left })
  t.match(found, [
    { rule: 'a', verdict: 'not-tested', reason_code: 'no-credential', reason_parameters: { role: 'other_lender' } },
    { rule: 'b', verdict: 'pass', reason: null },
    { rule: 'c', verdict: 'error', reason_code: 'nothing-compared' },
  ])
  const stopped = { ...ended, left, stopped: blocked('no-create-accepted') }
  t.strictSame(verdictsOf(['a', 'c'], [], stopped), { a: 'not-tested', c: 'inconclusive' })
  t.strictSame(verdictsOf(['a'], [], { ...ended, left, stopped: new TypeError('x') }), { a: 'error' })
})

t.test('each rule that was left has the verdict and the reason of its own', async (t) => {
  const left = new Map([
    ['a', notApplicable('appraiser-contact-kept')],
    ['b', blocked('no-create-accepted')],
  ])
  t.match(outcomesOf(['a', 'b', 'c'], [assertion('c', true)], { ...ended, left }), [
    { verdict: 'not-applicable', reason_code: 'appraiser-contact-kept' },
    { verdict: 'inconclusive', reason_code: 'no-create-accepted' },
    { verdict: 'pass', reason: null },
  ])
})

t.test(
  'what held is no pass where the rule says more than was compared, and a breach is one all the same',
  async (t) => {
    const unfinished = new Map(['a', 'b', 'c'].map((rule) => [rule, notTested('receiver-answered-late')]))
    const found = [assertion('a', true), assertion('b', false), assertion('d', true)]
    t.match(outcomesOf(['a', 'b', 'c', 'd'], found, { ...ended, unfinished }), [
      { rule: 'a', compared: 1, verdict: 'not-tested', reason_code: 'receiver-answered-late' },
      { rule: 'b', verdict: 'fail', reason: null },
      { rule: 'c', compared: 0, verdict: 'not-tested', reason_code: 'receiver-answered-late' },
      { rule: 'd', verdict: 'pass' },
    ])
    t.strictSame(verdictsOf(['a'], found, { ...ended, unfinished, stopped: new TypeError('x') }), { a: 'error' })
  },
)
