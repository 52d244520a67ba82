// Replays a plan file on a target: gets ready as a run does, runs the plan or the check, and shows what came.
import { recordedReason, type GivenReason } from '../../reports/reasons/reason.ts'
import type { PlanFile } from '../../reports/plan-file.ts'
import { pathOf } from '../../reports/path-of.ts'
import type { Finding, RecordedExchange, Unstamped } from '../../reports/run-record.ts'
import { shortly } from '../../reports/texts.ts'
import type { RerunOutcome } from '../causes/label.ts'
import { onTrial, type Trial } from '../causes/trial.ts'
import { rerunCheck } from '../causes/rerun-check.ts'
import { rerunPlan } from '../causes/rerun-plan.ts'
import { needsOfRule, type Check, type Need } from '../kit/check.ts'
import type { Plan } from '../model/plan.ts'
import type { Machine } from '../model/machine.ts'
import { preflight } from '../preflight/preflight.ts'
import { cancelOpenOrders } from '../run/cleanup.ts'
import { createContexts, type Contexts } from '../engine/contexts.ts'
import { unmetNeed } from '../run/needs.ts'
import { createSession, type Session } from '../engine/session.ts'
import { openSubscription, type Subscription } from '../preflight/subscription.ts'
import type { Profile } from '../sut/profile.ts'
import { stepLines } from './step-lines.ts'

type ReplayOptions = {
  run: string
  profile: Profile
  /** A target of our own is stopped afterwards, so nothing is put back or cancelled there. */
  leaveAsIs: boolean
  allowOrders: boolean
  timeoutMs: number
  machine: Machine
  checks: readonly Check[]
  say: (text: string) => void
}

const means = { effort: 1, randomRequests: 0, budget: null }

const exchangeLine = ({ source, request, response, failure }: RecordedExchange): string => {
  const came = response ? `received ${response.status}` : `no answer (${failure?.message})`
  return `  ${source.padEnd(40)}  ${request.method} ${pathOf(request.url)}  ${came}`
}

const findingLine = ({ rule, expected, received, pointer }: Finding): string =>
  `     ✗ ${rule}: expected ${shortly(expected, 400)}, received ${shortly(received, 400)}${pointer ? ` at ${pointer}` : ''}`

const mostLines = 6

/** Each finding once, and a bounded number of them. */
const findingLines = (findings: readonly Finding[]): string[] => {
  const lines = [...new Set(findings.map(findingLine))]
  const more = lines.length - mostLines
  return [...lines.slice(0, mostLines), ...(more > 0 ? [`     … and ${more} more`] : [])]
}

/** Whether the trial is reported, exchange by exchange, as it goes. */
type Display = { on: boolean }

const executePlan = async (
  file: PlanFile,
  plan: Plan,
  trial: Trial,
  { machine, say }: ReplayOptions,
): Promise<RerunOutcome> => {
  const { outcome, run, claims } = await rerunPlan(trial, machine, plan, { rule: file.rule, via: 'any' })
  for (const line of [...stepLines(run, claims), ...findingLines(trial.findings)]) say(line)
  return outcome
}

const replayCheck = async (
  file: PlanFile,
  check: Check,
  trial: Trial,
  { say }: ReplayOptions,
): Promise<RerunOutcome> => {
  const outcome = (await rerunCheck(check, trial))(file.rule)
  for (const line of findingLines(trial.findings)) say(line)
  return outcome
}

const checkOf = ({ run }: PlanFile, checks: readonly Check[]): Check | undefined =>
  'plan' in run ? undefined : checks.find(({ id }) => id === run.check)

const needsOf = (file: PlanFile, checks: readonly Check[]): readonly Need[] => {
  const check = checkOf(file, checks)
  return 'plan' in file.run ? ['orders', 'sandbox'] : check ? needsOfRule(check, file.rule) : []
}

const lacking = (
  file: PlanFile,
  session: Session,
  contexts: Contexts,
  subscription: Subscription,
  { checks, allowOrders }: ReplayOptions,
): GivenReason | null =>
  unmetNeed(needsOf(file, checks), {
    ...contexts.for('replay'),
    ordersAllowed: allowOrders || session.profile.credentials.main.environment === 'sandbox',
    webhook: subscription.lacks,
    ...(session.lacks.control !== null && { controlLacks: session.lacks.control }),
    unusable: session.lacks.credentials,
    wait: checkOf(file, checks)?.wait,
  })

/** @throws CodedError where the target cannot be reached or its credential is refused */
export const replay = async (file: PlanFile, options: ReplayOptions): Promise<RerunOutcome> => {
  const { run, profile, timeoutMs, leaveAsIs, checks, say } = options
  const display: Display = { on: false }
  const emit = (event: Unstamped): void => {
    if (event.type === 'exchange' && display.on) say(exchangeLine(event.exchange))
    if (event.type === 'note') say(`Note: ${event.message}`)
  }
  const session = createSession({ run, seed: file.seed, profile, emit, timeoutMs })
  const contexts = createContexts(session, means)
  try {
    await preflight(session, contexts)
    session.ledger.open()
    const subscription = await openSubscription(session)
    try {
      const lacks = lacking(file, session, contexts, subscription, options)
      if (lacks !== null) return { inconclusive: recordedReason(lacks) }
      const { run: what } = file
      display.on = 'check' in what
      return await onTrial(session, contexts, means, (trial) =>
        'plan' in what
          ? executePlan(file, what.plan as Plan, trial, options)
          : replayCheck(
              file,
              checks.find(({ id }) => id === what.check)!,
              trial,
              options,
            ),
      )
    } finally {
      display.on = false
      if (!leaveAsIs) await cancelOpenOrders(session, contexts.orders)
      if (leaveAsIs && session.receiver) await session.receiver.close()
      else await subscription.end()
    }
  } finally {
    await session.close()
  }
}
