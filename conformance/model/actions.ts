// What can be done to one order, as plain data, and the short names plans and coverage call it by.
import type { StatusCode } from '../contract/lifecycle-tables.ts'

/** Resolved by the runner: a product placed at once, or one unusual enough that the company may review it first. */
export type ProductKind = 'plain' | 'reviewed'

export const amendableFields = [
  'lender_reference',
  'loan.number',
  'loan.client',
  'loan.investor',
  'appraiser_instructions',
  'notes.order',
  'notes.appointment',
  'due_date',
] as const
export type AmendableField = (typeof amendableFields)[number]

const revisionKinds = ['correction', 'reconsideration_of_value'] as const
export type RevisionKind = (typeof revisionKinds)[number]

const acknowledgements = ['none', 'prior_appraisal', 'comparable_sales', 'both'] as const
export type Acknowledgement = (typeof acknowledgements)[number]

export const readable = ['order', 'requests', 'messages', 'documents'] as const
export type Readable = (typeof readable)[number]

export type Action =
  | { do: 'create'; product: ProductKind; loan_number: boolean }
  | { do: 'advance'; to: StatusCode }
  | { do: 'hold' }
  | { do: 'resume' }
  | { do: 'cancel' }
  | { do: 'amend'; field: AmendableField; value: string }
  | { do: 'message'; to: 'manager' | 'appraiser' }
  | { do: 'upload' }
  | { do: 'revision'; kind: RevisionKind; acknowledgement: Acknowledgement }
  /** `settle` asks the runner to read until the order has left a transitional status, or to give up in time. */
  | { do: 'read'; what: Readable; settle?: boolean }

/** The action with what decides its outcome, such as `advance:new`; actions of one key share a cell. */
export const actionKey = (action: Action): string => {
  switch (action.do) {
    case 'create':
      return `create:${action.product}`
    case 'advance':
      return `advance:${action.to}`
    case 'amend':
      return action.field === 'loan.number' ? 'amend:loan.number' : 'amend'
    case 'message':
      return `message:${action.to}`
    case 'revision':
      return action.kind === 'reconsideration_of_value' && action.acknowledgement === 'none'
        ? 'revision:unacknowledged'
        : `revision:${action.kind}`
    case 'read':
      return `read:${action.what}`
    default:
      return action.do
  }
}

export const create = (product: ProductKind = 'plain', loan_number = true): Action => ({
  do: 'create',
  product,
  loan_number,
})
export const advance = (to: StatusCode): Action => ({ do: 'advance', to })
export const hold: Action = { do: 'hold' }
export const resume: Action = { do: 'resume' }
export const cancel: Action = { do: 'cancel' }
export const correction: Action = { do: 'revision', kind: 'correction', acknowledgement: 'none' }
export const reconsideration: Action = {
  do: 'revision',
  kind: 'reconsideration_of_value',
  acknowledgement: 'prior_appraisal',
}
export const readOrder: Action = { do: 'read', what: 'order' }
export const settle: Action = { do: 'read', what: 'order', settle: true }
