// Which checks can show a violated rule: those that verify it, the one that killed the defect before, else those of its area.
import type { Check } from '../../conformance/kit/check.ts'
import { costOfCheck, scenariosOf, type Costs } from '../../conformance/run/costs.ts'

export type Aim = {
  /** Run one after the other until one catches the defect, and to their end where that costs little. */
  groups: { checks: Check[]; toItsEnd: boolean }[]
  /** Whether checks verify the rule, or only the invariants of every exchange do. */
  verified: boolean
}

export const areaOf = (id: string): string => id.split('.')[0]!

/** Beyond it a check is run only if the cheaper ones did not catch the defect. */
const cheap = 120

const requestsOf = (costs: Costs, { id }: Check): number =>
  [costOfCheck(costs, id), ...[...scenariosOf(costs, id)].map((scenario) => costs.scenarios[scenario])].reduce(
    (sum, cost) => sum + (cost?.requests ?? 0),
    0,
  )

/**
 * Random plans may or may not reach a rule, so that they are no check to aim with.
 * @param hint the check that killed the defect before
 */
export const chooseChecks = (all: readonly Check[], costs: Costs, rule: string, hint: string | undefined): Aim => {
  const hinted = all.filter(({ id }) => id === hint && areaOf(id) !== 'random')
  const others = (checks: readonly Check[]): Check[] => checks.filter(({ id }) => id !== hint)
  const verifying = others(all.filter(({ id, verifies }) => verifies.includes(rule) && areaOf(id) !== 'random'))
  const verified = [...verifying, ...hinted].some(({ verifies }) => verifies.includes(rule))
  const near = verified ? verifying : others(all.filter(({ id }) => areaOf(id) === areaOf(rule)))
  const isCheap = (check: Check): boolean => requestsOf(costs, check) <= cheap
  // What looks back on the run is given something to look back on, in the order of a run.
  const looksBack = hinted.some(({ phase }) => phase === 'last')
  const eventful = all.filter((check) => looksBack && (check.id === hint || areaOf(check.id) === 'events'))
  const groups = [hinted, near.filter(isCheap), near.filter((check) => !isCheap(check)), eventful]
  return {
    groups: groups
      .filter((checks) => checks.length > 0)
      .map((checks) => ({ checks, toItsEnd: verified && checks.every(isCheap) })),
    verified,
  }
}
