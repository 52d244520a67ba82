// One step of the model: what an action may answer, the next status of the order, which events follow.
import { actionKey, type Action } from './actions.ts'
import { cellReading } from './cell-readings.ts'
import { cellOf, forbiddenRefusal, permissionFreedom, permittingReadings, type Cell } from './cells.ts'
import { afterAccepted } from './effects.ts'
import { acceptedEvents, refusedEvents } from './events.ts'
import { drift } from './resting.ts'
import { newOrder, union, type OrderModel } from './order-model.ts'
import type { Outcome, Refusal } from './outcome.ts'
import { acceptedRules, refusedRules } from './cell-rules.ts'
import { fieldRules, noEffectRules, ruleIds } from './rule-ids.ts'
import type { Machine } from './machine.ts'
import type { StatusCode } from '../contract/lifecycle-tables.ts'
import { onward } from './spontaneous.ts'

/** What the contract says of the step, the company's switches aside. `from` are the statuses the order may have. */
export type Expectation =
  | { is: 'accepted'; from: StatusCode[] }
  | { is: 'refused'; from: StatusCode[]; refusal: Refusal }
  | { is: 'open'; from: StatusCode[]; freedoms: string[] }

type Step = { expectation: Expectation; outcomes: Outcome[] }

const createStep = (action: Extract<Action, { do: 'create' }>): Step => {
  const next = newOrder(action.product, action.loan_number)
  const statuses = [...next.status]
  const outcomes = statuses.map((status): Outcome => ({
    answer: 'accepted',
    from: null,
    freedom: 'create.review-first',
    reading: null,
    refusal: null,
    next: { ...next, status: [status] },
    events: acceptedEvents(action, next, null, [status]),
    rules: [ruleIds.created201],
  }))
  return { expectation: { is: 'accepted', from: [] }, outcomes }
}

const acceptedOutcome = (machine: Machine, model: OrderModel, from: StatusCode, action: Action): Outcome => {
  const next = afterAccepted(machine, model, from, action)
  return {
    answer: 'accepted',
    from,
    freedom: null,
    reading: null,
    refusal: null,
    next,
    events: acceptedEvents(action, model, from, next.status, action.do === 'advance' ? onward(machine, [from]) : []),
    rules: action.do === 'amend' ? [fieldRules[action.field]!] : acceptedRules(actionKey(action), from),
  }
}

const refusalRules = (model: OrderModel, from: StatusCode, action: Action, refusal: Refusal): readonly string[] => {
  if (action.do !== 'revision') return refusedRules(actionKey(action), from)
  if (refusal.statuses.length === 1 && refusal.statuses[0] === 409) return refusedRules(`revision:${action.kind}`, from)
  if (refusal.statuses.length === 1) return [ruleIds.unacknowledgedIs422]
  return model.loanNumber === false ? [ruleIds.noLoanNumberRefused] : []
}

const refusedOutcome = (model: OrderModel, from: StatusCode, action: Action, refusal: Refusal): Outcome => {
  const unacknowledged = action.do === 'revision' && refusal.statuses.length === 1 && refusal.statuses[0] === 422
  const noEffect = unacknowledged ? [ruleIds.unacknowledgedLeaves] : (noEffectRules[action.do] ?? [])
  return {
    answer: 'refused',
    from,
    freedom: null,
    reading: null,
    refusal,
    next: { ...model, status: [from], owed: union(model.owed, noEffect) },
    events: refusedEvents(action, from),
    rules: refusalRules(model, from, action, refusal),
  }
}

const forbiddenOutcome = (machine: Machine, model: OrderModel, from: StatusCode, action: Action): Outcome[] => {
  const freedom = permissionFreedom(action)
  if (freedom === null || permittingReadings.includes(machine.readings[freedom] ?? '')) return []
  const outcome = refusedOutcome(model, from, action, forbiddenRefusal(action))
  return [{ ...outcome, freedom, reading: 'status-403', rules: [] }]
}

/** Until the names of an amendment are known, ours may be refused as unknown or be passed over. */
const misnamedOutcome = (machine: Machine, model: OrderModel, from: StatusCode, action: Action): Outcome[] => {
  if (action.do !== 'amend' || machine.readings['amend.field-names'] !== undefined) return []
  const refusal: Refusal = { statuses: [400, 422], code: null, currentStatus: false, detail: null }
  const outcome = refusedOutcome(model, from, action, refusal)
  return [{ ...outcome, freedom: 'amend.field-names', reading: 'own-names', rules: [] }]
}

const outcomesIn = (machine: Machine, model: OrderModel, from: StatusCode, action: Action, cell: Cell): Outcome[] => {
  const instead = [...forbiddenOutcome(machine, model, from, action), ...misnamedOutcome(machine, model, from, action)]
  const success = [acceptedOutcome(machine, model, from, action), ...instead]
  if (cell.is === 'accepted') return success
  const refused = refusedOutcome(model, from, action, cell.refusal)
  // A company that switched the action off may say so before it looks at the status.
  if (cell.is === 'refused') return [refused, ...instead]
  const either = (outcome: Outcome, is: Outcome['answer']): Outcome =>
    outcome.freedom ? outcome : { ...outcome, freedom: cell.freedom, reading: cellReading(cell.freedom, is), rules: [] }
  return [...success.map((outcome) => either(outcome, 'accepted')), either(refused, 'refused')]
}

const expectationOf = (cells: readonly { from: StatusCode; cell: Cell }[]): Expectation => {
  const from = cells.map((entry) => entry.from)
  if (cells.every(({ cell }) => cell.is === 'accepted')) return { is: 'accepted', from }
  const refusals = cells.flatMap(({ cell }) => (cell.is === 'refused' ? [cell.refusal] : []))
  if (refusals[0] && refusals.length === cells.length) return { is: 'refused', from, refusal: refusals[0] }
  return { is: 'open', from, freedoms: union(cells.flatMap(({ cell }) => (cell.is === 'open' ? [cell.freedom] : []))) }
}

/** `model` is null before the order exists; creating is then the only action that has an outcome. */
export const step = (machine: Machine, model: OrderModel | null, action: Action): Step => {
  if (action.do === 'create') return createStep(action)
  if (model === null) return { expectation: { is: 'refused', from: [], refusal: noSuchOrder }, outcomes: [] }
  const cells = drift(machine, model).map((from) => ({ from, cell: cellOf(machine, model, from, action) }))
  const outcomes = cells.flatMap(({ from, cell }) => outcomesIn(machine, model, from, action, cell))
  return { expectation: expectationOf(cells), outcomes }
}

const noSuchOrder: Refusal = { statuses: [404], code: 'not_found', currentStatus: false, detail: null }
