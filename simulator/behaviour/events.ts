// What each event says: the key fields of every type (Events / Event catalog).
import type { Contract } from '../contract/contract.ts'
import type { Decision, Raised } from '../domain/decision.ts'
import type { Company as FullCompany, Document, Message, Order, RevisionRequest } from '../domain/records.ts'
import type { present } from './present.ts'

type Present = ReturnType<typeof present>
type Company = Pick<FullCompany, 'status_labels' | 'shares_appraiser' | 'catalog'>

/** Builds payloads with the presenters of the behaviour in force, so that an event shows what a read shows. */
export const events = (_contract: Contract) => ({
  /** Statuses changed by their own event also raise `order.status_changed`: the catalog says so of every change. */
  statusChangedToo: [
    'order.on_hold',
    'order.resumed',
    'order.cancelled',
    'order.completed',
    'order.assigned',
    'order.revision_requested',
  ],

  /** Whether a change of status that has events of its own raises `order.status_changed` beside them. */
  alsoStatusChanged(own: readonly Raised[]): boolean {
    return own.length === 0 || own.some(({ type }) => this.statusChangedToo.includes(type))
  },
  /** Whether leaving a transitional status raises anything. */
  settlingRaised: true,

  /** Where `order.document_added` is raised; a file that comes on its own from the company always raises it. */
  announced: { firstDelivery: true, revisedDelivery: true, inline: false, attachment: true },

  /** Whether another appraiser on an assigned order raises `order.assigned` again. */
  reassignmentRaised: true,

  /** The documents that `order.completed` lists, of those delivered and those that were on the order. */
  completedDocuments: (delivered: readonly Document[], _before: readonly Document[]): readonly Document[] => delivered,

  /** Which of the steps that a revised report takes a request through raise `order.revision_responded`. */
  respondedSteps: (steps: readonly string[]): readonly string[] => steps,

  /** Who asked for the date that the company sets when it answers a request. */
  requesterOf: (_asked: string, _given: string): 'lender' | 'company' => 'lender',

  /** The events that a decision raises, in the order in which they are raised. */
  raised: (decision: Decision): readonly Raised[] => decision.raised,

  /** When the events of a change made now count as raised: all carry the instant of the change. */
  instant: (now: number, _index: number): number => now,

  /** The id of an event, made from the next of the series, so that ids sort as the events were raised. */
  eventId: (next: string, _raised: Raised): string => next,

  base: (order: Order): Record<string, unknown> => ({ order_id: order.id, order_number: order.order_number }),

  created: (present: Present, order: Order, company: Company) => ({
    order_type: present.orderTypeOf(order, company),
    status: present.status(order.status, company),
    due_date: order.due_date,
    lender_reference: order.lender_reference,
  }),
  statusChanged: (present: Present, order: Order, company: Company, previous: string, note: string | null) => ({
    status: present.status(order.status, company),
    previous_status: present.statusName(previous, company),
    note,
  }),
  assigned: (present: Present, order: Order, company: Company) => ({
    appraiser:
      order.appraiser && (order.appraiser.shared ?? company.shares_appraiser) ? { name: order.appraiser.name } : null,
    assigned_at: present.timestamp(order.appraiser?.assigned_at ?? order.updated_at),
  }),
  /** `order.on_hold`, `order.resumed` and `order.cancelled`. */
  action: (present: Present, order: Order, company: Company, reason: string | null, _type: string) => ({
    status: present.status(order.status, company),
    reason,
  }),
  completed: (
    present: Present,
    order: Order,
    company: Company,
    revision: boolean,
    documents: Record<string, unknown>[],
  ) => ({
    status: present.status(order.status, company),
    report_format: order.order_type.report_format,
    revision,
    completed_at: present.timestamp(order.completed_at ?? order.updated_at),
    documents,
  }),
  documentAdded: (summary: Record<string, unknown>) => ({ document: summary }),
  messagePosted: (present: Present, message: Message, attachments: Record<string, unknown>[]) => ({
    message: present.message(message, attachments),
  }),
  revisionRequested: (present: Present, request: RevisionRequest) => ({
    revision_request: present.revisionRequest(request),
  }),
  /** `response` is what the company wrote with this move; null when it wrote nothing. */
  revisionResponded: (
    present: Present,
    request: RevisionRequest,
    response: RevisionRequest['responses'][number] | null,
    _order: Order,
    _company: Company,
  ): Record<string, unknown> => ({
    revision_request_id: request.id,
    status: request.status,
    response: response && present.response(response),
  }),
  dueDateChanged: (order: Order, previous: string, requestedBy: 'lender' | 'company') => ({
    due_date: order.due_date,
    previous_due_date: previous,
    requested_by: requestedBy,
  }),
  feeChanged: (order: Order, previous: string | null, reason: string | null) => ({
    appraisal_fee: order.fees.appraisal_fee,
    previous_appraisal_fee: previous,
    currency: order.fees.currency,
    reason,
  }),
})
