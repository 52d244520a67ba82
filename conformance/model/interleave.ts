// Merges the walks of several orders into plans, so that orders run side by side and isolation is tested at no extra cost.
import type { Action } from './actions.ts'
import { createChance } from './chance.ts'
import { planOf, type Plan, type PlanStep } from './plan.ts'

/** Plans of at most `width` orders each; the order of each order's own steps is kept. */
export const interleave = (walks: readonly Action[][], width: number, seed: number, name: string): Plan[] => {
  const chance = createChance(seed)
  const plans: Plan[] = []
  for (let first = 0; first < walks.length; first += width) {
    const lanes = walks.slice(first, first + width).map((walk, i) => ({ order: `o${i + 1}`, left: [...walk] }))
    const steps: PlanStep[] = []
    for (let live = lanes; live.length > 0; live = live.filter(({ left }) => left.length > 0)) {
      const lane = live[chance(live.length)]!
      const action = lane.left.shift()
      if (action) steps.push({ order: lane.order, action })
    }
    plans.push(planOf(`${name}-${plans.length + 1}`, seed, steps))
  }
  return plans
}
