// Corrections and reconsiderations of value (Endpoints / POST /orders/{order_id}/revision-requests).
import type { Contract } from '../contract.ts'
import type { RevisionRequest } from '../domain/records.ts'

export const revisions = (_contract: Contract) => ({
  initialStatus: 'submitted' as RevisionRequest['status'],
  needsLoanNumber: true,

  acknowledged: (
    kind: string,
    given: { prior_appraisal_provided: boolean; comparable_sales_provided: boolean },
  ): boolean =>
    kind !== 'reconsideration_of_value' || given.prior_appraisal_provided || given.comparable_sales_provided,

  isOpen: (request: RevisionRequest): boolean => request.status === 'submitted' || request.status === 'accepted',

  /** The moves of Revision request states; an answer without a move leaves the status. */
  mayMove: (from: string, to: string): boolean =>
    (from === 'submitted' && (to === 'accepted' || to === 'declined')) || (from === 'accepted' && to === 'completed'),

  /** A revised report that arrives while a request still waits has been accepted on the way. */
  stepsToCompletion: (status: string): RevisionRequest['status'][] =>
    status === 'submitted' ? ['accepted', 'completed'] : status === 'accepted' ? ['completed'] : [],

  isRevising: (status: string): boolean => status === 'revision_requested' || status === 'reconsideration_requested',

  /** Where an order goes when the company declines its last open request: back to where it was before. */
  statusAfterDecline: (order: { previous_status: string | null }): string => order.previous_status ?? 'report_complete',
})
