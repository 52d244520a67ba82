// Orders side by side that live as chance has it, leaning to what is covered least, within the requests left for it.
import { buildGraph } from '../model/graph.ts'
import { plannedRequests, type Plan } from '../model/plan.ts'
import { planTour } from '../model/planner.ts'
import { randomPlans } from '../model/random-plan.ts'
import type { Surveyor } from '../model/walk-order.ts'
import type { Journey, StepContext } from '../kit/context.ts'
import { answerClaims, livePlan } from '../steps/live-plan.ts'
import type { Lived, ToldClaim } from '../model/lived-plan.ts'
import { byRule, claimsOf, isShown, machineFor, tellOf, type OrderTour } from './order-tour.ts'

const shape = { width: 3, length: 28, refused: 30 }

/** The feed and the list are read once at the end. */
const looks = 4

/** Where requests are plenty every pair of transitions comes first, with what an order can be given in every status. */
const pairs = { goal: 'pairs', cells: false, companions: true, open: true } as const
const plenty = 400
const shareOfPairs = 0.7

const plansFor = (surveyor: Surveyor, requests: number, seed: number): Plan[] => {
  const budget = Math.floor(requests * shareOfPairs)
  const walks = requests < plenty ? [] : planTour(surveyor.machine, { ...pairs, seed, budget }).plans
  const left = requests - plannedRequests(walks)
  return [...walks, ...randomPlans({ ...shape, length: Math.min(shape.length, left), ...surveyor }, left, seed)]
}

/** Where one rule is sought, what no answer shows is looked up after so many requests. */
const lookEvery = 200

/** What shows that the rule sought is broken, as soon as the lives so far do. */
const createLookout = (context: StepContext): ((lived: Lived) => Promise<readonly ToldClaim[] | null>) => {
  let unread: Lived[] = []
  return async (lived) => {
    if (!context.sought) return null
    const answers = answerClaims(lived)
    if (isShown(context, answers)) return answers
    unread.push(lived)
    if (plannedRequests(unread.map(({ plan }) => plan)) < lookEvery) return null
    const all = await claimsOf(context, unread)
    unread = []
    return isShown(context, all) ? all : null
  }
}

export const randomLives: Journey<OrderTour> = {
  id: 'random-lives',
  async run(context) {
    const { plans, random, randomRequests } = context
    const machine = await machineFor(context)
    const surveyor: Surveyor = { machine, graph: buildGraph(machine), coverage: plans.coverage }
    const seed = Math.floor(random() * 2 ** 31)
    const lives: Lived[] = []
    const look = createLookout(context)
    for (const plan of plansFor(surveyor, randomRequests - looks, seed)) {
      const lived = await livePlan(context, machine, plan, surveyor)
      lives.push(lived)
      const shown = await look(lived)
      if (shown) return byRule(shown)
    }
    return tellOf(context, lives)
  },
}
