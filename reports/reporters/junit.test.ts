// The failure of a rule in JUnit comes with the reproducer that every report shows: the shortened one.
import { recordedExchange } from '../recorded-exchange.support.ts'
import { XMLParser } from 'fast-xml-parser'
import t from 'tap'
import { someCause } from '../../tests/reports/some-cause.ts'
import type { PlanFile } from '../plan-file.ts'
import type { Finding, RunEvent, Unstamped } from '../run-record.ts'
import { absorb, emptyRun, type Run } from '../summary.ts'
import { junitXml } from './junit.ts'

const at = '2026-03-02T15:04:05.000Z'

const runOf = (...events: Unstamped[]): Run => {
  const run = emptyRun()
  for (const event of events) absorb(run, { at, ...event } as RunEvent)
  return run
}

const sent = (
  id: string,
  source: string,
  operation: string,
  method: string,
  path: string,
  answer: string,
): Unstamped => {
  const exchange = recordedExchange({ id, source, operation, method, path, answer, started_at: at })
  return { type: 'exchange', exchange }
}

const finding = (rule: string): { type: 'finding' } & Finding => ({
  type: 'finding',
  rule,
  check: 'actions.c',
  expected: 409,
  received: 200,
  pointer: 'status',
  requests: ['x1', 'x3'],
})

const judged = (rule: string): Unstamped => ({
  type: 'rule-judged',
  rule,
  source: 'Actions',
  text: 'It says.',
  verdict: 'fail',
  reason: null,
  checks: ['actions.c'],
  evidence: 1,
  requests: ['x3'],
})

const plan: PlanFile = {
  format: 'assay-plan',
  version: 1,
  rule: 'actions.a',
  found_by: 'actions.c',
  seed: 7,
  expected: 409,
  received: 200,
  pointer: 'status',
  run: {
    plan: {
      version: 1,
      id: 'p',
      seed: 7,
      steps: [
        { order: 'o1', action: { do: 'create', product: 'plain', loan_number: true } },
        { order: 'o1', action: { do: 'hold' } },
      ],
    },
  },
}

const run = runOf(
  sent('x1', 'actions.c', 'createOrder', 'POST', '/orders', '{"id":"ord_1"}'),
  sent('x2', 'actions.c', 'advanceOrder', 'POST', '/orders/ord_1/advance', '{}'),
  sent('x3', 'actions.c', 'holdOrder', 'POST', '/orders/ord_1/hold', '{}'),
  sent('x4', 'reruns', 'createOrder', 'POST', '/orders', '{"id":"ord_2"}'),
  sent('x5', 'reruns', 'holdOrder', 'POST', '/orders/ord_2/hold', '{}'),
  judged('actions.a'),
  judged('actions.b'),
  finding('actions.a'),
  finding('actions.b'),
  someCause(['actions.a', 'actions.b'], { findings: [0, 1], requests: 4, plan }),
)

type Case = { name: string; failure?: { '#text': string } }

const failures = (): Map<string, string> => {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' })
  const { testsuites } = parser.parse(junitXml(run)) as { testsuites: { testsuite: { testcase: Case[] }[] } }
  const cases = [testsuites.testsuite].flat().flatMap(({ testcase }) => testcase)
  return new Map(cases.map(({ name, failure }) => [name.split(':')[0]!, failure?.['#text'] ?? '']))
}

t.test('a rule that heads a cause has the script of the shortened plan', async (t) => {
  const text = failures().get('actions.a')!
  t.match(text, '# 2. holdOrder')
  t.notMatch(text, 'advanceOrder', 'the plan does without this step')
})

t.test('a consequence names its cause, and has the script of what was seen', async (t) => {
  const text = failures().get('actions.b')!
  t.match(text, 'Same cause as actions.a')
  t.match(text, 'advanceOrder')
})

t.test('a case is named by its rule alone, and has its part of the time of its checks', async (t) => {
  const outcome = (rule: string) => ({ rule, verdict: 'pass' as const, reason: null, comparisons: 1 })
  const run = runOf(judged('actions.a'), judged('actions.b'), judged('actions.c'), {
    type: 'check-finished',
    check: 'actions.c',
    verdict: 'pass',
    reason: null,
    comparisons: 2,
    requests: 4,
    ms: 3000,
    outcomes: [outcome('actions.a'), outcome('actions.b')],
  } as unknown as Unstamped)
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' })
  const { testsuites } = parser.parse(junitXml(run)) as {
    testsuites: { testsuite: { testcase: { name: string; time: string }[] }[] }
  }
  const cases = [testsuites.testsuite].flat().flatMap(({ testcase }) => testcase)
  t.strictSame(
    cases.filter(({ name }) => name.startsWith('actions.')).map(({ name, time }) => [name, time]),
    [
      ['actions.a', '1.500'],
      ['actions.b', '1.500'],
      ['actions.c', '0.000'],
    ],
  )
})
