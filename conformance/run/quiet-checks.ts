// Which checks may run while an attempt is kept waiting: those that leave the webhook alone, and the clock until it is over. And which
// come first.
import type { Check, Need } from '../kit/check.ts'
import { failingAttempts } from '../scenarios/failing-attempts.ts'
import { specimens } from '../scenarios/specimens.ts'
import { costOfCheck, scenariosOf, type Cost, type Costs } from './costs.ts'

type QuietOptions = {
  costs: Costs
  begun: (scenario: string) => boolean
  /** Whether a delivery comes though an earlier one is not answered yet. */
  deliveriesGoOn: boolean
}

const stirring = new Set<Need>(['webhook', 'receiver', 'time', 'spare-rate'])

/** What was never measured may set the webhook. */
const setsWebhook = (cost: Cost | undefined): boolean => cost === undefined || cost.webhook === true

/** A clock that is moved waits for attempts under way, or makes others due. */
const movesClock = (cost: Cost | undefined): boolean => cost?.clock !== undefined

type Kind = 'specimens' | 'quiet' | 'clock'

const sizeOf = (ahead: readonly (Cost | undefined)[]): number =>
  ahead.reduce((sum, cost) => sum + (cost?.requests ?? 0), 0)

/** What a check would do now, and how much of it; null where it would spoil the wait. */
const kindIn = (
  { costs, begun, deliveriesGoOn }: QuietOptions,
  { id, needs, phase, atFullWindow }: Check,
): { kind: Kind; requests: number } | null => {
  const scenarios = [...scenariosOf(costs, id)]
  if (phase === 'last' || atFullWindow || scenarios.includes(failingAttempts.id)) return null
  const isOfSpecimens = deliveriesGoOn && scenarios.includes(specimens.id)
  const unbegun = scenarios.filter((one) => !begun(one) && !(isOfSpecimens && one === specimens.id))
  const ahead = [costs.checks[id], ...unbegun.map((one) => costs.scenarios[one])]
  if (ahead.some(setsWebhook)) return null
  const requests = sizeOf(ahead)
  if (isOfSpecimens) return ahead.some(movesClock) ? null : { kind: 'specimens', requests }
  if (needs.some((need) => stirring.has(need))) return null
  return { kind: ahead.some(movesClock) ? 'clock' : 'quiet', requests }
}

/** Of those that move the clock the one that does most: it goes on until it would move it, and waits there until that is allowed. */
const longest = (checks: readonly Check[], options: QuietOptions): Check | undefined => {
  const sized = checks.map((check) => ({ check, found: kindIn(options, check) }))
  const [first] = sized
    .filter(({ found }) => found?.kind === 'clock')
    .toSorted((one, other) => other.found!.requests - one.found!.requests)
  return first?.check
}

/** The next of them: specimens first, which wait themselves; last of all one that moves the clock in the end. */
export const nextQuiet = (checks: readonly Check[], options: QuietOptions): Check | undefined => {
  const kinds = checks.map((check) => kindIn(options, check)?.kind)
  return checks[kinds.indexOf('specimens')] ?? checks[kinds.indexOf('quiet')] ?? longest(checks, options)
}

/** The scenarios of a check that move the clock. */
const clocked = (costs: Costs, { id }: Check): string[] =>
  [...scenariosOf(costs, id)].filter((one) => movesClock(costs.scenarios[one]))

/** A check that begins what the longest one needs of the clock beforehand, so that this one comes further in the wait. */
const before = (checks: readonly Check[], costs: Costs): Check[] => {
  const options = { costs, begun: () => false, deliveriesGoOn: false }
  const walk = longest(checks, options)
  if (!walk) return []
  const [, ...needed] = clocked(costs, walk).toSorted(
    (one, other) => costs.scenarios[other]!.requests - costs.scenarios[one]!.requests,
  )
  const prepares = (check: Check): boolean =>
    kindIn(options, check) !== null &&
    !movesClock(costs.checks[check.id]) &&
    clocked(costs, check).join() === needed.join()
  return needed.length > 0 ? checks.filter(prepares).slice(0, 1) : []
}

/** The check that keeps an attempt waiting, so that others use that time. */
const slowFirst = (checks: readonly Check[], costs: Costs, controlled: boolean): Check[] => {
  const slow = checks.find(({ id, phase }) => phase !== 'last' && scenariosOf(costs, id).has(failingAttempts.id))
  if (!slow) return [...checks]
  const first = [...(controlled ? before(checks, costs) : []), slow]
  return [...first, ...checks.filter((check) => !first.includes(check))]
}

/** Where no clock can be moved, what would move it sleeps, and the rate limit window goes on meanwhile. */
const sleepingFirst = (checks: readonly Check[], costs: Costs): Check[] => {
  const sleeps = ({ id, phase, atFullWindow }: Check): boolean =>
    phase !== 'last' &&
    !atFullWindow &&
    [costOfCheck(costs, id), ...[...scenariosOf(costs, id)].map((one) => costs.scenarios[one])].some(movesClock)
  return [...checks.filter(sleeps), ...checks.filter((check) => !sleeps(check))]
}

/** In the order that a run takes least time in; what was shuffled stays as it was drawn. */
export const arranged = (
  checks: readonly Check[],
  costs: Costs,
  { controlled, shuffled }: { controlled: boolean; shuffled: boolean },
): readonly Check[] =>
  shuffled ? checks : slowFirst(controlled ? checks : sleepingFirst(checks, costs), costs, controlled)
