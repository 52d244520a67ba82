// How each cause is rerun.
import { recordedExchange } from '../../reports/recorded-exchange.support.ts'
import t from 'tap'
import type { Unstamped } from '../../reports/run-record.ts'
import { createTrace } from '../engine/trace.ts'
import type { Check } from '../kit/check.ts'
import { createPlanLog } from '../model/plan-log.ts'
import { finding } from './findings.support.ts'
import { groupFindings } from './group-findings.ts'
import { reproducerFor } from './reproducers.ts'

const aCheck = (id: string): Check => ({ id, verifies: ['a.b'], needs: [], run: async () => undefined })

const sent = (id: string, source: string, operation = 'getOrder', answer = ''): Unstamped => ({
  type: 'exchange',
  exchange: recordedExchange({ id, source, operation, status: 201, answer }),
})

const groundOf = (checks: string[], ...events: Unstamped[]) => {
  const trace = createTrace()
  for (const event of events) trace.event(event)
  return { trace, plans: createPlanLog(), checks: checks.map(aCheck) }
}

const wayOf = (ground: ReturnType<typeof groundOf>) => reproducerFor(groupFindings(ground.trace.findings)[0]!, ground)

const found = (check: string, ...requests: string[]): Unstamped => ({
  type: 'finding',
  ...finding('a.b', requests, { check }),
})

const shared = (scenario: string, by: string): Unstamped => ({ type: 'scenario-shared', scenario, by })

t.test('a check is run again with its scenarios, unless that costs too much', async (t) => {
  const cheap = groundOf(
    ['a.one'],
    shared('way', 'a.one'),
    sent('x1', 'scenario.way'),
    sent('x2', 'a.one'),
    found('a.one', 'x2'),
  )
  t.match(wayOf(cheap), { by: 'check', check: { id: 'a.one' }, requests: 2 })
  const many = Array.from({ length: 61 }, (_, index) => sent(`x${index}`, 'scenario.way'))
  const dear = groundOf(['a.one'], shared('way', 'a.one'), ...many, found('a.one', 'x2'))
  t.match(wayOf(dear), {
    by: 'none',
    check: { id: 'a.one' },
    reason: { code: 'check-too-dear', parameters: { requests: 61 } },
  })
})

t.test('what a check found is tried again by no other check that sends the same', async (t) => {
  const many = Array.from({ length: 61 }, (_, index) => sent(`x${index}`, 'scenario.way', 'listEvents'))
  const ground = groundOf(
    ['a.one', 'a.pages'],
    shared('way', 'a.one'),
    ...many,
    sent('x99', 'a.pages', 'listEvents'),
    found('a.one', 'x2'),
  )
  t.match(wayOf(ground), {
    by: 'none',
    check: { id: 'a.one' },
    reason: { code: 'check-too-dear', parameters: { requests: 61 } },
  })
})

t.test('what a judge found is shown by the cheapest check that sent it', async (t) => {
  const ground = groundOf(
    ['a.one', 'a.two'],
    shared('way', 'a.two'),
    sent('x1', 'scenario.way'),
    sent('x2', 'a.one'),
    sent('x3', 'a.one'),
    found('invariant.form', 'x1'),
    found('invariant.form', 'x2'),
  )
  t.match(wayOf(ground), { by: 'check', check: { id: 'a.two' }, requests: 1 })
})

t.test('a delivery is shown by the check whose order it was about', async (t) => {
  const body = { text: '{"data":{"order_id":"ord_7"}}', bytes: 1, sha256: '', cut: false }
  const ground = groundOf(
    ['a.one', 'a.two'],
    sent('x1', 'a.one'),
    sent('x2', 'a.two', 'createOrder', '{"id":"ord_7"}'),
    {
      type: 'delivery',
      delivery: {
        id: 'd1',
        received_at: '',
        method: 'POST',
        path: '/',
        headers: [],
        body,
        fault: null,
        answer: 'accepted',
      },
    },
    found('invariant.envelope', 'd1'),
  )
  t.match(wayOf(ground), { by: 'check', check: { id: 'a.two' } })
})

t.test('what only the run itself sent is shown by a check that sends the like, or not at all', async (t) => {
  const events = [sent('x1', 'preflight', 'ping'), found('invariant.form', 'x1')]
  t.match(wayOf(groundOf(['a.one'], ...events)), { by: 'none', check: null })
  t.match(wayOf(groundOf(['a.one'], sent('x2', 'a.one', 'ping'), ...events)), { by: 'check', check: { id: 'a.one' } })
})
