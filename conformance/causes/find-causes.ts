// After the checks: puts the findings into groups of one cause, shortens what showed them, and reruns each.
import { orAbsent } from '../../reports/texts.ts'
import { planFormat, planVersion, type PlanFile } from '../../reports/plan-file.ts'
import { reason, type GivenReason } from '../../reports/reasons/reason.ts'
import type { Check } from '../kit/check.ts'
import { plannedRequests, type Plan } from '../model/plan.ts'
import type { Contexts, Budget } from '../engine/contexts.ts'
import type { Session } from '../engine/session.ts'
import { createCallShortener, type FewestCalls, type StartReference } from './fewest-calls.ts'
import { positionsOf, type Found } from '../evidence/found.ts'
import { groupFindings, withLateFindings, type Group } from './group-findings.ts'
import { withUnserved } from './not-served.ts'
import { labelOf, unrepeated, type Labelled, type RerunOutcome } from './label.ts'
import { minimalPlan, passedRuns } from './minimal-plan.ts'
import { onTrial } from './trial.ts'
import { rerunCheck, type Rerun } from './rerun-check.ts'
import { rerunPlan } from './rerun-plan.ts'
import {
  mostRequests,
  reproducerFor,
  type CheckReproducer,
  type PlanReproducer,
  type Reproducer,
} from './reproducers.ts'

type CausesOptions = {
  session: Session
  contexts: Contexts
  budget: Budget
  checks: readonly Check[]
  /** Requests for reruns, not for dropping calls after them. */
  allowance: number
  /** Why nothing is rerun; null when it is. */
  notRerun: GivenReason | null
  /** Starts a server that keeps the contract; null where there is none at hand, and then no calls are dropped. */
  reference: StartReference | null
  signal: AbortSignal
}

const rerunsOfEach = 2

/** After this no further rerun begins. */
const mostMs = 60_000

type CausesToFind = Labelled & { run: PlanFile['run'] | null; fewest?: FewestCalls | null; requests: number }

const asCheck = (check: Check | null): PlanFile['run'] | null => (check ? { check: check.id } : null)

const createRerunner = ({ session, contexts, budget, allowance, signal }: CausesOptions) => {
  const known = passedRuns(contexts.plans)
  const reruns = new Map<string, Rerun[]>()
  const sent = (): number => session.pacing.spent.requests
  const first = sent()
  const began = performance.now()
  const left = (): number => allowance - (sent() - first)

  const refusal = (requests: number): GivenReason | null => {
    if (signal.aborted) return 'interrupted-before-rerun'
    if (performance.now() - began > mostMs) return reason('rerun-time-over', { seconds: mostMs / 1000 })
    return requests > left() ? reason('rerun-requests-used', { requests: allowance }) : null
  }

  const rerunAsPlan = (reproducer: PlanReproducer, plan: Plan): Promise<RerunOutcome> =>
    onTrial(
      session,
      contexts,
      budget,
      async (trial) => (await rerunPlan(trial, reproducer.run.machine, plan, reproducer)).outcome,
    )

  const byPlan = async (reproducer: PlanReproducer): Promise<Labelled & { plan: Plan }> => {
    const { plan: whole } = reproducer.run
    const shortened = await minimalPlan(reproducer, {
      known,
      run: (plan) => rerunAsPlan(reproducer, plan),
      sent,
      ceiling: Math.min(mostRequests, left()),
    })
    const { plan, confirmed } = shortened
    const cost = plannedRequests([plan])
    const outcomes: RerunOutcome[] = confirmed ? ['again'] : []
    if (cost * (rerunsOfEach - outcomes.length) > mostRequests)
      return { plan, ...unrepeated(reason('rerun-too-dear', { requests: cost, most: mostRequests })) }
    while (outcomes.length < rerunsOfEach && refusal(cost) === null) outcomes.push(await rerunAsPlan(reproducer, plan))
    const labelled = labelOf(outcomes)
    return { plan: labelled.tries.again > 0 ? plan : { ...whole, ...shortened.original }, ...labelled }
  }

  const rerun = async (check: Check): Promise<Rerun[]> => {
    const known = reruns.get(check.id) ?? []
    reruns.set(check.id, known)
    while (known.length < rerunsOfEach && !signal.aborted)
      known.push(await onTrial(session, contexts, budget, (trial) => rerunCheck(check, trial, signal)))
    return known
  }

  const byOne = async (check: Check, requests: number, rule: string): Promise<Labelled> => {
    const refused = reruns.has(check.id) ? null : refusal(rerunsOfEach * requests)
    if (refused !== null) return unrepeated(refused)
    return labelOf((await rerun(check)).map((outcome) => outcome(rule)))
  }

  /** The first of the checks that found it which shows it again. */
  const byCheck = async ({ check, requests, rule, others }: CheckReproducer): Promise<Labelled & { check: Check }> => {
    const first = { check, ...(await byOne(check, requests, rule)) }
    if (first.label !== 'unreproduced') return first
    for (const other of others) {
      const labelled = await byOne(other.check, other.requests, rule)
      if (labelled.tries.again > 0) return { check: other.check, ...labelled }
    }
    return first
  }

  return async (reproducer: Reproducer): Promise<CausesToFind> => {
    const before = sent()
    if (reproducer.by === 'none')
      return { ...unrepeated(reproducer.reason), run: asCheck(reproducer.check), requests: 0 }
    if (reproducer.by === 'check') {
      const { check, ...labelled } = await byCheck(reproducer)
      return { ...labelled, run: asCheck(check), requests: sent() - before }
    }
    const refused = refusal(1)
    const { plan, ...labelled } =
      refused === null ? await byPlan(reproducer) : { plan: reproducer.run.plan, ...unrepeated(refused) }
    return { ...labelled, run: { plan }, requests: sent() - before }
  }
}

/** `report` emits a `cause` for each group, together with what was found since. */
export type FoundCauses = { report(): void }

/** Groups the findings so far and reruns each group. */
export const findCauses = async (options: CausesOptions): Promise<FoundCauses> => {
  const { session, contexts, checks, notRerun } = options
  const { trace, seed } = session
  const grouped = (): Group[] => {
    const answers = [...trace.answers()]
    const unreadable = answers.flatMap(([id, { isUnreadable }]) => (isUnreadable ? [id] : []))
    return groupFindings(withUnserved(trace.findings, answers), new Set(unreadable))
  }
  const groups = grouped()
  /** The example, then others of its rule, then those that follow from it. */
  const candidates = ({ id, example, findings }: Group): Found[] => {
    const others = findings.filter((index) => index !== example).map((index) => trace.findings[index]!)
    const [own, further] = [true, false].map((is) => others.filter(({ rule }) => (rule === id) === is))
    return [trace.findings[example]!, ...own!, ...further!].filter(({ isCounted }) => !isCounted)
  }
  // Before anything is sent again: what things cost is read off the run.
  const reproducers = groups.map((group) => reproducerFor(group, { trace, plans: contexts.plans, checks }))
  const rerunOf = createRerunner(options)
  const results: CausesToFind[] = []
  for (const reproducer of reproducers) {
    const run = reproducer.by === 'plan' ? { plan: reproducer.run.plan } : asCheck(reproducer.check)
    results.push(notRerun === null ? await rerunOf(reproducer) : { ...unrepeated(notRerun), run, requests: 0 })
  }
  // When every cause was rerun: that a bug is there says more than how few calls show it.
  const fewestOf = notRerun === null ? createCallShortener(options) : async () => null
  for (const [index, result] of results.entries()) {
    const reproducer = reproducers[index]!
    // What the answer of a step shows needs no more than the steps.
    const isShort = reproducer.by === 'plan' && (reproducer.via === 'answer' || reproducer.via === 'invariant')
    if (isShort || result.label === 'unreproduced') continue
    const before = session.pacing.spent.requests
    result.fewest = await fewestOf(candidates(groups[index]!))
    result.requests += session.pacing.spent.requests - before
  }

  const emit = (
    { id: cause, kind, key, rules, example: shown, findings: own }: Group,
    { run, requests, fewest, ...labelled }: CausesToFind,
  ): void => {
    const { rule, check, expected, received, pointer, position: example } = trace.findings[shown]!
    const findings = positionsOf(own.map((index) => trace.findings[index]!))
    const found = { rule, found_by: check, seed, expected: orAbsent(expected), received: orAbsent(received), pointer }
    const plan: PlanFile | null = run && { format: planFormat, version: planVersion, ...found, run }
    const failure = kind && { kind, key }
    const calls =
      fewest &&
      ('script' in fewest
        ? fewest
        : {
            calls: fewest.calls,
            calls_of: fewest.of,
            ...(fewest.refused !== undefined && { calls_refused: fewest.refused }),
            ...(fewest.isUntried && { calls_untried: fewest.isUntried }),
          })
    session.emit({
      type: 'cause',
      cause,
      rule,
      rules,
      ...failure,
      ...labelled,
      example,
      findings,
      requests,
      ...calls,
      plan,
    })
  }

  return {
    report() {
      const { known, late } = withLateFindings(groups, grouped())
      for (const [index, group] of known.entries()) emit(group, results[index]!)
      for (const group of late) emit(group, { ...unrepeated('found-after-reruns'), run: null, requests: 0 })
    },
  }
}
