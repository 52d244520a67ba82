// The ledger of the judges.
import t from 'tap'
import type { Comparison } from '../evidence/comparison.ts'
import { createJudgeLedger } from './judge-ledger.ts'

const comparison = (rule: string, held: boolean): Comparison => ({
  rule,
  held,
  expected: 1,
  received: held ? 1 : 2,
  requests: ['x1'],
})

t.test('the ledger of the judges keeps the breach and drops the evidence that held', async (t) => {
  const ledger = createJudgeLedger()
  const at = (id: string, held: boolean) => ({ ...comparison('a', held), requests: [id] })
  ledger.add([{ judge: 'judge.x', comparisons: [at('x1', true), at('x2', false), at('x3', true)] }])
  t.match(ledger.spoken(), [{ source: 'judge.x', rule: 'a', verdict: 'fail', compared: 3, requests: ['x2'] }])
})
