// Runs a plan on the target: sends its steps and compares every answer with the model of an order.
import type { Assertion } from '../evidence/assertion.ts'
import { drive } from '../model/drive.ts'
import type { Plan, PlanStep } from '../model/plan.ts'
import type { PlanRun, PlanAssertion } from '../model/plan-run.ts'
import type { Machine } from '../model/machine.ts'
import type { Surveyor } from '../model/walk-order.ts'
import type { StepContext } from '../kit/context.ts'
import { isInFocus } from '../kit/focus.ts'
import { byId, fieldIn, type SeenEvent } from './events-of.ts'
import { changesOf, changesTo, eventsShowing } from './change-events.ts'
import { createPerformer, type SpareOrders } from './perform-step.ts'

export const describeStep = ({ order, action }: PlanStep): string =>
  [order, ...Object.entries(action).map(([name, value]) => (name === 'do' ? value : `${name} ${value}`))].join(' ')

/** What the company may do as the lender may: whatever of it we have not asked for, in vain or not, is the company's. */
const ownEvents: Record<string, { action: string; type: string }> = {
  on_hold: { action: 'hold', type: 'order.on_hold' },
  off_hold: { action: 'resume', type: 'order.resumed' },
  cancelled: { action: 'cancel', type: 'order.cancelled' },
}

const countRaised = async (
  context: StepContext,
  id: string | undefined,
  status: string,
  type: string,
): Promise<number> =>
  id === undefined ? 0 : (await eventsShowing(context, id, status)).filter((event) => event.type === type).length

/** What only our own actions raise: a spontaneous move before the last of them excuses none of its effects. */
const ours = new Set(['order.on_hold', 'order.resumed', 'order.cancelled', 'order.revision_requested'])

const passing = new Set(['off_hold', 'reactivated'])

/** Up to the last move, where it led to that status and nothing but the one event of the action came after it. */
const eventsBefore = (events: readonly SeenEvent[], status: string, own: string): readonly SeenEvent[] => {
  const at = events.findLastIndex(({ type }) => type === own)
  // What else a hold may raise names the status that it led to.
  const moves = changesOf(events).filter((event) => fieldIn(event, 'status') !== 'on_hold')
  const last = moves.at(-1)
  if (!last || fieldIn(last, 'status') !== status) return []
  const end = events.indexOf(last) + 1
  const later = events.slice(end).filter(({ type }) => ours.has(type))
  return later.length === 0 || (later.length === 1 && at >= end) ? events.slice(0, end) : []
}

/** Whether they report that it came to a status from the expected one: any other was a wrong move. */
export const hasMovedOn = async (
  context: StepContext,
  id: string | undefined,
  permitted: readonly string[],
  status: string,
  own?: string,
): Promise<boolean> => {
  if (id === undefined) return false
  const all = (await eventsShowing(context, id, status)).toSorted(byId)
  const events = own === undefined ? all : eventsBefore(all, status, own)
  const since = events.slice(events.findLastIndex(({ type }) => ours.has(type)) + 1)
  const last = changesTo(since, status).at(-1)
  if (!last) return false
  // Out of a status that it only passes through an order goes nowhere but where it is to rest.
  const resting = permitted.filter((code) => !passing.has(code))
  const before = since.slice(0, since.indexOf(last))
  return (
    before.some((event) => resting.includes(String(fieldIn(event, 'status')))) ||
    // Where coming to rest raises nothing, the first move from there reports it.
    changesOf([...before, last]).some((event) => resting.includes(String(fieldIn(event, 'previous_status'))))
  )
}

const held = new Set(['on_hold', 'off_hold'])

/** Whether the company ended the review of an order. Out of a hold it comes back to the review, so that a change from there to `new` is none of the company. */
const wasPlaced = async (context: StepContext, id: string): Promise<boolean> =>
  changesTo(await eventsShowing(context, id, 'new'), 'new').some(
    (event) => !held.has(String(fieldIn(event, 'previous_status'))),
  )

/** With a surveyor what was covered is counted. */
export const executePlan = async (
  context: StepContext,
  machine: Machine,
  plan: Plan,
  surveyor?: Surveyor,
  spare?: SpareOrders,
): Promise<PlanRun> => {
  const performer = await createPerformer(context, { plan, spare })
  const driven = await drive(machine, plan, performer.perform, {
    ...(surveyor && { surveyor }),
    enough: (broken) => broken.some((one) => isInFocus(context.focus, one)),
    async excused(order, { freedom, statuses, before }) {
      const status = statuses.at(-1)!
      const own = ownEvents[status]
      const asked = plan.steps.filter(
        (one, index) => one.order === order && one.action.do === own?.action && performer.exchangesOf(index).length > 0,
      )
      const moved = own
        ? (await countRaised(context, performer.idOf(order), status, own.type)) > asked.length
        : await hasMovedOn(context, performer.idOf(order), statuses.slice(0, -1), status, before)
      if (moved) context.recordReading(freedom, 'moves-automatically')
      return moved
    },
    async placed(order) {
      const id = performer.idOf(order)
      const placed = id !== undefined && (await wasPlaced(context, id))
      if (placed) context.recordReading('lifecycle.placement-delay', 'automatic')
      return placed
    },
  })
  const readings = driven.records.flatMap(({ observation }) => observation.readings)
  for (const { freedom, reading } of readings) context.recordReading(freedom, reading)
  const planRun = { machine, plan, drive: driven, performer }
  context.plans.run.push(planRun)
  return planRun
}

/** What the answers prove and contradict. */
export const answerClaims = ({ drive: driven, performer, plan }: PlanRun): PlanAssertion[] => {
  const shown = (index: number, about: string) => (claim: Assertion) => ({
    claim,
    about,
    requests: performer.exchangesOf(index),
    plan,
    step: index,
    via: 'answer' as const,
  })
  const failed = driven.failures.flatMap(({ index, order, key, claims }) =>
    claims.map(shown(index, `${key} on ${order}`)),
  )
  const held = driven.records.flatMap(({ index, step, observation }) =>
    observation.claims.filter((claim) => claim.passed).map(shown(index, describeStep(step))),
  )
  return [...failed, ...held]
}
