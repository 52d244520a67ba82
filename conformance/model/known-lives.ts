// Lives already lived against the target without a contradiction: they refute guesses at a cause for no requests.
import { lifeOf, type Deed } from './life.ts'
import { ordersOf, project, type Plan } from './plan.ts'
import type { Machine } from './machine.ts'

/** Only for a target whose verdicts do not depend on chance: what passed once is taken to pass again. */
export type KnownLives = { passed: string[][] }

export const createKnownLives = (): KnownLives => ({ passed: [] })

const idsOf = (deeds: readonly Deed[]): string[] => deeds.map(({ id }) => id)

export const addPassed = (known: KnownLives, deeds: readonly Deed[]): void => void known.passed.push(idsOf(deeds))

/** Learns every life of a plan that was run up to a step and failed there; with no `failedAt` all of it passed. */
export const learn = (known: KnownLives, machine: Machine, plan: Plan, failedAt = plan.steps.length): void => {
  const passed: Plan = { ...plan, steps: plan.steps.slice(0, failedAt) }
  for (const order of ordersOf(passed)) {
    addPassed(
      known,
      lifeOf(
        machine,
        project(passed, order).steps.map(({ action }) => action),
      ),
    )
  }
}

const liesIn = (life: readonly string[], milestones: readonly string[], last: string, atOnce: boolean): boolean => {
  let reached = 0
  for (const [i, id] of life.entries()) {
    const adjacent = !atOnce || life[i - 1] === milestones.at(-1)
    if (reached === milestones.length && id === last && adjacent) return true
    if (reached < milestones.length && id === milestones[reached]) reached += 1
  }
  return false
}

/** Whether some passed life did `last` after all the milestones; with `atOnce`, right after the last of them. */
export const isRefuted = (known: KnownLives, milestones: readonly Deed[], last: string, atOnce: boolean): boolean => {
  const ids = idsOf(milestones)
  return known.passed.some((life) => liesIn(life, ids, last, atOnce))
}

/** Whether exactly these deeds began a life that passed. */
export const hasPassed = (known: KnownLives, deeds: readonly Deed[]): boolean =>
  known.passed.some((life) => deeds.length <= life.length && deeds.every(({ id }, i) => id === life[i]))
