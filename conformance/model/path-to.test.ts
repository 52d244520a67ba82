// The way to a step of a plan keeps what moved the order, and reads back from its text.
import t from 'tap'
import { lifecycle } from '../contract/contract.ts'
import { advance, cancel, create, hold, readOrder, resume, settle } from './actions.ts'
import { stepsFor } from './move-sequence.ts'
import { planOf } from './plan.ts'
import { createMachine } from './machine.ts'
import { readPath, pathText, pathTo } from './path-to.ts'

const tables = lifecycle()

t.test('what was refused or only read on the way is left out, and other orders are', async (t) => {
  const machine = createMachine(tables)
  const own = stepsFor('o1', [create(), advance('report_complete'), resume, readOrder, hold, resume, settle, cancel])
  const plan = planOf('p', 1, [...stepsFor('o2', [create()]), ...own])
  t.equal(pathText(pathTo(machine, plan, 3)), 'create:plain advance:report_complete resume', 'the step itself is kept')
  const held = planOf('p', 1, stepsFor('o1', [create(), resume, hold, resume, settle, cancel]))
  t.equal(pathText(pathTo(machine, held, 5)), 'create:plain hold resume settle cancel')
})

t.test('a way is read back from its text, and one with an unknown name is not', async (t) => {
  const path = [create('reviewed'), advance('new'), hold, resume, settle, cancel]
  t.strictSame(readPath(tables, pathText(path)), path)
  t.equal(readPath(tables, 'create:plain advance:nowhere'), null)
})
