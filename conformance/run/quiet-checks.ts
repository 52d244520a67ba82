// Which checks may run while an attempt is kept waiting: those that leave the webhook and the clock alone. And which come first.
import type { Check, Need } from '../kit/check.ts'
import { failingAttempts } from '../scenarios/failing-attempts.ts'
import { orderBurst } from '../scenarios/order-burst.ts'
import { revisionBurst } from '../scenarios/revision-burst.ts'
import { specimens } from '../scenarios/specimens.ts'
import { costOfCheck, scenariosOf, type Cost, type Costs } from './costs.ts'

type QuietOptions = {
  costs: Costs
  begun: (scenario: string) => boolean
  /** Whether a delivery comes though an earlier one is not answered yet. */
  deliveriesGoOn: boolean
}

const stirring = new Set<Need>(['webhook', 'receiver', 'time', 'spare-rate'])

/** A clock that is moved waits for attempts under way, or makes others due. What was never measured may do either. */
const stirs = (cost: Cost | undefined): boolean =>
  cost === undefined || cost.clock !== undefined || cost.webhook === true

/** They hold the clock where it is for a moment, which no row of costs shows. */
export const holdingClock: ReadonlySet<string> = new Set([orderBurst.id, revisionBurst.id])

/** The next of them: specimens first, which wait themselves. */
export const nextQuiet = (
  checks: readonly Check[],
  { costs, begun, deliveriesGoOn }: QuietOptions,
): Check | undefined => {
  const kindOf = ({ id, needs, phase, atFullWindow }: Check): 'specimens' | 'quiet' | null => {
    const scenarios = [...scenariosOf(costs, id)]
    if (phase === 'last' || atFullWindow || scenarios.includes(failingAttempts.id)) return null
    const isOfSpecimens = deliveriesGoOn && scenarios.includes(specimens.id)
    const ahead = scenarios.filter((one) => !begun(one) && !(isOfSpecimens && one === specimens.id))
    if (stirs(costs.checks[id]) || ahead.some((one) => holdingClock.has(one) || stirs(costs.scenarios[one])))
      return null
    if (isOfSpecimens) return 'specimens'
    return needs.some((need) => stirring.has(need)) ? null : 'quiet'
  }
  const kinds = checks.map(kindOf)
  return checks[kinds.indexOf('specimens')] ?? checks[kinds.indexOf('quiet')]
}

/** The check that keeps an attempt waiting, so that others use that time. */
const slowFirst = (checks: readonly Check[], costs: Costs): Check[] => {
  const slow = checks.find(({ id, phase }) => phase !== 'last' && scenariosOf(costs, id).has(failingAttempts.id))
  return slow ? [slow, ...checks.filter((check) => check !== slow)] : [...checks]
}

/** Where no clock can be moved, what would move it sleeps, and the rate limit window goes on meanwhile. */
const sleepingFirst = (checks: readonly Check[], costs: Costs): Check[] => {
  const sleeps = ({ id, phase, atFullWindow }: Check): boolean =>
    phase !== 'last' &&
    !atFullWindow &&
    [costOfCheck(costs, id), ...[...scenariosOf(costs, id)].map((one) => costs.scenarios[one])].some(
      (cost) => cost?.clock,
    )
  return [...checks.filter(sleeps), ...checks.filter((check) => !sleeps(check))]
}

/** In the order that a run takes least time in; what was shuffled stays as it was drawn. */
export const arranged = (
  checks: readonly Check[],
  costs: Costs,
  { controlled, shuffled }: { controlled: boolean; shuffled: boolean },
): readonly Check[] => (shuffled ? checks : slowFirst(controlled ? checks : sleepingFirst(checks, costs), costs))
