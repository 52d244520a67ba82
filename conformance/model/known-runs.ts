// Plans that already passed on the target: they refute hypotheses about a cause without requests.
import { sequenceOf, type Move } from './move-sequence.ts'
import { ordersOf, project, type Plan } from './plan.ts'
import type { Machine } from './machine.ts'

/** Only for a target whose verdicts do not depend on chance: what passed once is taken to pass again. */
export type KnownRuns = { passed: string[][] }

export const createKnownRuns = (): KnownRuns => ({ passed: [] })

const idsOf = (moves: readonly Move[]): string[] => moves.map(({ id }) => id)

export const addPassed = (known: KnownRuns, moves: readonly Move[]): void => void known.passed.push(idsOf(moves))

/** Learns the moves of each order of a plan up to the step that failed; without `failedAt` all of them passed. */
export const learn = (known: KnownRuns, machine: Machine, plan: Plan, failedAt = plan.steps.length): void => {
  const passed: Plan = { ...plan, steps: plan.steps.slice(0, failedAt) }
  for (const order of ordersOf(passed)) {
    addPassed(
      known,
      sequenceOf(
        machine,
        project(passed, order).steps.map(({ action }) => action),
      ),
    )
  }
}

const liesIn = (sequence: readonly string[], milestones: readonly string[], last: string, atOnce: boolean): boolean => {
  let reached = 0
  for (const [i, id] of sequence.entries()) {
    const adjacent = !atOnce || sequence[i - 1] === milestones.at(-1)
    if (reached === milestones.length && id === last && adjacent) return true
    if (reached < milestones.length && id === milestones[reached]) reached += 1
  }
  return false
}

/** Whether some passed plan did `last` after all the milestones; with `atOnce`, right after the last of them. */
export const isRefuted = (known: KnownRuns, milestones: readonly Move[], last: string, atOnce: boolean): boolean => {
  const ids = idsOf(milestones)
  return known.passed.some((sequence) => liesIn(sequence, ids, last, atOnce))
}

/** Whether a passed plan began with exactly these moves. */
export const hasPassed = (known: KnownRuns, moves: readonly Move[]): boolean =>
  known.passed.some((sequence) => moves.length <= sequence.length && moves.every(({ id }, i) => id === sequence[i]))
