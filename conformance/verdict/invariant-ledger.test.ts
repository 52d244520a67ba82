// The ledger of the invariants.
import t from 'tap'
import type { Assertion } from '../evidence/assertion.ts'
import { assertion } from './assertion.support.ts'
import { createInvariantLedger } from './invariant-ledger.ts'

t.test('the ledger of the invariants keeps the breach and drops the evidence that held', async (t) => {
  const ledger = createInvariantLedger()
  const at = (id: string, passed: boolean) => ({ ...assertion('a', passed), requests: [id] })
  ledger.add([{ invariant: 'invariant.x', assertions: [at('x1', true), at('x2', false), at('x3', true)] }])
  t.match(ledger.results(), [{ source: 'invariant.x', rule: 'a', verdict: 'fail', compared: 3, requests: ['x2'] }])
})

t.test('what changed is what is judged for the first time, or violated for the first time', async (t) => {
  const ledger = createInvariantLedger()
  const judged = (...assertions: Assertion[]) => {
    ledger.add([{ invariant: 'invariant.x', assertions }])
    return ledger.changed().map(({ rule, verdict }) => `${rule} ${verdict}`)
  }
  t.strictSame(judged(assertion('a', true), assertion('b', false)), ['a pass', 'b fail'])
  t.strictSame(judged(assertion('a', true), assertion('b', true)), [])
  t.strictSame(judged(assertion('a', false), assertion('c', true)), ['a fail', 'c pass'])
  t.strictSame(judged(assertion('a', false)), [])
})
