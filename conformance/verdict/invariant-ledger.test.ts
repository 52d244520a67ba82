// The ledger of the invariants.
import t from 'tap'
import type { Assertion } from '../evidence/assertion.ts'
import { createInvariantLedger } from './invariant-ledger.ts'

const assertion = (rule: string, passed: boolean): Assertion => ({
  rule,
  passed,
  expected: 1,
  received: passed ? 1 : 2,
  requests: ['x1'],
})

t.test('the ledger of the judges keeps the breach and drops the evidence that held', async (t) => {
  const ledger = createInvariantLedger()
  const at = (id: string, passed: boolean) => ({ ...assertion('a', passed), requests: [id] })
  ledger.add([{ invariant: 'judge.x', assertions: [at('x1', true), at('x2', false), at('x3', true)] }])
  t.match(ledger.results(), [{ source: 'judge.x', rule: 'a', verdict: 'fail', compared: 3, requests: ['x2'] }])
})
