// Ids of another name before: a former one is no living one, leads to a living one, and works wherever users or older files have it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { selectDefects } from '../proof/matrix/select-defects.ts'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { explainCommand } from '../conformance/cli/explain.ts'
import { freedoms, lifecycle, rules } from '../conformance/contract/contract.ts'
import { readKnownFailures } from '../conformance/gate/known-failures.ts'
import { findRuleSet, gatingOf } from '../conformance/gate/rule-set.ts'
import { invariants } from '../conformance/invariants/invariants.ts'
import { createMachine } from '../conformance/model/machine.ts'
import { readPlanFile } from '../conformance/replay/read-plan-file.ts'
import { measuredCosts } from '../conformance/run/costs.ts'
import { selectChecks } from '../conformance/run/select-checks.ts'
import { formerIds, type IdKind } from '../fixtures/former-ids.ts'
import { renewedIds } from '../reports/renewed-ids.ts'
import { createBehaviour } from '../simulator/behaviour/create-behaviour.ts'
import { defects } from '../proof/defects/index.ts'
import { chooseReadings } from '../simulator/behaviour/readings/choose.ts'
import { loadContract } from '../simulator/contract/contract.ts'
import { loadWorld } from '../simulator/engine/world.ts'
import { callCommand } from './call-command.ts'

const checks = await loadChecks()
const table = formerIds()

const living: Record<IdKind, ReadonlySet<string>> = {
  rules: new Set(rules().keys()),
  checks: new Set(checks.map(({ id }) => id)),
  invariants: new Set(invariants().map(({ id }) => id)),
  scenarios: new Set(Object.keys(measuredCosts().scenarios)),
  freedoms: new Set(freedoms().keys()),
  readings: new Set(
    [...freedoms().values()].flatMap(({ id, readings }) => Object.keys(readings).map((name) => `${id}=${name}`)),
  ),
  defects: new Set(defects.map(({ id }) => id)),
}

const rows = Object.entries(table) as [IdKind, Record<string, string>][]

t.test('a former id is no living one, and leads to a living one', async (t) => {
  for (const [kind, ids] of rows)
    for (const [former, today] of Object.entries(ids)) {
      const name = kind === 'readings' ? `${former.split('=')[0]}=${today}` : today
      t.notOk(living[kind].has(former), `${kind}: ${former} is taken`)
      t.ok(living[kind].has(name), `${kind}: ${former} leads to ${name}`)
    }
})

t.test('a former id of one kind is no living id of another that stands in the same place', async (t) => {
  const dotted = ['rules', 'checks', 'invariants', 'freedoms'] as const
  for (const kind of dotted)
    for (const former of Object.keys(table[kind]))
      for (const other of dotted) {
        t.notOk(living[other].has(former), `${former} is one of the ${other}`)
        if (other !== kind) t.notOk(Object.hasOwn(table[other], former), `${former} has two names today`)
      }
})

t.test('a baseline with former ids accepts what it did', async (t) => {
  const file = join(t.testdir(), 'assay.baseline.yaml')
  const entry = `owner: Ann\n    reason: It is being fixed.\n    link: https://example.com/1\n    expires: '2026-12-31'`
  writeFileSync(
    file,
    `version: 1
known:
  - rule: auth.revoked-client-is-told-by-the-code
    checks: [random.lives-keep-the-contract, judge.fields]
    ${entry}
blocked:
  - code: no-control-url
    rules: [messages.kept-appraiser-is-422]
    ${entry}
`,
  )
  t.match(readKnownFailures(file), {
    known: [
      { rule: 'auth.revoked-client-has-its-code', checks: ['random.plans-keep-the-contract', 'invariant.fields'] },
    ],
    blocked: [{ rules: ['messages.appraiser-not-allowed-is-422'] }],
  })
})

t.test('a rule set with former ids gates the same', async (t) => {
  const file = join(t.testdir(), 'set.yaml')
  const [rule] = Object.keys(table.rules)
  const [check] = Object.keys(table.checks)
  writeFileSync(
    file,
    `name: 1.0.0-1\ncontract: 1.0.0\nstate: frozen\nfrozen_on: 2026-01-01\nrules: [${rule}]\nchecks: [${check}]\n`,
  )
  const gating = gatingOf(findRuleSet(file))
  t.ok(gating.rule(table.rules[rule!]!))
  t.ok(gating.check(table.checks[check!]!))
})

t.test('--only, --defect, --reading and `assay explain` take former ids', async (t) => {
  const only = (name: string) => selectChecks(checks, { only: [name], areas: [] }).map(({ id }) => id)
  t.strictSame(only('random.lives-keep-the-contract'), ['random.plans-keep-the-contract'])
  t.strictSame(only('messages.kept-appraiser-is-422'), only('messages.appraiser-not-allowed-is-422'))
  const selected = selectDefects(defects, { defect: ['off-hold-for-ever'], area: [], seed: 1 })
  t.strictSame(
    selected.defects.map(({ id }) => id),
    ['off-hold-never-ends'],
  )
  await t.resolves(
    createBehaviour(loadContract(), loadWorld('demo'), { defect: 'off-hold-for-ever', defects: async () => defects }),
  )
  t.strictSame(chooseReadings({ 'sandbox.unprompted-moves': 'moves-by-itself' }), {
    'sandbox.spontaneous-moves': 'moves-automatically',
  })
  const explained = async (id: string) =>
    (await callCommand(explainCommand({ defects: async () => defects }), [id, '--from', t.testdirName])).output
  const former = await explained('auth.revoked-client-is-told-by-the-code')
  t.match(former, /^auth\.revoked-client-has-its-code\n/)
})

t.test('a plan file of before is replayed', async (t) => {
  const file = join(t.testdir(), 'plan.json')
  const plan = {
    format: 'assay-plan',
    version: 1,
    rule: 'events.completed-tells-the-status-of-that-moment',
    found_by: 'random.lives-keep-the-contract',
    seed: 1,
    expected: 'refused',
    received: 'answered 200',
    pointer: null,
    run: { check: 'random.lives-keep-the-contract' },
  }
  writeFileSync(file, JSON.stringify(plan))
  t.match(readPlanFile(file, createMachine(lifecycle()), checks), {
    rule: 'events.completed-status-is-of-that-moment',
    run: { check: 'random.plans-keep-the-contract' },
  })
})

t.test('records and reports are read with the ids of today, and what a target sent is left', async (t) => {
  const sent = { status: 200, body: { rule: 'judge.fields' } }
  t.strictSame(
    renewedIds({
      rule: 'messages.kept-appraiser-is-422',
      checks: ['judge.fields', 'account.has-client-id'],
      source: 'scenario.random-lives',
      scenario: 'exchange',
      kind: 'exchange',
      readings: [{ freedom: 'sandbox.unprompted-moves', reading: 'moves-by-itself' }],
      received: 'judge.fields',
      response: sent,
    }),
    {
      rule: 'messages.appraiser-not-allowed-is-422',
      checks: ['invariant.fields', 'account.has-client-id'],
      source: 'scenario.random-plans',
      scenario: 'correspondence',
      kind: 'exchange',
      readings: [{ freedom: 'sandbox.spontaneous-moves', reading: 'moves-automatically' }],
      received: 'judge.fields',
      response: sent,
    },
  )
})
