// Lives a plan on fresh orders and says whether it breaks the rule again.
import type { Plan } from '../model/plan.ts'
import type { Machine } from '../model/machine.ts'
import { answerClaims, livePlan } from '../steps/live-plan.ts'
import type { Lived, ToldClaim, Via } from '../model/lived-plan.ts'
import { historyClaims, listClaims } from '../steps/plan-history.ts'
import type { Try } from './label.ts'
import type { Trial } from './trial.ts'

/** What is missing was waited for long enough when it was found. */
const feedPatienceMs = 2_000
const deliveryPatienceMs = 3_000

export type PlanTry = { outcome: Try; lived: Lived; claims: ToldClaim[] }

export const tryPlan = async (
  { contexts, broken }: Trial,
  machine: Machine,
  plan: Plan,
  { rule, via }: { rule: string; via: Via | 'any' },
): Promise<PlanTry> => {
  const context = contexts.for('second-tries')
  const lived = await livePlan(context, machine, plan)
  const claims = answerClaims(lived)
  if (via === 'history' || via === 'any') claims.push(...(await historyClaims(context, [lived], feedPatienceMs)))
  if (via === 'list' || via === 'any') claims.push(...(await listClaims(context, [lived])))
  // Deliveries come when they come.
  const shown = claims.some(({ claim }) => !claim.held && claim.rule === rule)
  if (via === 'judge' || (via === 'any' && !shown))
    await context.eventually(
      async () => broken.has(rule),
      (is) => is,
      context.receiver ? deliveryPatienceMs : 0,
    )
  const outcome = outcomeOf(rule, lived, claims, broken)
  return { outcome, lived, claims }
}

const outcomeOf = (rule: string, lived: Lived, claims: readonly ToldClaim[], broken: ReadonlySet<string>): Try => {
  const wrong = claims.filter(({ claim }) => !claim.held).map(({ claim }) => claim.rule)
  if (broken.has(rule) || wrong.includes(rule)) return 'again'
  if (lived.performer.unanswered.size > 0) return { unjudged: 'a step of the plan got no answer' }
  const [other] = wrong
  return other === undefined ? 'held' : { unjudged: `the plan came to its end at another broken rule, ${other}` }
}
