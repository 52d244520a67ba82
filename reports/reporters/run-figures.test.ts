// The requests of a run by phase: a phase that sends nothing is not named.
import t from 'tap'
import { absorb, emptyRun } from '../summary.ts'
import type { RunEvent } from '../run-record.ts'
import { planLines, spentLines } from './run-figures.ts'

const runOf = (...events: object[]) => {
  const run = emptyRun()
  for (const event of events) absorb(run, event as RunEvent)
  return run
}

t.test('phases without a request are left out, beforehand and afterwards', async (t) => {
  const phases = [
    { phase: 'preflight', requests: 8 },
    { phase: 'checks.account', requests: 0 },
  ]
  const run = runOf({ type: 'requests-planned', budget: null, shuffled: false, phases })
  t.strictSame(planLines(run), ['8 requests planned: preflight 8'])
  for (const [phase, spent] of [
    ['preflight', 8],
    ['checks.account', 0],
  ] as const)
    absorb(run, { type: 'phase-spent', phase, planned: spent, spent, ms: 1 } as RunEvent)
  t.strictSame(spentLines(run), ['8 requests of 8 planned: preflight 8/8'])
})
