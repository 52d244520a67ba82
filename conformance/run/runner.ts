// The run from preflight to verdicts: what was judged is reported, also when something cuts it short.
import { times } from '../../reports/texts.ts'
import { findCauses, type FoundCauses } from '../causes/find-causes.ts'
import type { Check } from '../kit/check.ts'
import { exitCodes, isCodedError, type CodedError } from '../contract/coded-error.ts'
import { serviceRules } from '../contract/contract.ts'
import { cancelOpenOrders } from './cleanup.ts'
import { conclude } from './conclude.ts'
import type { RunResult } from '../engine/run-result.ts'
import { createContexts, type Budget, type Contexts } from '../engine/contexts.ts'
import { measuredCosts } from './costs.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import { leftOut, othersLeftOut, outsideBudget } from './left-out.ts'
import { createMeter, type Meter } from './meter.ts'
import { unmetNeed } from './needs.ts'
import { planRun, type RunPlan } from './plan-run.ts'
import { createPace } from '../preflight/pace.ts'
import { preflight } from '../preflight/preflight.ts'
import { ordersAllowed, runChecks, type Going } from './run-checks.ts'
import { arranged } from './quiet-checks.ts'
import { areaOf } from './select-checks.ts'
import type { Session } from '../engine/session.ts'
import type { RunOptions } from './run-options.ts'
import { isBound, stopSignal, whyBefore } from '../engine/stopped.ts'
import {
  leftToAnotherShard,
  openSubscription,
  webhookOutOfReach,
  type Subscription,
} from '../preflight/subscription.ts'
import { listRules } from './verdicts-so-far.ts'

// The most requests for reruns.
const mostForReruns = 300

const planFor = (session: Session, options: RunOptions): RunPlan => {
  const { profile, control } = session
  const facts = {
    environment: profile.credentials.main.environment,
    control,
    has: (role: keyof typeof profile.credentials) => profile.credentials[role] !== undefined,
    ordersAllowed: ordersAllowed(session, options),
    webhook: webhookOutOfReach(profile),
    patientSeconds: session.patientSeconds,
  }
  const isRenewed = control?.offers('renewRateLimit') ?? false
  const {
    checks,
    costs = measuredCosts({ controlled: control !== null, renewed: isRenewed }),
    budget = null,
    leaveAsIs,
  } = options
  const able = ({ needs, wait }: Check): boolean => unmetNeed(needs, { ...facts, wait }) === null
  return planRun({
    checks: arranged(checks, costs, { controlled: control !== null, shuffled: options.shuffled ?? false }),
    costs,
    budget,
    able,
    has: (role) => Object.hasOwn(profile.credentials, role),
    cleanup: !leaveAsIs,
  })
}

const rerunFindings = async ({ session, contexts, options, plan, meter }: Going): Promise<FoundCauses | null> => {
  const { budget, rerun = true, conclusions = true, checks, reference = null, signal } = options
  if (!conclusions) return null
  const left = (budget ?? Infinity) - session.pacing.spent.requests
  if (session.trace.findings.length > 0) {
    meter.begin('reruns')
    session.emit({ type: 'phase', phase: 'reruns' })
  }
  return findCauses({
    session,
    contexts,
    budget: { effort: plan.effort, randomRequests: 0, budget: budget ?? null },
    checks,
    allowance: Math.max(0, Math.min(mostForReruns, left)),
    notRerun: rerun ? null : 'reruns-switched-off',
    reference,
    signal,
  })
}

/** A caller interested in findings alone needs only the outcome. */
const unconcluded = (interrupted: boolean): RunResult => ({
  outcome: interrupted ? 'interrupted' : 'complete',
  exit_code: interrupted ? exitCodes.couldNotJudge : exitCodes.nothingBroken,
  reason: null,
})

const asResult = ({ code, message, exitCode }: CodedError): RunResult => ({
  outcome: 'preflight-failed',
  exit_code: exitCode,
  reason: { code, message },
})

const prepared = async (session: Session, contexts: Contexts): Promise<RunResult | null> => {
  session.emit({ type: 'phase', phase: 'preflight' })
  try {
    await preflight(session, contexts)
    session.ledger.open()
    return null
  } catch (error) {
    if (!isCodedError(error)) throw error
    // What the target did not answer because the run was given up is no fault of its address.
    const { reason } = session.lost.signal
    return asResult(isCodedError(reason) && isBound(reason) ? reason : error)
  }
}

/**
 * Requests of others before the run are unknown, so that a new window is begun with only ours. A control port that does not do it by
 * now is done without.
 */
const beginWindow = async (session: Session): Promise<void> => {
  try {
    if (session.control?.offers('renewRateLimit')) await session.control.renewRateLimit()
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
    session.leaveControl(error.reason)
  }
}

const subscriptionOf = async (session: Session): Promise<Subscription | RunResult> => {
  try {
    return await openSubscription(session)
  } catch (error) {
    if (!isCodedError(error)) throw error
    return asResult(error)
  }
}

const plannedOf = ({ phases }: RunPlan): number => phases.reduce((sum, { requests }) => sum + requests, 0)

const warnOfPace = ({ emit, profile }: Session, plan: RunPlan, ahead: (requests: number) => string | null): void => {
  const message = ahead(plannedOf(plan))
  if (message === null) return
  const subject = `${profile.credentials.main.environment}_base_url`
  emit({ type: 'preflight', about: 'address', subject, verdict: 'warning', code: 'slow_target', message, facts: {} })
}

/** The plan, which the record shows; a port that begins no rate limit window, as the preflight shows, leaves one to be used up. */
const announced = (session: Session, options: RunOptions): RunPlan => {
  const plan = planFor(session, options)
  const { budget = null, shuffled = false } = options
  const { phases, forWindow } = plan
  const window = forWindow > 0 && { for_window: forWindow }
  session.emit({ type: 'requests-planned', budget, shuffled, phases, ...window })
  session.http.plan(plannedOf(plan))
  return plan
}

const budgetOf = ({ effort, random }: RunPlan, { budget }: RunOptions): Budget => ({
  effort,
  randomRequests: random,
  budget: budget ?? null,
})

const carriedOut = async (session: Session, options: RunOptions, first: RunPlan, meter: Meter): Promise<RunResult> => {
  meter.begin('preflight')
  const budget = budgetOf(first, options)
  const contexts = createContexts(session, budget)
  const pace = createPace()
  const unwatched = session.listeners.add(pace)
  const failed = await prepared(session, contexts)
  unwatched()
  if (failed) {
    const stopped = options.signal.aborted && !session.lost.signal.aborted
    return stopped ? { ...failed, outcome: 'interrupted', reason: null } : failed
  }
  const { shard, webhookElsewhere = false } = options
  const opened = shard && webhookElsewhere ? leftToAnotherShard(shard) : await subscriptionOf(session)
  if ('outcome' in opened) return opened
  const subscription = opened
  const isRenewed = session.control?.offers('renewRateLimit') ?? true
  const plan = isRenewed ? first : announced(session, options)
  Object.assign(budget, budgetOf(plan, options))
  meter.plan(plan.phases)
  warnOfPace(session, plan, pace.ahead)
  session.emit({ type: 'phase', phase: 'checks' })
  session.emit({ type: 'checks-planned', checks: plan.chosen.map(({ id }) => id), rules: serviceRules().length })
  if (options.conclusions !== false)
    listRules(session, [...leftOut(options, plan, plan.chosen, 'cut-off-before'), ...othersLeftOut(options)])
  await beginWindow(session)
  for (const check of plan.chosen) {
    const { id, atFullWindow } = check
    if (
      !atFullWindow ||
      unmetNeed(['spare-rate'], { ...contexts.for(id), ordersAllowed: true, webhook: null }) !== null
    )
      continue
    const begin = () => contexts.for(id).shared(atFullWindow)
    // One under way may be what fills the window, and would wait for itself.
    session.atFullWindow = async () => contexts.begun(atFullWindow.id) || meter.during(`checks.${areaOf(check)}`, begin)
  }
  let ended = false
  const end = async (): Promise<void> => {
    if (ended) return
    ended = true
    meter.begin('cleanup')
    session.emit({ type: 'phase', phase: 'cleanup' })
    if (!options.leaveAsIs) await cancelOpenOrders(session, contexts.orders)
    if (!options.leaveAsIs || session.receiver === null) await subscription.end()
    else await session.receiver.close()
  }
  try {
    const { results, left, overBudget } = await runChecks({ session, contexts, options, plan, subscription, meter })
    const causes = await rerunFindings({ session, contexts, options, plan, subscription, meter })
    // Findings during cleanup count too, and have the same causes.
    await end()
    causes?.report()
    const interrupted = options.signal.aborted
    const cut = interrupted ? whyBefore(options.signal) : 'ended-before'
    if (options.conclusions === false) return unconcluded(interrupted)
    const own = leftOut(options, plan, left, overBudget ? outsideBudget(options) : cut)
    return conclude(session, {
      results,
      leftOut: shard ? own : [...own, ...othersLeftOut(options)],
      undelivered: subscription.lacks,
      isShard: shard !== undefined,
      missing: interrupted || overBudget ? [] : left,
      interrupted,
      require: options.require,
      gating: options.gating,
    })
  } finally {
    await end()
  }
}

/** A proxy that cuts connections, or a target that crashes, shows here alone where each read was answered the second time. */
const noteSentAgain = ({ sentAgain: [first, ...more], emit }: Session): void => {
  if (first === undefined) return
  const reads = 1 + more.length
  const named = reads === 1 ? first : `the first: ${first}`
  emit({
    type: 'note',
    message: `The connection of ${times(reads, 'read')} was cut, and a read is sent once more then (${named}); no rule is violated by that, but see whether the target, or a proxy before it, ends connections.`,
  })
}

/** Judges the target of a session and returns how it ended; everything else is in the session's events. */
export const runSuite = async (session: Session, options: RunOptions): Promise<RunResult> => {
  const plan = announced(session, options)
  const meter = createMeter({
    planned: plan.phases,
    requests: () => session.pacing.spent.requests,
    now: () => performance.now(),
  })
  try {
    return await carriedOut(session, { ...options, signal: stopSignal(session, options.signal) }, plan, meter)
  } finally {
    noteSentAgain(session)
    for (const row of meter.rows()) session.emit(row)
    session.emit({ type: 'coverage', coverage: session.ledger.coverage.report() })
    session.emit({ type: 'likeness', likeness: session.ledger.likeness.report() })
  }
}
