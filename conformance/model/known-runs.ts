// Plans that already passed on the target: they refute hypotheses about a cause without requests.
import { lifeOf, type Move } from './life.ts'
import { ordersOf, project, type Plan } from './plan.ts'
import type { Machine } from './machine.ts'

/** Only for a target whose verdicts do not depend on chance: what passed once is taken to pass again. */
export type KnownRuns = { passed: string[][] }

export const createKnownRuns = (): KnownRuns => ({ passed: [] })

const idsOf = (moves: readonly Move[]): string[] => moves.map(({ id }) => id)

export const addPassed = (known: KnownRuns, moves: readonly Move[]): void => void known.passed.push(idsOf(moves))

/** Learns every life of a plan that was run up to a step and failed there; with no `failedAt` all of it passed. */
export const learn = (known: KnownRuns, machine: Machine, plan: Plan, failedAt = plan.steps.length): void => {
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
export const isRefuted = (known: KnownRuns, milestones: readonly Move[], last: string, atOnce: boolean): boolean => {
  const ids = idsOf(milestones)
  return known.passed.some((life) => liesIn(life, ids, last, atOnce))
}

/** Whether exactly these moves began a life that passed. */
export const hasPassed = (known: KnownRuns, moves: readonly Move[]): boolean =>
  known.passed.some((life) => moves.length <= life.length && moves.every(({ id }, i) => id === life[i]))
