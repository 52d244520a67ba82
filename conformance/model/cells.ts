// What one action answers in one status: accepted, refused in a certain way, or left to a freedom.
import type { Action } from './actions.ts'
import type { OrderModel } from './order-model.ts'
import type { Refusal } from './outcome.ts'
import { isOpen, refusalCode, tableName } from './tables.ts'
import type { CellEntry, StatusCode } from '../contract/lifecycle-tables.ts'
import type { Machine } from './machine.ts'

export type Cell = { is: 'accepted' } | { is: 'refused'; refusal: Refusal } | OpenCell

type OpenCell = { is: 'open'; freedom: string; refusal: Refusal }

const accepted: Cell = { is: 'accepted' }

/** The refusal an action meets for the order's status, as the contract shows it. */
const statusRefusal = (machine: Machine, action: Action): Refusal => {
  switch (action.do) {
    case 'advance':
      return {
        statuses: [machine.tables.advance_refusal.status],
        code: machine.tables.advance_refusal.code,
        currentStatus: true,
        detail: 'requested-status',
      }
    case 'hold':
    case 'resume':
    case 'cancel':
      return {
        statuses: [409],
        code: refusalCode(machine.tables, action.do),
        currentStatus: true,
        detail: 'current-status',
      }
    default:
      return {
        statuses: [409],
        code: null,
        currentStatus: action.do === 'revision',
        detail: null,
      }
  }
}

const unusable = (...statuses: number[]): Refusal => ({ statuses, code: null, currentStatus: false, detail: null })

/** Whether the condition of an exception row holds; null for one that is no matter of the order's state. */
const conditionHolds = (when: string, model: OrderModel, action: Action): boolean => {
  if (when === 'no-report-delivered') return !model.delivered
  if (when === 'report-delivered-before') return model.delivered
  return when === 'only-loan-number-sent' && action.do === 'amend' && action.field === 'loan.number'
}

const entryFor = (machine: Machine, model: OrderModel, status: StatusCode, action: Action): CellEntry | undefined => {
  const name = tableName(action.do)
  const exception = machine.tables.exceptions.find(
    (row) => row.action === name && row.statuses.includes(status) && conditionHolds(row.when, model, action),
  )
  return exception?.outcome ?? machine.tables.cells[name]?.[status]
}

const tableCell = (machine: Machine, model: OrderModel, status: StatusCode, action: Action): Cell => {
  const entry = entryFor(machine, model, status, action)
  const refusal = statusRefusal(machine, action)
  if (entry === 'accepted') return accepted
  if (entry === undefined || entry === 'refused') return { is: 'refused', refusal }
  return { is: 'open', freedom: entry.open, refusal }
}

/** Section "Sandbox advance table": the row of the status, or those of the remembered ones for a transitional status. */
const advanceCell = (machine: Machine, model: OrderModel, status: StatusCode, to: StatusCode): Cell => {
  const refusal = statusRefusal(machine, { do: 'advance', to })
  const { advance, advance_as_previous: asPrevious } = machine.tables
  const rows = asPrevious.includes(status) ? model.previous.map((code) => advance[code] ?? []) : [advance[status] ?? []]
  if (rows.length > 0 && rows.every((row) => row.includes(to))) return accepted
  if (!rows.some((row) => row.includes(to))) return { is: 'refused', refusal }
  return { is: 'open', freedom: 'sandbox.advance-after-hold-chain', refusal }
}

const revisionCell = (
  machine: Machine,
  model: OrderModel,
  status: StatusCode,
  action: Extract<Action, { do: 'revision' }>,
): Cell => {
  const byStatus = tableCell(machine, model, status, action)
  const lacksAcknowledgement = action.kind === 'reconsideration_of_value' && action.acknowledgement === 'none'
  const lacks = [...(lacksAcknowledgement ? [422] : []), ...(model.loanNumber === true ? [] : [422, 409, 400])]
  if (lacks.length === 0) return byStatus
  if (byStatus.is === 'refused') return { is: 'refused', refusal: unusable(409, ...lacks) }
  if (lacksAcknowledgement) return { is: 'refused', refusal: unusable(...new Set(lacks)) }
  const refusal = unusable(...lacks)
  return model.loanNumber === 'open'
    ? { is: 'open', freedom: 'amend.field-names', refusal }
    : { is: 'refused', refusal }
}

const messageCell = (machine: Machine, status: StatusCode, to: 'manager' | 'appraiser'): Cell => {
  const refusal = statusRefusal(machine, { do: 'message', to })
  if (to === 'appraiser') {
    return { is: 'open', freedom: 'messages.appraiser-policy', refusal: { ...refusal, statuses: [422, 409] } }
  }
  return isOpen(machine.tables, status) ? accepted : { is: 'open', freedom: 'messages.on-closed-orders', refusal }
}

/** The cell of an action in one of the statuses the order may have. */
export const cellOf = (machine: Machine, model: OrderModel, status: StatusCode, action: Action): Cell => {
  switch (action.do) {
    case 'advance':
      return advanceCell(machine, model, status, action.to)
    case 'revision':
      return revisionCell(machine, model, status, action)
    case 'message':
      return messageCell(machine, status, action.to)
    case 'hold':
    case 'resume':
    case 'cancel':
    case 'amend':
      return tableCell(machine, model, status, action)
    default:
      return accepted
  }
}

/** The freedom under which a company may answer 403 in place of success, or null where it may not. */
export const permissionFreedom = (action: Action): string | null => {
  if (action.do === 'cancel') return 'actions.cancel-permission'
  if (action.do === 'amend') return 'amend.permission'
  return action.do === 'hold' || action.do === 'resume' || action.do === 'revision' ? 'actions.other-switches' : null
}

/** The readings of a permission freedom that say that the action is allowed. */
export const permittingReadings = ['allowed', 'never']

/** The 403 in place of success; its code is fixed where the contract names the action. */
export const forbiddenRefusal = (action: Action): Refusal => ({
  statuses: [403],
  code: action.do === 'cancel' || action.do === 'amend' ? 'action_not_permitted_for_client' : null,
  currentStatus: false,
  detail: null,
})
