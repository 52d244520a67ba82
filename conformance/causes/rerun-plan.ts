// Reruns a plan on new orders, and returns whether it violates the rule again.
import { reason, recordedReason } from '../../reports/reasons/reason.ts'
import type { Plan } from '../model/plan.ts'
import type { Machine } from '../model/machine.ts'
import { answerClaims, executePlan } from '../steps/execute-plan.ts'
import type { PlanRun, PlanAssertion, Via } from '../model/plan-run.ts'
import { historyClaims, listClaims } from '../steps/plan-history.ts'
import type { RerunOutcome } from './label.ts'
import type { Trial } from './trial.ts'

/** A missing event was waited for long enough when it was found. */
const feedPatienceMs = 2_000
const deliveryPatienceMs = 3_000

type PlanRerun = { outcome: RerunOutcome; run: PlanRun; claims: PlanAssertion[] }

export const rerunPlan = async (
  { contexts, broken }: Trial,
  machine: Machine,
  plan: Plan,
  { rule, via }: { rule: string; via: Via | 'any' },
): Promise<PlanRerun> => {
  const context = contexts.for('reruns')
  const run = await executePlan(context, machine, plan)
  const claims = answerClaims(run)
  if (via === 'history' || via === 'any')
    claims.push(...(await historyClaims(context, [run], { patienceMs: feedPatienceMs })))
  if (via === 'list' || via === 'any') claims.push(...(await listClaims(context, [run])))
  // Deliveries may arrive at any time.
  const shown = claims.some(({ claim }) => !claim.passed && claim.rule === rule)
  if (via === 'invariant' || (via === 'any' && !shown))
    await context.eventually(
      async () => broken.has(rule),
      (is) => is,
      context.receiver ? deliveryPatienceMs : 0,
    )
  const outcome = outcomeOf(rule, run, claims, broken)
  return { outcome, run, claims }
}

const outcomeOf = (
  rule: string,
  run: PlanRun,
  claims: readonly PlanAssertion[],
  broken: ReadonlySet<string>,
): RerunOutcome => {
  const wrong = claims.filter(({ claim }) => !claim.passed).map(({ claim }) => claim.rule)
  if (broken.has(rule) || wrong.includes(rule)) return 'again'
  if (run.performer.unanswered.size > 0) return { inconclusive: recordedReason('step-of-plan-unanswered') }
  const [other] = wrong
  if (other === undefined) return 'held'
  return { inconclusive: recordedReason(reason('plan-stopped-after-failure', { rule: other })) }
}
