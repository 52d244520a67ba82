// Which checks fit a budget, and what the run will cost phase by phase: worked out before the first request.
import { groupBy } from '../../reports/group-by.ts'
import type { PlannedPhase } from '../../reports/run-record.ts'
import type { Check } from '../kit/check.ts'
import { invariantsByRule } from '../invariants/invariants.ts'
import { costOfCheck, costOfPreflight, longForms, scenariosOf, type Costs } from './costs.ts'
import { effortsBelow, mostEffort, scaled, scaling } from '../kit/effort.ts'
import { areaOf } from './select-checks.ts'
import { limits } from '../contract/limits.ts'

export type PlanOptions = {
  checks: readonly Check[]
  costs: Costs
  budget: number | null
  /** Whether its needs are met, as far as that is known beforehand: one that is skipped costs nothing. */
  able: (check: Check) => boolean
  /** Whether the profile has a credential for a role. */
  has: (role: string) => boolean
  /** Whether orders are cancelled and the webhook put back at the end. */
  cleanup: boolean
}

export type RunPlan = {
  /** In the order they came. */
  chosen: Check[]
  /** Left out for the budget. */
  outside: Check[]
  effort: number
  /** Requests for random plans. */
  random: number
  phases: PlannedPhase[]
  /** Requests besides, where the run itself does not use up a rate limit window. */
  forWindow: number
}

/** Random plans are no part of a run that has no requests to spare. */
const isRandom = (check: Check): boolean => areaOf(check) === 'random'
const fewestRandom = 40
/** Without a budget: what a run of the usual size has left, within bounds. */
const usualRun = 1_480
const modestRandom = 40
/** When they were asked for by name. */
const namedRandom = 120

type Bill = { requests: number; cleanup: number }

/** What checks cost together: a scenario that several share is paid once. */
const createTill = ({ checks, costs, able, has }: PlanOptions, effort: number) => {
  const asked = new Set(checks.filter(able).flatMap(({ id }) => [...scenariosOf(costs, id, has)]))
  const scenariosFor = ({ id }: Check): Set<string> => {
    const forms = [...scenariosOf(costs, id, has)].map((one) => {
      const long = longForms[one]
      return long !== undefined && asked.has(long) ? long : one
    })
    return new Set(forms)
  }
  const paid = new Set<string>(costOfPreflight(costs, has).scenarios)
  const scenarioBill = (scenario: string): Bill => {
    const { requests = 0, cleanup = 0 } = costs.scenarios[scenario] ?? {}
    const source = `scenario.${scenario}`
    return { requests: scaled(source, requests, effort), cleanup: scaled(source, cleanup, effort) }
  }
  const unpaid = (check: Check): string[] => [...scenariosFor(check)].filter((scenario) => !paid.has(scenario))
  const bill = (checks: readonly Check[]): Bill => {
    const running = checks.filter(able)
    const own = running.map(({ id }): Bill => {
      const { requests, cleanup = 0 } = costOfCheck(costs, id)
      return { requests: scaled(id, requests, effort), cleanup }
    })
    const shared = [...new Set(running.flatMap(unpaid))].map(scenarioBill)
    const all = [...own, ...shared]
    const sum = (of: keyof Bill): number => all.reduce((total, one) => total + one[of], 0)
    return { requests: sum('requests'), cleanup: sum('cleanup') }
  }
  return {
    bill,
    unpaid,
    pay(checks: readonly Check[]): Bill {
      const due = bill(checks)
      for (const check of checks.filter(able)) for (const scenario of scenariosFor(check)) paid.add(scenario)
      return due
    },
  }
}

type Choice = { chosen: Set<Check>; rules: number }

/** Greedy: each time what verifies most further rules for its requests; alone, or all that wait for one scenario. */
const choose = (options: PlanOptions, effort: number, purse: number): Choice => {
  const { checks, costs, able, cleanup } = options
  const till = createTill(options, effort)
  const free = new Set(invariantsByRule().keys())
  const covered = new Set<string>()
  const chosen = new Set<Check>(checks.filter((check) => !able(check)))
  let left = purse
  const costOf = (group: readonly Check[]): number => {
    const { requests, cleanup: after } = till.bill(group)
    return requests + (cleanup ? after : 0)
  }
  const newRules = (group: readonly Check[]): number =>
    new Set(group.flatMap(({ verifies }) => verifies).filter((rule) => !covered.has(rule) && !free.has(rule))).size
  const groups = (): Check[][] => {
    const open = checks.filter((check) => !chosen.has(check))
    const byScenarios = groupBy(open, (check) => till.unpaid(check).join(' '))
    return [...open.map((check) => [check]), ...[...byScenarios.values()].filter((group) => group.length > 1)]
  }
  for (;;) {
    const rated = groups()
      .map((group) => ({ group, cost: costOf(group), rules: newRules(group) }))
      .filter(({ cost }) => cost <= left)
    const [best] = rated.toSorted(
      (one, other) => other.rules / (other.cost + 0.1) - one.rules / (one.cost + 0.1) || one.cost - other.cost,
    )
    if (!best) break
    left -= best.cost
    till.pay(best.group)
    for (const check of best.group) {
      chosen.add(check)
      for (const rule of check.verifies) covered.add(rule)
    }
  }
  const worth = [...chosen].filter(able).flatMap(({ id, verifies }) => {
    const shrunk =
      effort < 1 && [id, ...[...scenariosOf(costs, id)].map((one) => `scenario.${one}`)].some((s) => scaling[s])
    return verifies.map((rule) => [rule, shrunk ? effort : 1] as const)
  })
  return { chosen, rules: [...new Map(worth).values()].reduce((sum, one) => sum + one, 0) }
}

const phasesOf = (options: PlanOptions, chosen: readonly Check[], effort: number, random: number): PlannedPhase[] => {
  const { costs, able, has, cleanup } = options
  const till = createTill(options, effort)
  const byPhase = new Map<string, number>([['preflight', costOfPreflight(costs, has).requests]])
  let after = costs.teardown
  for (const check of chosen) {
    const phase = `checks.${areaOf(check)}`
    const due = isRandom(check) && able(check) ? { requests: random, cleanup: random >> 4 } : till.pay([check])
    byPhase.set(phase, (byPhase.get(phase) ?? 0) + due.requests)
    after += due.cleanup
  }
  byPhase.set('cleanup', cleanup ? after : 0)
  return [...byPhase].map(([phase, requests]) => ({ phase, requests }))
}

const total = (phases: readonly PlannedPhase[]): number => phases.reduce((sum, { requests }) => sum + requests, 0)

/** Everything fits: what is left over lets properties and random plans grow. */
const grown = (options: PlanOptions, spare: number): { effort: number; random: number } => {
  const regular = options.checks.filter((check) => !isRandom(check))
  const costAt = (effort: number): number => total(phasesOf(options, regular, effort, 0))
  const most = costAt(1) + Math.floor(spare / 3)
  const effort = [mostEffort, 2.5, 2, 1.5].find((one) => costAt(one) <= most) ?? 1
  const random = spare - (costAt(effort) - costAt(1))
  return { effort, random: random >= fewestRandom ? random : 0 }
}

/** A run of this size has used up a window that it knows from its beginning. */
const twoWindows = (): number => 2 * limits().requests_per_minute

/**
 * With what is done in passing at its lower cost, where all checks run and are enough for that; a budget is kept in any case.
 * `forWindow` is what it costs more where a slow target lets a window pass before it is used up.
 */
const inPassing = (options: PlanOptions): { options: PlanOptions; forWindow: number } => {
  const { checks, costs, budget } = options
  if (budget !== null) return { options, forWindow: 0 }
  const cheaper = { ...options, costs: { ...costs, scenarios: { ...costs.scenarios, ...costs.inPassing } } }
  const regular = checks.filter((check) => !isRandom(check))
  const [whole, most] = [cheaper, options].map((one) => total(phasesOf(one, regular, 1, 0))) as [number, number]
  return whole >= twoWindows() ? { options: cheaper, forWindow: most - whole } : { options, forWindow: 0 }
}

export const planRun = (given: PlanOptions): RunPlan => {
  const { options, forWindow } = inPassing(given)
  const { budget, costs, has, cleanup } = options
  const regular = options.checks.filter((check) => !isRandom(check))
  const planned = (chosen: readonly Check[], outside: Check[], effort: number, random: number): RunPlan => ({
    chosen: [...chosen],
    outside,
    effort,
    random,
    phases: phasesOf(options, chosen, effort, random),
    forWindow,
  })
  const whole = total(phasesOf(options, regular, 1, 0))
  if (regular.length === 0) return planned(options.checks, [], 1, budget ?? namedRandom)
  if (budget === null) {
    const random = Math.max(0, Math.min(modestRandom, usualRun - whole))
    return planned(options.checks, [], 1, regular.length < options.checks.length ? random : 0)
  }
  if (whole <= budget) {
    const { effort, random } = grown(options, budget - whole)
    return random > 0 ? planned(options.checks, [], effort, random) : planned(regular, [], effort, 0)
  }
  const purse = budget - costOfPreflight(costs, has).requests - (cleanup ? costs.teardown : 0)
  const choices = effortsBelow.map((effort) => ({ effort, ...choose({ ...options, checks: regular }, effort, purse) }))
  const best = choices.toSorted((one, other) => other.rules - one.rules)[0]!
  return planned(
    regular.filter((check) => best.chosen.has(check)),
    regular.filter((check) => !best.chosen.has(check)),
    best.effort,
    0,
  )
}
