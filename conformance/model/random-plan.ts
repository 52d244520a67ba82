// Random plans that know the model: fast-check values of plain data, leaning to what is covered least.
import * as fc from 'fast-check'
import { actionKey, create, readOrder, type Action } from './actions.ts'
import { assume } from './assume.ts'
import { draw, type Chance } from './chance.ts'
import { copyCoverage, countOf, type Coverage } from './coverage.ts'
import { cellId, pairId, probesAt, type Graph } from './graph.ts'
import { sequenceOf, actionsOf, stepsFor, withoutLoops } from './move-sequence.ts'
import { placeOf } from './resting.ts'
import { isPlan, ordersOf, planOf, planProblems, project, type Plan, type PlanStep } from './plan.ts'
import type { Machine } from './machine.ts'
import { createWalk, take, type OrderWalk, type Surveyor } from './walk-order.ts'

type RandomPlanOptions = {
  machine: Machine
  graph: Graph
  /** What is covered already; it is copied, so that a seed gives the same plans however they are run. */
  coverage: Coverage
  /** Orders side by side. */
  width: number
  /** Requests of one plan, its creations included. */
  length: number
  /** Of a hundred steps, about N that must be refused. */
  refused: number
}

const companions: Action[] = [
  { do: 'message', to: 'manager' },
  { do: 'upload' },
  { do: 'amend', field: 'loan.client', value: 'random' },
  readOrder,
]

type Weighed = { action: Action; weight: number }

const freshness = (count: number): number => 1 / (1 + count)

/** Moves count by the pair and the histories they make; one that ends an order's work waits until half of it is done. */
const weighMoves = ({ machine, graph, coverage }: Surveyor, walk: OrderWalk, early: boolean): Weighed[] => {
  const place = placeOf(machine, walk.model!)
  return graph.transitions
    .filter(({ from }) => from === place)
    .map(({ id, to, action }) => {
      const last = walk.trail.moves.at(-1) ?? ''
      const earlier = walk.trail.moves.filter((one) => countOf(coverage.histories, pairId(one, id)) === 0).length
      const pair = freshness(countOf(coverage.pairs, pairId(last, id)))
      const closing = to === 'cancelled' || to === 'report_complete'
      return { action, weight: (pair + earlier) * (early && closing ? 0.1 : 1) }
    })
}

const weighProbes = ({ machine, coverage }: Surveyor, walk: OrderWalk): Weighed[] => {
  const status = walk.model!.status[0]!
  return probesAt(machine, walk.model!).map((action) => ({
    action,
    weight: freshness(countOf(coverage.cells, cellId(status, actionKey(action)))),
  }))
}

const isStill = (surveyor: Surveyor, walk: OrderWalk, action: Action): boolean =>
  assume(surveyor.machine, walk.model, action).is === 'accepted'

const chooseAction = (surveyor: Surveyor, walk: OrderWalk, chance: Chance, refused: number, early: boolean): Action => {
  const roll = chance(100)
  const refusals = roll < refused ? weighProbes(surveyor, walk) : []
  const still = roll >= 85 ? companions.filter((action) => isStill(surveyor, walk, action)) : []
  const moving = refusals.length + still.length === 0 ? weighMoves(surveyor, walk, early) : []
  const choices = [...refusals, ...still.map((action) => ({ action, weight: 1 })), ...moving]
  return (
    choices[
      draw(
        chance,
        choices.map(({ weight }) => weight),
      )
    ]?.action ?? readOrder
  )
}

/** One plan; its coverage is added to the surveyor's. */
const makePlan = (surveyor: Surveyor, options: RandomPlanOptions, chance: Chance): Plan => {
  const { width, length, refused } = options
  const walks = Array.from({ length: width }, createWalk)
  const steps: PlanStep[] = []
  while (steps.length < length) {
    const lane = steps.length < width ? steps.length : chance(width)
    const walk = walks[lane]!
    const done = walk.steps.length
    const early = steps.length < length / 2
    const first = chance(4) === 0 ? create('reviewed') : create('plain')
    take(surveyor, walk, walk.model ? chooseAction(surveyor, walk, chance, refused, early) : first)
    steps.push(...stepsFor(`o${lane + 1}`, walk.steps.slice(done)))
  }
  return planOf(`random-${chance(1_000_000)}`, 0, steps.slice(0, length))
}

/** Plans that are smaller and still sound: one order alone, a first half, a sequence without a loop. */
function* smaller(machine: Machine, plan: Plan): Generator<Plan> {
  const orders = ordersOf(plan)
  if (orders.length > 1) for (const order of orders) yield project(plan, order)
  if (plan.steps.length > 1) yield { ...plan, steps: plan.steps.slice(0, plan.steps.length >> 1) }
  for (const order of orders.length === 1 ? orders : []) {
    const sequence = sequenceOf(
      machine,
      plan.steps.map(({ action }) => action),
    )
    for (const moves of withoutLoops(sequence)) yield { ...plan, steps: stepsFor(order, actionsOf(machine, moves)) }
    if (plan.steps.length > 1) yield { ...plan, steps: plan.steps.slice(0, -1) }
  }
}

/** Stored plans shrink as well as generated ones; replay a stored one as an example. */
export class PlanArbitrary extends fc.Arbitrary<Plan> {
  readonly #options: RandomPlanOptions
  readonly #surveyor: Surveyor

  constructor(options: RandomPlanOptions) {
    super()
    this.#options = options
    this.#surveyor = { machine: options.machine, graph: options.graph, coverage: copyCoverage(options.coverage) }
  }

  generate(random: fc.Random): fc.Value<Plan> {
    const chance: Chance = (below) => random.nextInt(0, below - 1)
    return new fc.Value(makePlan(this.#surveyor, this.#options, chance), undefined)
  }

  canShrinkWithoutContext(value: unknown): value is Plan {
    return isPlan(value) && planProblems(this.#options.machine, value).length === 0
  }

  shrink(plan: Plan): fc.Stream<fc.Value<Plan>> {
    const { machine } = this.#options
    const values = function* (): Generator<fc.Value<Plan>> {
      for (const candidate of smaller(machine, plan)) yield new fc.Value(candidate, undefined)
    }
    return fc.stream(values())
  }
}

/** The random part of a run: as many plans as the requests allow, the same for one seed. */
export const randomPlans = (options: RandomPlanOptions, requests: number, seed: number): Plan[] => {
  const numRuns = Math.floor(requests / options.length)
  if (numRuns === 0) return []
  return fc
    .sample(new PlanArbitrary(options), { seed, numRuns })
    .map((plan, i) => ({ ...plan, id: `random-${seed}-${i + 1}`, seed }))
}
