// One order comes to each status again that it can come to again, and the other walks leave out what it does at their ends.
import t from 'tap'
import { lifecycle } from '../contract/contract.ts'
import { createCoverage } from './coverage.ts'
import { createMachine } from './machine.ts'
import { planWalk } from './planner.ts'
import { secondVisits } from './second-visits.ts'
import { createWalk, take } from './walk-order.ts'

const machine = createMachine(lifecycle())
const plan = secondVisits(machine)
const options = { goal: 'transitions', companions: false, open: false, restAfterResume: true, seed: 7 } as const
const alone = planWalk(machine, options)
const beside = planWalk(machine, { ...options, beside: plan })

const afterwards = (status: string): Set<string> => {
  const table: Readonly<Record<string, readonly string[]>> = lifecycle().advance
  const reached = new Set(table[status])
  for (const one of reached) for (const next of table[one] ?? []) reached.add(next)
  return reached
}

t.test('each status that advances lead back to is advanced to twice', async (t) => {
  const comeAgain = Object.keys(lifecycle().advance).filter((status) => afterwards(status).has(status))
  t.strictSame(comeAgain.toSorted(), [
    'awaiting_review',
    'borrower_contacted',
    'left_message_for_borrower',
    'report_rejected_for_correction',
  ])
  const advanced = plan.steps.flatMap(({ action }) => (action.do === 'advance' ? [action.to] : []))
  for (const status of comeAgain) t.equal(advanced.filter((to) => to === status).length, 2, status)
})

t.test('beside that order the walks end earlier, and together they make every move and try every cell', async (t) => {
  const coverage = createCoverage()
  const walk = createWalk()
  for (const { action } of plan.steps) take({ machine, graph: beside.graph, coverage }, walk, action)
  const { transitions, cells } = beside.report
  t.ok(transitions.missing.length > 0, 'something is left to the other plan')
  t.strictSame(
    transitions.missing.filter((id) => !coverage.transitions.has(id)),
    [],
  )
  t.strictSame(cells.missing, [])
  t.strictSame(alone.report.transitions.missing, [])
  t.ok(beside.requests < alone.requests)
})
