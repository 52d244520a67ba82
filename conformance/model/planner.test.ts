// The plans: complete, sound, the same for one seed, and within their budget.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import t from 'tap'
import { lifecycle } from '../contract/contract.ts'
import { assume } from './assume.ts'
import type { OrderModel } from './order-model.ts'
import { ordersOf, planProblems, plannedRequests, project, type Plan } from './plan.ts'
import { planWalk } from './planner.ts'
import { PlanArbitrary, randomPlans } from './random-plan.ts'
import { createMachine } from './machine.ts'

const machine = createMachine(lifecycle())
const walk = planWalk(machine, { seed: 3 })
const schema = JSON.parse(
  readFileSync(new URL(import.meta.resolve('#fixtures/schemas/plan.schema.json')), 'utf8'),
) as object
const keepsSchema = new Ajv2020({ strict: false }).addSchema(schema, 'file').compile({ $ref: 'file#/$defs/plan' })

t.test('the deterministic plan makes every transition and every pair, and probes every refused cell', async (t) => {
  // Counted by hand from the tables: 2 ways to be placed, 41 advances, 9 holds, resumes and cancels, 10 revision requests.
  t.equal(walk.report.transitions.of, 80)
  t.equal(walk.report.pairs.of, 319)
  for (const share of [walk.report.transitions, walk.report.pairs, walk.report.cells]) {
    t.strictSame(share.missing, [])
    t.ok(share.of > 0)
  }
  const shares = `pairs ${walk.report.pairs.of}, cells ${walk.report.cells.of}, histories ${walk.report.histories.covered}`
  t.comment(`${walk.requests} requests, ${shares}`)
})

t.test('the refused cells are those of the contract', async (t) => {
  // 17 targets from each of 15 statuses less the 41 allowed; 5 holds, 14 resumes, 6 cancels, 10 statuses for two kinds of
  // revision request, 5 that lack an acknowledgement, 1 amendment.
  const resting =
    walk.report.cells.of - [...walk.coverage.cells.keys()].filter((id) => id.startsWith('off_hold')).length
  t.equal(resting, 15 * 17 - 41 + 5 + 14 + 6 + 20 + 5 + 1)
})

t.test('what is planned is what is sent, and every plan is sound and keeps the schema', async (t) => {
  t.equal(plannedRequests(walk.plans), walk.requests)
  for (const plan of [...walk.plans, ...randomPlans(randomOptions(), 400, 5)]) {
    t.strictSame(planProblems(machine, plan), [])
    t.ok(keepsSchema(JSON.parse(JSON.stringify(plan))), plan.id, { errors: keepsSchema.errors })
  }
})

t.test(
  'between two revision requests of an order something is looked at: one that moved nothing would not show',
  async (t) => {
    const transitions = planWalk(machine, { goal: 'transitions', companions: false, open: false, seed: 7 })
    const paths = transitions.plans.flatMap((plan) => ordersOf(plan).map((order) => project(plan, order).steps))
    const isRequest = (step?: Plan['steps'][number]): boolean => step?.action.do === 'revision'
    const between = paths.flatMap((steps) => steps.filter((step, i) => isRequest(step) && isRequest(steps[i + 1])))
    t.strictSame(between, [])
    const read = paths.flatMap((steps) =>
      steps.filter(({ action }, i) => action.do === 'read' && isRequest(steps[i - 1]) && isRequest(steps[i + 1])),
    )
    t.ok(read.length > 0)
  },
)

t.test('a plan that makes no sense is refused', async (t) => {
  const steps: Plan['steps'] = [
    { order: 'o1', action: { do: 'hold' } },
    { order: 'o1', action: { do: 'create', product: 'plain', loan_number: true } },
    { order: 'o1', action: { do: 'create', product: 'plain', loan_number: true } },
    { order: 'o1', action: { do: 'advance', to: 'nowhere' } },
  ]
  t.equal(planProblems(machine, { version: 1, id: 'x', seed: 0, steps }).length, 3)
  t.notOk(keepsSchema({ version: 1, id: 'x', seed: 0, steps: [{ order: 'o1', action: { do: 'explode' } }] }))
})

t.test('orders live side by side, at most as many as asked for', async (t) => {
  for (const width of [3, 5]) {
    const { plans } = planWalk(machine, { width, seed: 2 })
    t.ok(plans.every((plan) => ordersOf(plan).length <= width))
    t.ok(plans.some((plan) => ordersOf(plan).length === width))
    const first = plans[0]!
    const runs = first.steps.filter(({ order }, i) => i > 0 && order !== first.steps[i - 1]!.order)
    t.ok(runs.length > width, 'they take turns')
  }
})

t.test('a seed gives the same plans again, and another seed others', async (t) => {
  t.strictSame(planWalk(machine, { seed: 3 }).plans, walk.plans)
  t.not(JSON.stringify(planWalk(machine, { seed: 4 }).plans), JSON.stringify(walk.plans))
  t.strictSame(randomPlans(randomOptions(), 300, 9), randomPlans(randomOptions(), 300, 9))
  t.not(JSON.stringify(randomPlans(randomOptions(), 300, 9)), JSON.stringify(randomPlans(randomOptions(), 300, 10)))
})

t.test('every seed covers everything in as few requests', async (t) => {
  const sizes = [11, 12, 13, 14].map((seed) => {
    const { requests, report } = planWalk(machine, { seed, companions: false, open: false, cells: false })
    t.strictSame(report.pairs.missing, [])
    return requests
  })
  t.strictSame(new Set(sizes).size, 1, `${sizes.join(', ')} requests`)
})

t.test('a budget is kept, and what it buys first is what covers most', async (t) => {
  for (const budget of [50, 300, 600]) {
    const planned = planWalk(machine, { budget })
    t.ok(planned.requests <= budget, `${planned.requests} of ${budget}`)
    t.ok(planned.requests > budget - 10)
    t.strictSame(
      planned.plans.flatMap((plan) => planProblems(machine, plan)),
      [],
    )
  }
})

t.test('orders that can be cancelled are cancelled at the end where that is asked for', async (t) => {
  const { plans } = planWalk(machine, { cancelAtEnd: true, open: false })
  for (const plan of plans) {
    for (const order of ordersOf(plan)) {
      const actions = project(plan, order).steps.map(({ action }) => action)
      const end = actions.reduce<OrderModel | null>((model, action) => assume(machine, model, action).next, null)
      t.not(assume(machine, end, { do: 'cancel' }).is, 'accepted', `${plan.id}/${order}`)
    }
  }
})

t.test('a target that reviews no order, or every order, is planned for', async (t) => {
  for (const [reading, first] of [
    ['never', 'new'],
    ['always', 'pending_review'],
  ] as const) {
    const { graph, report } = planWalk(createMachine(machine.tables, { 'create.review-first': reading }))
    t.equal(report.pairs.missing.length + report.cells.missing.length, 0)
    t.ok(graph.transitions.filter(({ from }) => from === '').every(({ to }) => to === first))
  }
})

const randomOptions = () => ({
  machine,
  graph: walk.graph,
  coverage: walk.coverage,
  width: 4,
  length: 40,
  refused: 10,
})

t.test('random plans lean to what is not covered yet', async (t) => {
  const histories = (plans: Plan[]): number => {
    const seen = new Set<string>()
    for (const plan of plans) {
      for (const order of ordersOf(plan)) {
        const keys: string[] = []
        let model: OrderModel | null = null
        for (const { action } of project(plan, order).steps) {
          const before: OrderModel | null = model
          model = assume(machine, model, action).next
          const from = before?.status.join('|') ?? ''
          for (const earlier of keys) seen.add(`${earlier} ${from} ${JSON.stringify(action)}`)
          keys.push(`${from} ${JSON.stringify(action)}`)
        }
      }
    }
    return seen.size
  }
  t.ok(histories(randomPlans(randomOptions(), 400, 1)) > 300)
})

t.test('a stored plan shrinks to sound, smaller plans', async (t) => {
  const arbitrary = new PlanArbitrary(randomOptions())
  const plan = walk.plans[0]!
  t.ok(arbitrary.canShrinkWithoutContext(JSON.parse(JSON.stringify(plan))))
  t.notOk(arbitrary.canShrinkWithoutContext({ ...plan, steps: plan.steps.slice(4) }))
  let count = 0
  for (const { value_ } of [...arbitrary.shrink(plan).take(30)].map((value) => ({ value_: value.value }))) {
    count += 1
    t.ok(value_.steps.length < plan.steps.length)
    t.strictSame(planProblems(machine, value_), [])
  }
  t.ok(count > 0)
})

t.test('fast-check finds and shrinks a failure over plans, and a stored plan replays as an example', async (t) => {
  const bad = (plan: Plan): boolean => plan.steps.some(({ action }) => action.do === 'resume')
  const arbitrary = new PlanArbitrary({ ...randomOptions(), length: 60 })
  const details = await fc.check(
    fc.asyncProperty(arbitrary, async (plan) => !bad(plan)),
    { seed: 4, numRuns: 20 },
  )
  t.ok(details.failed)
  const smallest = details.counterexample![0]
  t.ok(bad(smallest))
  t.equal(ordersOf(smallest).length, 1)
  const replayed = await fc.check(
    fc.asyncProperty(arbitrary, async (plan) => !bad(plan)),
    { examples: [[smallest]], numRuns: 1, endOnFailure: true },
  )
  t.strictSame(replayed.counterexample, [smallest])
})
