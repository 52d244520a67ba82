// How a group of findings is rerun: by the plan that showed it, by the cheapest check that did, or not at all, with the reason.
import { reason, type GivenReason } from '../../reports/reasons/reason.ts'
import type { Finding } from '../../reports/run-record.ts'
import type { Check } from '../kit/check.ts'
import type { PlanLog } from '../model/plan-log.ts'
import type { PlanRun, Via } from '../model/plan-run.ts'
import type { Group } from './group-findings.ts'
import type { Trace } from '../engine/trace.ts'

export type PlanReproducer = { by: 'plan'; run: PlanRun; failedAt: number; via: Via; rule: string }
type Rated = { check: Check; requests: number }
/** `others` found it as well: where it depends on what came before, the cheapest alone may not show it. */
export type CheckReproducer = Rated & { by: 'check'; rule: string; others: Rated[] }
/** `check` would show it, were it not for the reason. */
type NoReproducer = { by: 'none'; check: Check | null; reason: GivenReason }
export type Reproducer = PlanReproducer | CheckReproducer | NoReproducer

type Ground = { trace: Trace; plans: PlanLog; checks: readonly Check[] }

/** What a rerun may cost at most. */
export const mostRequests = 60
const mostOthers = 2

const assertedPlan = ({ rule, requests }: Finding, { plans }: Ground): PlanReproducer | null => {
  const shown = plans.contradictions.find(
    (one) => one.claim.rule === rule && one.step !== null && one.requests.some((id) => requests.includes(id)),
  )
  const run = shown && plans.run.find(({ plan }) => plan === shown.plan)
  return run && shown.step !== null ? { by: 'plan', run, failedAt: shown.step, via: shown.via, rule } : null
}

/** The step of a plan whose own answer an invariant found wrong. */
const invariantPlan = ({ rule, requests }: Finding, { plans }: Ground): PlanReproducer | null => {
  const wanted = new Set(requests)
  for (const run of plans.run) {
    const failedAt = run.plan.steps.findIndex((_step, index) =>
      run.performer.exchangesOf(index).some((id) => wanted.has(id)),
    )
    if (failedAt >= 0) return { by: 'plan', run, failedAt, via: 'invariant', rule }
  }
  return null
}

/** The checks behind a source: itself, or all that asked for the scenario. */
const checksBehind = (source: string, ground: Ground, seen = new Set<string>()): Check[] => {
  if (seen.has(source)) return []
  seen.add(source)
  const own = ground.checks.find(({ id }) => id === source)
  if (own) return [own]
  const scenario = source.startsWith('scenario.') ? source.slice('scenario.'.length) : null
  return scenario === null ? [] : ground.trace.askersOf(scenario).flatMap((by) => checksBehind(by, ground, seen))
}

/** What a check sends when the scenarios it asks for run again. */
const costOf = ({ id }: Check, { trace }: Ground): number => {
  const scenarios = new Set(trace.scenariosOf(id))
  for (const scenario of scenarios)
    for (const further of trace.scenariosOf(`scenario.${scenario}`)) scenarios.add(further)
  return [...scenarios].reduce((sum, scenario) => sum + trace.requestsOf(`scenario.${scenario}`), trace.requestsOf(id))
}

const obstacle = (check: Check, requests: number): GivenReason | null => {
  if (check.atFullWindow) return reason('rerun-uses-rate-up', { check: check.id })
  return requests > mostRequests ? reason('check-too-dear', { check: check.id, requests, most: mostRequests }) : null
}

const byCheck = (candidates: readonly Check[], rule: string, ground: Ground): CheckReproducer | NoReproducer => {
  const rated = [...new Set(candidates)]
    .map((check) => ({ check, requests: costOf(check, ground) }))
    .toSorted((one, other) => one.requests - other.requests)
  const [able, ...others] = rated.filter(({ check, requests }) => obstacle(check, requests) === null)
  if (able) return { by: 'check', rule, ...able, others: others.slice(0, mostOthers) }
  const [nearest] = rated
  return nearest
    ? { by: 'none', check: nearest.check, reason: obstacle(nearest.check, nearest.requests)! }
    : { by: 'none', check: null, reason: 'no-check-sends-it' }
}

const candidatesFor = (finding: Finding, ground: Ground): Check[] => {
  const finder = ground.checks.find(({ id }) => id === finding.check)
  if (finder) return [finder]
  const sources = new Set(finding.requests.flatMap((id) => ground.trace.sourceOf(id) ?? []))
  return [...sources].flatMap((source) => checksBehind(source, ground))
}

/** Checks that send the same operation, for what only the run itself was seen to send. */
const otherSenders = (finding: Finding, ground: Ground): Check[] => {
  const operations = finding.requests.flatMap((id) => ground.trace.look(id)?.operation ?? [])
  return operations
    .flatMap((operation) => ground.trace.sendersOf(operation))
    .flatMap((source) => checksBehind(source, ground))
}

export const reproducerFor = (group: Group, ground: Ground): Reproducer => {
  const { findings } = ground.trace
  const own = group.findings.map((index) => findings[index]!)
  const example = findings[group.example]!
  const ofRule = [example, ...own.filter(({ rule }) => rule === example.rule)]
  for (const finding of ofRule) {
    const shown = assertedPlan(finding, ground)
    if (shown) return shown
  }
  const known = byCheck(
    ofRule.flatMap((finding) => candidatesFor(finding, ground)),
    example.rule,
    ground,
  )
  if (known.by === 'check') return known
  // Only the check that found a failure shows it again: another that sends the same request would not.
  if (ofRule.every((finding) => ground.checks.some(({ id }) => id === finding.check))) return known
  const judged = ofRule.map((finding) => invariantPlan(finding, ground)).find((reproducer) => reproducer !== null)
  if (judged) return judged
  const other = byCheck(otherSenders(example, ground), example.rule, ground)
  return other.by === 'check' || known.check === null ? other : known
}
