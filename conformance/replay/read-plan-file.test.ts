// What a plan file must be, and what is said of one that is not.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Check } from '../kit/check.ts'
import { lifecycle } from '../contract/contract.ts'
import { createMachine } from '../model/machine.ts'
import { readPlanFile } from './read-plan-file.ts'

const machine = createMachine(lifecycle())
const checks: Check[] = [{ id: 'actions.a-check', verifies: [], needs: [], run: async () => undefined }]

const steps = [
  { order: 'o1', action: { do: 'create', product: 'plain', loan_number: true } },
  { order: 'o1', action: { do: 'hold' } },
]
const planOf = (given: object[]) => ({ plan: { version: 1, id: 'p', seed: 1, steps: given } })
const file = {
  format: 'assay-plan',
  version: 1,
  rule: 'actions.hold-refused-in-report-complete',
  found_by: 'actions.other-statuses-refuse',
  seed: 1,
  expected: 'refused',
  received: 'answered 200',
  pointer: null,
  run: planOf(steps),
}

t.test('a plan of the model and a check are both plan files', async (t) => {
  const read = (content: object) => {
    const path = join(t.testdir({}), 'plan.json')
    writeFileSync(path, JSON.stringify(content))
    return readPlanFile(path, machine, checks)
  }
  t.strictSame(read(file), file)
  const check = { ...file, run: { check: 'actions.a-check' } }
  t.strictSame(read(check), check)
})

const bad: [string, unknown, { code: string; message: RegExp }][] = [
  ['no JSON', '{', { code: 'unreadable_plan', message: /must hold JSON/ }],
  ['another file', [], { code: 'no_plan_file', message: /"format": "assay-plan"/ }],
  ['another version', { ...file, version: 2 }, { code: 'unknown_plan_version', message: /version 1, but has 2/ }],
  [
    'an unknown action',
    { ...file, run: planOf([{ order: 'o1', action: { do: 'fly' } }]) },
    { code: 'unfit_plan', message: /steps\/0\/action/ },
  ],
  [
    'an order that was not created',
    { ...file, run: planOf(steps.slice(1)) },
    { code: 'unfit_plan', message: /Step 1 \(o1, hold\) comes before the order is created/ },
  ],
  ['a missing field', { ...file, seed: undefined }, { code: 'unfit_plan', message: /seed/ }],
  ['an unknown rule', { ...file, rule: 'actions.none' }, { code: 'unknown_rule', message: /actions\.none/ }],
  ['an unknown check', { ...file, run: { check: 'a.none' } }, { code: 'unknown_check', message: /a\.none/ }],
]

for (const [what, content, error] of bad) {
  t.test(`a file with ${what} is refused with its code`, async (t) => {
    const path = join(t.testdir({}), 'plan.json')
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    t.throws(() => readPlanFile(path, machine, checks), { ...error, exitCode: 3 })
  })
}

t.test('a file that is not there is refused with its code', async (t) => {
  t.throws(() => readPlanFile(join(t.testdir({}), 'plan.json'), machine, checks), { code: 'unreadable_plan' })
})
