// The matrix of bad clients: each defect of the good one is found by the rule that it breaks, and by no other.
// Silent for up to 300 s.
import t from 'tap'
import { judgedRules } from '../../conformance/audit/judge-journal.ts'
import { badClients } from '../audit/bad-clients.ts'
import { sampled } from '../sampled.ts'
import { rowOf } from '../audit/matrix.ts'

t.test('there is a bad client for every judged rule', async (t) => {
  t.strictSame(Object.keys(badClients).toSorted(), [...judgedRules().keys()].toSorted())
})

for (const rule of sampled(Object.keys(badClients), 30))
  t.test(rule, async (t) => {
    t.strictSame(await rowOf(rule), { rule, killed: true, also: [] })
  })
