// The checks of a run: one after another, but for those that wait for the target's time, and quiet ones beside a wait.
import { setTimeout as sleep } from 'node:timers/promises'
import { reasonIn } from '../../reports/recorded-reason.ts'
import { createPauses } from '../engine/pauses.ts'
import type { Others } from '../engine/quiet-time.ts'
import { runCheck, type CheckResult } from '../engine/run-check.ts'
import type { Contexts } from '../engine/contexts.ts'
import type { Session } from '../engine/session.ts'
import type { Check } from '../kit/check.ts'
import { proveDelivery } from '../preflight/prove-delivery.ts'
import type { Subscription } from '../preflight/subscription.ts'
import { measuredCosts } from './costs.ts'
import { skip } from './conclude.ts'
import type { Meter } from './meter.ts'
import { unmetFor, unmetNeed, type Facts } from './needs.ts'
import type { RunPlan } from './plan-run.ts'
import type { RunOptions } from './run-options.ts'
import { nextQuiet } from './quiet-checks.ts'
import { areaOf } from './select-checks.ts'
import { emitInvariants } from './verdicts-so-far.ts'
import { firstWaiting, waitsAhead, waitsBehind, waitsOf } from './waits.ts'

export type Going = {
  session: Session
  contexts: Contexts
  options: RunOptions
  plan: RunPlan
  subscription: Subscription
  meter: Meter
}

type Ran = { results: CheckResult[]; left: Check[]; overBudget: boolean }

export const ordersAllowed = (
  { profile }: Pick<Session, 'profile'>,
  { allowOrders }: Pick<RunOptions, 'allowOrders'>,
): boolean => allowOrders || profile.credentials.main.environment === 'sandbox'

const factsFor = ({ session, contexts, options, subscription }: Going, { id, wait }: Check): Facts => ({
  ...contexts.for(id),
  wait,
  ordersAllowed: ordersAllowed(session, options),
  webhook: subscription.lacks,
  receiverLacks: subscription.isOwed ? null : subscription.lacks,
  ...(session.lacks.control !== null && { controlLacks: session.lacks.control }),
  unusable: session.lacks.credentials,
  unbilled: session.lacks.billing,
})

export const runChecks = async (going: Going): Promise<Ran> => {
  const { session, contexts, options, plan, subscription, meter } = going
  const { patientSeconds } = session
  const results: CheckResult[] = []
  const judged = new Set<string>()
  const isOver = (): boolean => options.signal.aborted
  const pauses = createPauses({
    now: Date.now,
    sleep: options.rest ?? ((ms) => sleep(ms, undefined, { signal: options.signal }).catch(() => undefined)),
    isOver,
  })
  const waits = waitsOf(plan.chosen, patientSeconds, (check, seconds) =>
    unmetNeed(check.needs, { ...factsFor(going, check), patientSeconds: seconds }),
  )
  if (patientSeconds > 0)
    session.emit({ type: 'waits-planned', message: waitsAhead(waits, patientSeconds, session.control !== null) })
  const costs = options.costs ?? measuredCosts()
  const queue = firstWaiting(plan.chosen, waits)
  let doubted = subscription.isOwed

  const judge = async (check: Check, pause?: (ms: number) => Promise<void>): Promise<void> => {
    const facts = factsFor(going, check)
    const unmet = unmetNeed(check.needs, facts)
    const result =
      unmet === null
        ? await runCheck(check, session, contexts, {
            signal: options.signal,
            lacking: unmetFor(check, facts),
            ...(pause && { pause }),
          })
        : skip(check, unmet)
    const { verdict, requests, ms, outcomes } = result
    const changed = session.ledger.invariants.changed()
    for (const { rule, compared } of [...outcomes, ...changed]) if (compared > 0) judged.add(rule)
    session.emit({
      type: 'check-finished',
      check: check.id,
      verdict,
      ...reasonIn(result),
      requests,
      ms,
      judged: judged.size,
      outcomes,
    })
    if (options.conclusions !== false) emitInvariants(session, changed)
    results.push(result)
  }

  const spent = (): boolean => {
    const owed = options.leaveAsIs ? 0 : contexts.orders.open.length
    return options.budget !== undefined && session.pacing.spent.requests + owed >= options.budget
  }

  /** Until their time is over, whatever the last one still does. */
  const beside: Promise<void>[] = []
  const runQuiet: Others = async (ms, deliveriesGoOn) => {
    // By the timer alone: a wall clock that is set back meanwhile would begin one check after another.
    const time = { isUp: ms <= 0 }
    const over = sleep(ms).then(() => void (time.isUp = true))
    while (!time.isUp && !isOver() && !spent()) {
      const check = nextQuiet(queue, { costs, begun: contexts.begun, deliveriesGoOn })
      if (!check) break
      queue.splice(queue.indexOf(check), 1)
      session.emit({ type: 'check-started', check: check.id })
      const judged = meter.during(`checks.${areaOf(check)}`, () => judge(check))
      beside.push(judged)
      await Promise.race([judged, over])
    }
    await over
  }
  // Which run beside the wait depends on how quick the target is; a drawn order does not.
  session.quiet.others = options.shuffled ? null : runQuiet

  while (queue.length > 0 && !isOver() && !spent()) {
    await pauses.turn()
    const check = queue.shift()!
    meter.begin(`checks.${areaOf(check)}`)
    session.emit({ type: 'check-started', check: check.id })
    if (doubted && check.needs.includes('webhook') && ordersAllowed(session, options)) {
      doubted = false
      await proveDelivery(subscription, contexts)
    }
    await pauses.begin((pause) => judge(check, pause))
    await Promise.all(beside)
  }
  session.quiet.others = null
  const from = Date.now()
  await pauses.finish()
  const others = session.ledger.invariants.results()
  if (waits.planned.length > 0)
    session.emit({ type: 'note', message: waitsBehind(waits, { results, others, ms: Date.now() - from }) })
  return { results, left: queue, overBudget: queue.length > 0 && spent() }
}
