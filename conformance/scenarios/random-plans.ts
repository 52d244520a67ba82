// Random plans of several orders, weighted to what is covered least, within the requests left.
import { buildGraph } from '../model/graph.ts'
import { plannedRequests, type Plan } from '../model/plan.ts'
import { planWalk } from '../model/planner.ts'
import { randomPlans } from '../model/random-plan.ts'
import type { Surveyor } from '../model/walk-order.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import { answerClaims, executePlan } from '../steps/execute-plan.ts'
import type { PlanRun, PlanAssertion } from '../model/plan-run.ts'
import { byRule, claimsOf, isShown, machineFor, assertionsOfRuns, type OrderWalk } from './order-walk.ts'

const shape = { width: 3, length: 28, refused: 30 }

/** The feed and the list are read once at the end. */
const looks = 4

/** Where requests are plenty every pair of transitions comes first, with what an order can be given in every status. */
const pairs = { goal: 'pairs', cells: false, companions: true, open: true } as const
const plenty = 400
const shareOfPairs = 0.7

const plansFor = (surveyor: Surveyor, requests: number, seed: number): Plan[] => {
  if (requests <= 0) return []
  const budget = Math.floor(requests * shareOfPairs)
  const walks = requests < plenty ? [] : planWalk(surveyor.machine, { ...pairs, seed, budget }).plans
  const left = requests - plannedRequests(walks)
  return [...walks, ...randomPlans({ ...shape, length: Math.min(shape.length, left), ...surveyor }, left, seed)]
}

/** Where one rule is in focus, what no answer shows is looked up after N requests. */
const lookEvery = 200

/** The violation of the rule in focus, as soon as a plan shows it. */
const createLookout = (context: StepContext): ((planRun: PlanRun) => Promise<readonly PlanAssertion[] | null>) => {
  let unread: PlanRun[] = []
  return async (planRun) => {
    if (!context.focus) return null
    const answers = answerClaims(planRun)
    if (isShown(context, answers)) return answers
    unread.push(planRun)
    if (plannedRequests(unread.map(({ plan }) => plan)) < lookEvery) return null
    const all = await claimsOf(context, unread)
    unread = []
    return isShown(context, all) ? all : null
  }
}

export const randomPlanRuns: Scenario<OrderWalk> = {
  id: 'random-plans',
  async run(context) {
    const { plans, random, randomRequests } = context
    const machine = await machineFor(context)
    const surveyor: Surveyor = { machine, graph: buildGraph(machine), coverage: plans.coverage }
    const seed = Math.floor(random() * 2 ** 31)
    const executed: PlanRun[] = []
    const look = createLookout(context)
    for (const plan of plansFor(surveyor, randomRequests - looks, seed)) {
      const planRun = await executePlan(context, machine, plan, surveyor)
      executed.push(planRun)
      const shown = await look(planRun)
      if (shown) return byRule(shown)
    }
    // Without a plan there is nothing to look for in the list.
    return executed.length === 0 ? byRule([]) : assertionsOfRuns(context, executed)
  },
}
