// Runs a plan against anything that answers, compares every answer with the model, and reports differences.
import type { Assertion } from '../evidence/assertion.ts'
import { actionKey, readOrder, type Action } from './actions.ts'
import { createTrail, type Trail } from './coverage.ts'
import { compareAnswer } from './compare-answer.ts'
import type { Answer, Doubt, Excuse, Observation } from './observation.ts'
import { placeOf } from './resting.ts'
import { union, type OrderModel } from './order-model.ts'
import type { ExpectedEvents } from './outcome.ts'
import type { Plan, PlanStep } from './plan.ts'
import { mergeExpected } from './event-patterns.ts'
import type { Machine } from './machine.ts'
import { coverStep, type Surveyor } from './walk-order.ts'

/** Sends one step and gives its answer; null when none came, which leaves the order undecided from there on. */
type Perform = (step: PlanStep, index: number) => Promise<Answer | null>

type DriveHooks = {
  /** Whether the feed shows the moves that would excuse a contradiction. */
  excused?: (order: string, excuse: Excuse) => Promise<boolean>
  /** Whether the feed shows that the company placed the order that it had under review. */
  placed?: (order: string) => Promise<boolean>
  /** Where to count what was covered. */
  surveyor?: Surveyor
  /** Whether the claims that a step contradicts are all that is in focus, so that the rest need not run. */
  enough?: (broken: readonly Assertion[]) => boolean
  /** Stop at the first contradiction, instead of giving up the order alone. */
  stopAtFailure?: boolean
}

/** `place` and `key` say what failed where; failures of one `place`, `key` and `status` have one cause as a rule. */
type Failure = { index: number; order: string; place: string; key: string; status: number; claims: Assertion[] }

/** `before` is the order as the step found it; null before its creation. */
export type DriveRecord = {
  index: number
  step: PlanStep
  before: OrderModel | null
  answer: Answer
  observation: Observation
}

export type Drive = {
  records: DriveRecord[]
  failures: Failure[]
  /** Steps not sent, because their order was given up before. */
  skipped: number
  models: Map<string, OrderModel>
  /** For each order, the events that each of its steps permits, to compare with the feed. */
  expected: Map<string, ExpectedEvents[]>
  /** For each order, the positions in the plan of the steps of `expected`. */
  answered: Map<string, number[]>
}

const settleDoubt = async (doubt: Doubt, perform: Perform, order: string, index: number): Promise<Assertion[]> => {
  const answer = await perform({ order, action: readOrder }, index)
  const body = answer?.body as { status?: { code?: string } } | null | undefined
  const code = body?.status?.code
  if (answer?.status !== 200 || code === undefined) return []
  return doubt.permitted.includes(code) ? doubt.ifNot : doubt.ifMoved
}

export const drive = async (machine: Machine, plan: Plan, perform: Perform, hooks: DriveHooks = {}): Promise<Drive> => {
  const result: Drive = {
    records: [],
    failures: [],
    skipped: 0,
    models: new Map(),
    expected: new Map(),
    answered: new Map(),
  }
  const givenUp = new Set<string>()
  const trails = new Map<string, Trail>()

  /** An order under review that was placed meanwhile is looked at again as a placed one. */
  const look = async (order: string, action: Action, answer: Answer): Promise<[OrderModel | null, Observation]> => {
    const before = result.models.get(order) ?? null
    const observation = compareAnswer(machine, before, action, answer)
    if (!before || !observation.ifPlaced || !(await hooks.placed?.(order))) return [before, observation]
    const placed = {
      ...before,
      status: union(
        ['new'],
        before.status.filter((code) => code !== 'pending_review'),
      ),
    }
    return [placed, compareAnswer(machine, placed, action, answer)]
  }

  const judge = async (step: PlanStep, index: number, answer: Answer): Promise<void> => {
    const { order, action } = step
    const [before, observation] = await look(order, action, answer)
    const { outcome, next, doubt, excuse } = observation
    if (next) result.models.set(order, next)
    result.records.push({ index, step, before, answer, observation })
    if (outcome === 'inconclusive') return void givenUp.add(order)
    result.expected.set(order, [...(result.expected.get(order) ?? []), mergeExpected(observation.taken)])
    result.answered.set(order, [...(result.answered.get(order) ?? []), index])
    if (outcome !== 'contradiction') {
      const trail = trails.get(order) ?? createTrail()
      trails.set(order, trail)
      const decided = observation.readings.length === 0 || action.do === 'create'
      const is = decided ? outcome : 'open'
      if (hooks.surveyor && next)
        coverStep(hooks.surveyor, trail, before, action, { is, next, status: observation.from })
      return
    }
    givenUp.add(order)
    if (excuse && (await hooks.excused?.(order, excuse))) return
    const claims = doubt
      ? [...observation.claims, ...(await settleDoubt(doubt, perform, order, index))]
      : observation.claims
    const place = before ? placeOf(machine, before) : ''
    const broken = claims.filter((one) => !one.passed)
    result.failures.push({ index, order, place, key: actionKey(action), status: answer.status, claims: broken })
  }

  for (const [index, step] of plan.steps.entries()) {
    if (givenUp.has(step.order)) {
      result.skipped += 1
      continue
    }
    const answer = await perform(step, index)
    if (answer) await judge(step, index, answer)
    else givenUp.add(step.order)
    const last = result.failures.at(-1)
    if (last?.index === index && hooks.enough?.(last.claims)) break
    if (hooks.stopAtFailure && result.failures.length > 0) break
  }
  return result
}
