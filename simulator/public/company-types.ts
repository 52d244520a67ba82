// The company's side of a simulator in the same process, as plain types: bodies and answers are those of fixtures/control.yaml.
import type { components } from '../../fixtures/control.js'

type Schemas = components['schemas']

export type CompanyOrderAnswer = Schemas['OrderAnswer']
export type CompanyMessageAnswer = Schemas['MessageAnswer']
export type CompanyDocumentAnswer = Schemas['DocumentAnswer']
export type CompanyRevisionAnswer = Schemas['RevisionAnswer']

/** `order` is the body of a create, as a client sends it. */
export type CompanyPortalOrder = Omit<Schemas['PlacePortalOrderRequest'], 'order'> & { order: Record<string, unknown> }

type Account = { lender_id?: string; environment?: Schemas['Environment']; per_page?: number }
export type CompanyOrdersQuery = Account & { status?: Schemas['StatusCode']; q?: string; page?: number }
export type CompanyEventsQuery = Account & {
  order_id?: string
  type?: string
  delivery_status?: string
  /** An event id; those that follow it in the order asked for. */
  after?: string
  /** The oldest first when left out. */
  sort?: 'oldest' | 'newest'
}

type Answer = Promise<CompanyOrderAnswer>

/**
 * What the company does, by the operations of the control port, without HTTP. Each gives what the port answers: the order as the
 * lender reads it and the events that were raised. What the company may not do rejects with `code` and `status`, as there.
 */
export type SimulatorCompany = {
  /** Orders of every lender, newest first. */
  orders(query?: CompanyOrdersQuery): Promise<Schemas['OrderPage']>
  /** An order with what only the company sees of it. */
  order(orderId: string): Promise<Schemas['CompanyOrder']>
  /** What the company and the lender can do with an order now, and why they cannot do the rest. */
  moves(orderId: string): Promise<Schemas['Moves']>
  /** An order that the lender's staff places in the company's portal. */
  placeOrder(given: CompanyPortalOrder): Answer
  /** Places orders and brings each to a status. */
  seedOrders(
    given?: Omit<Schemas['SeedOrdersRequest'], 'order'> & { order?: Record<string, unknown> },
  ): Promise<Schemas['SeededOrders']>
  /** Ends the company's review of an order. */
  place(orderId: string, given?: Schemas['NoteOnly']): Answer
  assign(orderId: string, given: string | Schemas['AssignRequest']): Answer
  move(orderId: string, given: Schemas['MoveRequest']['to_status'] | Schemas['MoveRequest']): Answer
  /** Delivers the report, the first or a revised one. */
  deliver(orderId: string, given?: Schemas['DeliverRequest']): Answer
  hold(orderId: string, reason?: string): Answer
  resume(orderId: string, reason?: string): Answer
  /** Cancels an order that the company cannot take. */
  decline(orderId: string, reason: string): Answer
  changeFee(orderId: string, given: Schemas['ChangeFeeRequest']): Answer
  setDueDate(orderId: string, given: string | Schemas['SetDueDateRequest']): Answer
  /** The date that the lender asked for, or another. */
  acceptDueDate(orderId: string, given?: Schemas['AcceptDueDateRequest']): Answer
  declineDueDate(orderId: string, given?: Schemas['DeclineDueDateRequest']): Answer
  /** Writes to the lender; a text alone is the manager's. */
  message(orderId: string, given: string | Schemas['PostMessageRequest']): Promise<CompanyMessageAnswer>
  addDocument(orderId: string, given: Schemas['AddDocumentRequest']): Promise<CompanyDocumentAnswer>
  /** A correction or reconsideration that the lender's staff opens in the portal. */
  openRevision(orderId: string, given: Schemas['OpenRevisionRequest']): Promise<CompanyRevisionAnswer>
  acceptRevision(orderId: string, revisionRequestId: string, body?: string): Promise<CompanyRevisionAnswer>
  declineRevision(orderId: string, revisionRequestId: string, body?: string): Promise<CompanyRevisionAnswer>
  answerRevision(orderId: string, revisionRequestId: string, body: string): Promise<CompanyRevisionAnswer>
  /** Delivers a revised report against one request. */
  completeRevision(
    orderId: string,
    revisionRequestId: string,
    given?: Schemas['DeliverRequest'],
  ): Promise<CompanyRevisionAnswer>
  /** Events of every lender, oldest first unless `sort` says otherwise. */
  events(query?: CompanyEventsQuery): Promise<Schemas['EventPage']>
  /** One event, however old. */
  event(eventId: string): Promise<Schemas['Event']>
  /** The delivery attempts of an event, oldest first. */
  attempts(eventId: string): Promise<{ data: Schemas['Attempt'][] }>
  /** Sends an event once more now. */
  redeliver(eventId: string): Promise<{ attempt: Schemas['Attempt'] }>
}
