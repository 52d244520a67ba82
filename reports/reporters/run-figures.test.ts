// The requests of a run by phase: a phase that sends nothing is not named.
import t from 'tap'
import { absorb, emptyRun } from '../summary.ts'
import type { RunEvent } from '../run-record.ts'
import { coverageLines, planLines, spentLines } from './run-figures.ts'

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

t.test('what a rate limit window takes besides is said with the plan, and at the end', async (t) => {
  const phases = [{ phase: 'checks.limits', requests: 29 }]
  const run = runOf({ type: 'requests-planned', budget: null, shuffled: true, phases, for_window: 589 })
  t.strictSame(planLines(run), [
    '29 requests planned, up to 589 more to use up a rate limit window, checks shuffled: limits 29',
  ])
  absorb(run, { type: 'phase-spent', phase: 'checks.limits', planned: 29, spent: 606, ms: 1 } as RunEvent)
  t.strictSame(spentLines(run), [
    '606 requests of 29 planned, up to 589 more to use up a rate limit window: limits 606/29',
  ])
})

t.test('coverage names what is missing where that is little', async (t) => {
  const share = (of: number, ...missing: string[]) => ({ reached: of - missing.length, of, seen: {}, missing })
  const coverage = {
    operations: share(24),
    statuses: share(17, 'under_review'),
    transitions: share(80),
    pairs: share(9, 'a', 'b', 'c', 'd'),
    illegal_cells: share(277),
    events_in_feed: share(13, 'order.a', 'order.b', 'order.c'),
    events_delivered: share(13),
    error_codes: share(23),
  }
  t.strictSame(coverageLines(runOf({ type: 'coverage', coverage })), [
    'Coverage: 24/24 operations, 16/17 statuses (not under_review), 80/80 transitions,',
    '  5/9 transition pairs, 277/277 forbidden actions,',
    '  10/13 events in the feed (not order.a, order.b, order.c), 13/13 delivered, 23/23 error codes',
  ])
})
