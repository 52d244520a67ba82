// After the checks: puts the findings into groups of one cause, shortens what showed them, and tries each again.
import { orAbsent } from '../../reports/texts.ts'
import { planFormat, planVersion, type PlanFile } from '../../reports/plan-file.ts'
import type { Check } from '../kit/check.ts'
import { plannedRequests, type Plan } from '../model/plan.ts'
import type { Contexts, Means } from '../engine/contexts.ts'
import type { Session } from '../engine/session.ts'
import { groupFindings, withLateFindings, type Group } from './group-findings.ts'
import { labelOf, unrepeated, type Labelled, type Try } from './label.ts'
import { minimalPlan, passedLives } from './minimal-plan.ts'
import { onTrial } from './trial.ts'
import { tryCheck, type Rerun } from './try-check.ts'
import { tryPlan } from './try-plan.ts'
import { mostRequests, wayFor, type CheckWay, type PlanWay, type Way } from './ways.ts'

export type CausesOptions = {
  session: Session
  contexts: Contexts
  means: Means
  checks: readonly Check[]
  /** Requests for all of it. */
  allowance: number
  /** Why nothing is to be tried again; null when it is. */
  untried: string | null
  signal: AbortSignal
}

const tries = 2

/** Beyond this no further second try is begun. */
const mostMs = 60_000

type Told = Labelled & { run: PlanFile['run'] | null; requests: number }

const asCheck = (check: Check | null): PlanFile['run'] | null => (check ? { check: check.id } : null)

const createRetrier = ({ session, contexts, means, allowance, signal }: CausesOptions) => {
  const known = passedLives(contexts.plans)
  const reruns = new Map<string, Rerun[]>()
  const sent = (): number => session.pacing.spent.requests
  const first = sent()
  const began = performance.now()
  const left = (): number => allowance - (sent() - first)

  const refusal = (requests: number): string | null => {
    if (signal.aborted) return 'the run was interrupted before it'
    if (performance.now() - began > mostMs) return `the ${mostMs / 1000} s for second tries were over`
    return requests > left() ? `the ${allowance} requests for second tries were used up` : null
  }

  const livePlanAgain = (way: PlanWay, plan: Plan): Promise<Try> =>
    onTrial(session, contexts, means, async (trial) => (await tryPlan(trial, way.lived.machine, plan, way)).outcome)

  const byPlan = async (way: PlanWay): Promise<Labelled & { plan: Plan }> => {
    const { plan: whole } = way.lived
    const shortened = await minimalPlan(way, {
      known,
      run: (plan) => livePlanAgain(way, plan),
      sent,
      ceiling: Math.min(mostRequests, left()),
    })
    const { plan, confirmed } = shortened
    const cost = plannedRequests([plan])
    const outcomes: Try[] = confirmed ? ['again'] : []
    if (cost * (tries - outcomes.length) > mostRequests)
      return { plan, ...unrepeated(`two tries of ${cost} requests are more than the ${mostRequests} for them`) }
    while (outcomes.length < tries && refusal(cost) === null) outcomes.push(await livePlanAgain(way, plan))
    const labelled = labelOf(outcomes)
    return { plan: labelled.tries.again > 0 ? plan : { ...whole, ...shortened.original }, ...labelled }
  }

  const rerun = async (check: Check): Promise<Rerun[]> => {
    const known = reruns.get(check.id) ?? []
    reruns.set(check.id, known)
    while (known.length < tries && !signal.aborted)
      known.push(await onTrial(session, contexts, means, (trial) => tryCheck(check, trial, signal)))
    return known
  }

  const byCheck = async ({ check, requests, rule }: CheckWay): Promise<Labelled> => {
    const refused = reruns.has(check.id) ? null : refusal(tries * requests)
    if (refused !== null) return unrepeated(refused)
    return labelOf((await rerun(check)).map((outcome) => outcome(rule)))
  }

  return async (way: Way): Promise<Told> => {
    const before = sent()
    if (way.by === 'none') return { ...unrepeated(way.reason), run: asCheck(way.check), requests: 0 }
    if (way.by === 'check') {
      const labelled = await byCheck(way)
      return { ...labelled, run: asCheck(way.check), requests: sent() - before }
    }
    const refused = refusal(1)
    const { plan, ...labelled } =
      refused === null ? await byPlan(way) : { plan: way.lived.plan, ...unrepeated(refused) }
    return { ...labelled, run: { plan }, requests: sent() - before }
  }
}

/** `tell` emits a `cause` for each group, together with what was found since. */
export type FoundCauses = { tell(): void }

const lateReason = 'it was found after the reruns'

/** Groups the findings so far and tries each group again. */
export const findCauses = async (options: CausesOptions): Promise<FoundCauses> => {
  const { session, contexts, checks, untried } = options
  const { trace, secrets, seed } = session
  const groups = groupFindings([...trace.findings], trace.look)
  // Before anything is sent again: what things cost is read off the run.
  const ways = groups.map((group) => wayFor(group, { trace, plans: contexts.plans, checks }))
  const retry = createRetrier(options)
  const results: Told[] = []
  for (const way of ways) {
    const run = way.by === 'plan' ? { plan: way.lived.plan } : asCheck(way.check)
    results.push(untried === null ? await retry(way) : { ...unrepeated(untried), run, requests: 0 })
  }

  const emit = ({ id: cause, rules, example, findings }: Group, { run, requests, ...labelled }: Told): void => {
    const { rule, check, expected, received, pointer } = trace.findings[example]!
    const found = { rule, found_by: check, seed, expected: orAbsent(expected), received: orAbsent(received), pointer }
    const plan: PlanFile | null = run && { format: planFormat, version: planVersion, ...found, run }
    session.emit(secrets.maskOwn({ type: 'cause', cause, rule, rules, ...labelled, example, findings, requests, plan }))
  }

  return {
    tell() {
      const { known, late } = withLateFindings(groups, groupFindings([...trace.findings], trace.look))
      for (const [index, group] of known.entries()) emit(group, results[index]!)
      for (const group of late) emit(group, { ...unrepeated(lateReason), run: null, requests: 0 })
    },
  }
}
