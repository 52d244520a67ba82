// Corrections and reconsiderations of value (Endpoints / POST /orders/{order_id}/revision-requests).
import type { Contract } from '../contract/contract.ts'
import type { InlineDocument } from '../domain/order-draft.ts'
import type { Document, Environment, Order, RevisionRequest } from '../domain/records.ts'
import type { Detail } from '../domain/refusal.ts'
import { Refusal } from '../domain/refusal.ts'

export const revisions = (_contract: Contract) => ({
  /** Whether `updated_at` of an order moves with a revision request that leaves its status alone. */
  touchesOrder: true,

  initialStatus: 'submitted' as RevisionRequest['status'],
  /** What a request is opened with; `earlier` are those that its order has already. */
  initialResponses: (_earlier: readonly RevisionRequest[]): RevisionRequest['responses'] => [],
  needsLoanNumber: true,
  /** Whether a move without words leaves a response too. */
  recordsSilence: false,

  acknowledged: (
    kind: string,
    given: { prior_appraisal_provided: boolean; comparable_sales_provided: boolean },
    _sent: boolean,
  ): boolean =>
    kind !== 'reconsideration_of_value' || given.prior_appraisal_provided || given.comparable_sales_provided,

  /** Code of the 422 for a reconsideration without an acknowledgement. */
  acknowledgementCode: 'semantic_validation_failed',
  /** Whether acknowledgements may come with a kind that asks for none. */
  takesAcknowledgements: (_kind: string): boolean => true,

  missingLoanNumber: (_order: Order, details: Detail[]): Refusal =>
    new Refusal('semantic_validation_failed', 'The order has no loan number; amend the order first.', { details }),

  /** Whether a document of the order may be quoted as evidence: any may, whenever it was put there. */
  takesAsEvidence: (_document: Document, _order: Order): boolean => true,

  /** Files sent inside a request: no shape is shown, so none is read. */
  evidence: (_body: Record<string, unknown>): InlineDocument[] => [],

  /** The status of a request that is open when another one is opened; null: it stays open. */
  superseded: (_request: RevisionRequest): RevisionRequest['status'] | null => null,

  /** Seconds after which a request is with the appraiser; null: when somebody moves it. */
  acceptedAfterSeconds: (_environment: Environment): number | null => null,

  /** Whether words without a move count as a change of the request. */
  answerTouches: true,

  /** The open requests that a revised report answers; `requests` come newest first. */
  answeredByReport(_order: Order, requests: readonly RevisionRequest[]): RevisionRequest[] {
    return requests.filter((request) => this.isOpen(request))
  },

  isOpen: (request: RevisionRequest): boolean => request.status === 'submitted' || request.status === 'accepted',

  /** The moves of Revision request states; an answer without a move leaves the status. */
  mayMove: (from: string, to: string): boolean =>
    (from === 'submitted' && (to === 'accepted' || to === 'declined')) || (from === 'accepted' && to === 'completed'),

  /** A revised report that arrives while a request still waits has been accepted on the way. */
  stepsToCompletion: (status: string): RevisionRequest['status'][] =>
    status === 'submitted' ? ['accepted', 'completed'] : status === 'accepted' ? ['completed'] : [],

  isRevising: (status: string): boolean => status === 'revision_requested' || status === 'reconsideration_requested',

  /** Where an order goes when the company declines its last open request: back to where it was before; null: nowhere. */
  statusAfterDecline: (
    order: Pick<Order, 'previous_status' | 'delivered'>,
    _requests: readonly RevisionRequest[],
  ): string | null => order.previous_status ?? (order.delivered ? 'report_complete' : 'cancelled'),
})
