// A plan: steps over several interleaved orders as plain data, which can be stored, replayed and judged before it is sent.
import type { Action } from './actions.ts'
import { assume } from './assume.ts'
import type { OrderModel } from './order-model.ts'
import { statusCodes } from './tables.ts'
import type { Machine } from './machine.ts'

/** `order` names an order of the plan, such as `o1`; ids are the target's and are bound when the plan is run. */
export type PlanStep = { order: string; action: Action }

export type Plan = {
  version: 1
  id: string
  /** The seed that the plan was made from; it replays without it. */
  seed: number
  steps: PlanStep[]
}

export const planOf = (id: string, seed: number, steps: PlanStep[]): Plan => ({ version: 1, id, seed, steps })

export const ordersOf = (plan: Plan): string[] => [...new Set(plan.steps.map(({ order }) => order))]

/** Only the steps of one order, under the name it has. */
export const project = (plan: Plan, order: string): Plan => ({
  ...plan,
  id: `${plan.id}/${order}`,
  steps: plan.steps.filter((one) => one.order === order),
})

/** The requests the plan sends when nothing is repeated. */
export const plannedRequests = (plans: readonly Plan[]): number =>
  plans.reduce((sum, { steps }) => sum + steps.length, 0)

/** Why the plan makes no sense on the model, a sentence each; empty for a sound one. */
export const planProblems = (machine: Machine, plan: Plan): string[] => {
  const orders = new Map<string, OrderModel>()
  const codes = statusCodes(machine.tables)
  return plan.steps.flatMap(({ order, action }, index) => {
    const model = orders.get(order) ?? null
    const where = `Step ${index + 1} (${order}, ${action.do})`
    if (action.do === 'create' && model) return [`${where} creates an order that exists.`]
    if (action.do !== 'create' && !model) return [`${where} comes before the order is created.`]
    if (action.do === 'advance' && !codes.includes(action.to)) return [`${where} names no status: ${action.to}.`]
    orders.set(order, assume(machine, model, action).next)
    return []
  })
}

const isStep = (value: unknown): value is PlanStep => {
  if (typeof value !== 'object' || value === null) return false
  const { order, action } = value as Record<string, unknown>
  return typeof order === 'string' && typeof action === 'object' && action !== null && 'do' in action
}

/** Whether a value has the outline of a plan; fixtures/schemas/plan.schema.json holds the whole form. */
export const isPlan = (value: unknown): value is Plan => {
  if (typeof value !== 'object' || value === null) return false
  const { version, id, seed, steps } = value as Record<string, unknown>
  const headed = version === 1 && typeof id === 'string' && typeof seed === 'number'
  return headed && Array.isArray(steps) && steps.every(isStep)
}
