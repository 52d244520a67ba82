// Orders walked side by side through every move of the advance table, hold, resume, cancel and revision, every refused
// move tried on the way, and all answers and the feed held against the model of an order.
import { enumerations, lifecycle } from '../contract.ts'
import type { Claim } from '../judge/comparison.ts'
import type { Action } from '../model/actions.ts'
import { advance, create, settle } from '../model/actions.ts'
import { drive, type Drive } from '../model/drive.ts'
import { judgeHistory, type SeenEvent as ModelEvent } from '../model/history.ts'
import type { Excuse } from '../model/observe.ts'
import { planOf, type Plan, type PlanStep } from '../model/plan.ts'
import { planTour } from '../model/planner.ts'
import { acceptedRules } from '../model/rule-ids.ts'
import { createMachine, type LifecycleTables, type Machine } from '../model/tables.ts'
import type { Journey, StepContext } from '../run/context.ts'
import { eventsOf, readFeed, recordsOf, type SeenEvent } from '../steps/events-of.ts'
import { exampleSequence } from '../steps/example-sequence.ts'
import { createPerformer, type Performer } from '../steps/perform-step.ts'
import { fieldAt } from '../steps/read.ts'
import { Unjudged } from '../target/unjudged.ts'
import { reviewedOrder } from './reviewed-order.ts'

/** One claim, the exchanges that show it, and the step that it is about. */
export type ToldClaim = { claim: Claim; about: string; requests: string[] }

/** By rule: what the tour has to say of it. */
export type OrderTour = ReadonlyMap<string, readonly ToldClaim[]>

const describe = ({ order, action }: PlanStep): string =>
  [order, ...Object.entries(action).map(([name, value]) => (name === 'do' ? value : `${name} ${value}`))].join(' ')

/** Where no row of the table leads: each is tried in one status of three, as a bug there seldom minds the status. */
const thinned = (plan: Plan, tried: Map<string, number>): Plan => {
  const led = new Set(Object.values(lifecycle().advance).flat())
  const steps = plan.steps.filter(({ action }) => {
    if (action.do !== 'advance' || led.has(action.to)) return true
    const count = tried.get(action.to) ?? action.to.length
    tried.set(action.to, count + 1)
    return count % 3 === 0
  })
  return { ...plan, steps }
}

/** Every life ends with a look, so that its last move or refusal is seen to have had its effect or none. */
const withLastLooks = (plan: Plan): Plan => {
  const last = new Map(plan.steps.map((step) => [step.order, step.action]))
  const opened = plan.steps.filter(({ action }) => action.do === 'revision').map(({ order }) => order)
  const looks = [...last].filter(([, action]) => action.do !== 'read').map(([order]) => ({ order, action: settle }))
  const [first] = opened
  const list: Action = { do: 'read', what: 'requests' }
  return { ...plan, steps: [...plan.steps, ...looks, ...(first ? [{ order: first, action: list }] : [])] }
}

const movedByItself =
  (context: StepContext, { idOf }: Performer) =>
  async (order: string, { freedom, statuses }: Excuse): Promise<boolean> => {
    const id = idOf(order)
    if (id === undefined) return false
    const events = await eventsOf(context, id)
    const reached = events
      .filter(({ type }) => type === 'order.status_changed')
      .map(({ data }) => (data['status'] as { code?: unknown } | null | undefined)?.code)
    const moved = reached.includes(statuses.at(-1))
    if (moved) context.observe(freedom, 'moves-by-itself')
    return moved
  }

type Run = { drive: Drive; performer: Performer }

/** The feed from the first of these orders to its end. */
const readHistory = async (context: StepContext, firstOrder: string): Promise<SeenEvent[]> => {
  const beginning = recordsOf(await readFeed(context, { order_id: firstOrder }))
  const [first] = beginning
  if (!first) return []
  return [first, ...recordsOf(await readFeed(context, { after: first.id }))]
}

const historyClaims = ({ drive: driven, performer }: Run, events: readonly SeenEvent[]): ToldClaim[] => {
  const known = enumerations()['event_type'] ?? []
  const spoiled = new Set(driven.failures.map(({ order }) => order))
  return [...driven.expected].flatMap(([order, expected]) => {
    const id = performer.idOf(order)
    if (spoiled.has(order) || performer.unanswered.has(order)) return []
    const own = events.filter(({ data }) => data['order_id'] === id)
    const told: ModelEvent[] = own.map(({ type, data }) => ({ type, data }))
    const requests = [...new Set(own.map(({ source }) => source))]
    return judgeHistory(expected, told, known).map((claim) => ({ claim, about: `the events of ${order}`, requests }))
  })
}

const answerClaims = ({ drive: driven, performer }: Run): ToldClaim[] => {
  const failed = driven.failures.flatMap(({ index, order, key, claims }) =>
    claims.map((claim) => ({ claim, about: `${key} on ${order}`, requests: performer.exchangesOf(index) })),
  )
  const held = driven.records.flatMap(({ index, step, observation }) =>
    observation.claims
      .filter((claim) => claim.held)
      .map((claim) => ({ claim, about: describe(step), requests: performer.exchangesOf(index) })),
  )
  return [...failed, ...held]
}

const byRule = (claims: readonly ToldClaim[]): OrderTour => {
  const told = new Map<string, ToldClaim[]>()
  for (const one of claims) told.set(one.claim.rule, [...(told.get(one.claim.rule) ?? []), one])
  return told
}

/** Moves that came up only where the order may have moved on by itself, each again as the shortest life that makes it. */
const missedMoves = (told: OrderTour): Plan => {
  const { new: first = [], ...rows } = lifecycle().advance
  const missed = Object.entries(rows).flatMap(([from, targets]) =>
    targets
      .filter((to) => first.includes(from) && acceptedRules(`advance:${to}`, from).some((rule) => !told.has(rule)))
      .map((to) => [from, to]),
  )
  const steps = missed.flatMap(([from, to], i) =>
    [create(), advance(from!), advance(to!)].map((action) => ({ order: `m${i + 1}`, action })),
  )
  return planOf('missed', 0, steps)
}

const noteReadings = (context: StepContext, { drive: driven }: Run): void => {
  const readings = driven.records.flatMap(({ observation }) => observation.readings)
  for (const { freedom, reading } of readings) context.observe(freedom, reading)
}

/** Which kinds of order the company reviews first decides where the walks begin. */
const machineFor = async (context: StepContext): Promise<Machine> => {
  const { placed } = await context.shared(exampleSequence)
  const { answer } = await context.shared(reviewedOrder)
  const tables = lifecycle() as unknown as LifecycleTables
  if (placed.status === 'pending_review') return createMachine(tables, { 'create.review-first': 'always' })
  const reviews = fieldAt(answer, '/status/code') === 'pending_review'
  return createMachine(tables, reviews ? {} : { 'create.review-first': 'never' })
}

/** What the tour goes to: every transition and every refused cell; freedoms are tried by others. */
const options = { goal: 'transitions', cells: true, companions: false, open: false, seed: 7 } as const

export const orderTour: Journey<OrderTour> = {
  id: 'order-tour',
  async run(context) {
    const machine = await machineFor(context)
    const runs: Run[] = []
    const walk = async (plan: Plan): Promise<void> => {
      const performer = await createPerformer(context)
      const driven = await drive(machine, plan, performer.perform, { excused: movedByItself(context, performer) })
      runs.push({ drive: driven, performer })
    }
    const tried = new Map<string, number>()
    for (const plan of planTour(machine, options).plans) await walk(withLastLooks(thinned(plan, tried)))
    await walk(missedMoves(byRule(runs.flatMap(answerClaims))))
    const first = runs[0]?.performer.idOf('o1')
    for (const run of runs) noteReadings(context, run)
    const look = async (): Promise<ToldClaim[]> => {
      const events = first === undefined ? [] : await readHistory(context, first)
      return runs.flatMap((run) => historyClaims(run, events))
    }
    const history = await context
      .eventually(look, (claims) => claims.every(({ claim }) => claim.held), context.patience.feed)
      .catch((error: unknown) => {
        if (error instanceof Unjudged) return []
        throw error
      })
    return byRule([...runs.flatMap(answerClaims), ...history])
  },
}
