// What an order's status allows and how it moves (States and transitions).
import type { Contract } from '../contract/contract.ts'
import type { Order } from '../domain/records.ts'

export type ActionName = 'hold' | 'resume' | 'cancel'

export const lifecycle = (contract: Contract) => ({
  /** Statuses in which a report is out; `order.delivered` covers the ways round them. */
  afterDelivery: ['report_complete', 'revised_report_complete', 'revision_requested', 'reconsideration_requested'],
  transitional: ['off_hold', 'reactivated'],
  /** What "closed" means for an amendment: the contract leaves it open, and needs the loan number to get through. */
  closedForAmendment: ['cancelled', 'report_complete', 'revised_report_complete'],
  acceptsRevisions: [
    'report_complete',
    'revised_report_complete',
    'revision_requested',
    'reconsideration_requested',
    'cancelled',
  ],
  /** Whether a loan number alone passes where everything else is closed. */
  closedTakesLoanNumber: (_status: string): boolean => true,
  /** Seconds that an order rests at a transitional status; null: until the company moves it. */
  restSeconds: (_status: string): number | null => 8,
  /** Whether an order is still in the transitional status that it came to then, and nothing else has happened to it. */
  stillRests: ({ status }: Order, rest: { code: string; changed_at: number }): boolean =>
    status.code === rest.code && status.changed_at === rest.changed_at,
  /** Seconds after which the company places an order that it reviews; null: when somebody does it. */
  placedAfterSeconds: null as number | null,
  /** Statuses that the company never uses on real orders. */
  unused: [] as string[],
  advanceTable: contract.lifecycle.advance,

  reportIsOut(order: Order): boolean {
    return order.delivered || this.afterDelivery.includes(order.status.code)
  },

  mayHold(order: Order): boolean {
    return !['cancelled', 'on_hold'].includes(order.status.code) && !this.reportIsOut(order)
  },

  mayResume: (order: Order): boolean => order.status.code === 'on_hold',

  mayCancel(order: Order): boolean {
    return !['cancelled', 'on_hold'].includes(order.status.code) && !this.reportIsOut(order)
  },

  /** `fields` are the dotted fields that the amendment sends. */
  mayAmend(order: Order, fields: readonly string[]): boolean {
    const onlyLoanNumber = fields.length === 1 && fields[0] === 'loan.number'
    const { code } = order.status
    return (onlyLoanNumber && this.closedTakesLoanNumber(code)) || !this.closedForAmendment.includes(code)
  },

  /** Whether the company may cancel the order: neither cancelled nor finished. */
  mayCompanyCancel: (order: Order): boolean =>
    !['cancelled', 'report_complete', 'revised_report_complete'].includes(order.status.code),

  mayRequestRevision(order: Order, _kind: string): boolean {
    return this.acceptsRevisions.includes(order.status.code)
  },

  /** The status whose row of the advance table counts: at a transitional status, the one held before. */
  effectiveStatus(order: Order): string {
    return this.transitional.includes(order.status.code) ? (order.previous_status ?? 'new') : order.status.code
  },

  mayAdvance(order: Order, to: string): boolean {
    return (this.advanceTable[this.effectiveStatus(order)] ?? []).includes(to)
  },

  /** The status that a hold or a cancellation remembers: never a transitional one. */
  remembered(order: Order): string {
    return this.effectiveStatus(order)
  },

  /** Where a move ends: in the status that it was made for. */
  landsIn: (_order: Order, to: string): string => to,

  afterHold: (_order: Order): string => 'on_hold',
  afterResume: (_order: Order): string => 'off_hold',
  afterCancel: (_order: Order): string => 'cancelled',
  /** The status in the details of a refused action. */
  refusalValue: (order: Order, _action: ActionName): string => order.status.code,
  /** Where a transitional order goes when its rest is over. */
  afterRest(order: Order): string {
    return order.previous_status ?? 'new'
  },
  afterRevisionRequest: (kind: string): string =>
    kind === 'reconsideration_of_value' ? 'reconsideration_requested' : 'revision_requested',
  afterDeliveryOf(order: Order): string {
    return ['revision_requested', 'reconsideration_requested'].includes(this.effectiveStatus(order))
      ? 'revised_report_complete'
      : 'report_complete'
  },

  /** The statuses that the company takes an order through on its way to a working status. */
  companyPath: (_order: Order, to: string): string[] => [to],

  /** `changed_at` of a status that is announced now, which may be the one that the order has. */
  changedAt: (_order: Order, _to: string, now: number): number => now,

  /** `dates.completed_at` after a delivery. */
  completedAt: (_order: Order, now: number): number => now,

  /** What is charged once an order is cancelled. */
  feeAfterCancel: (order: Order): string | null => order.fees.appraisal_fee,

  /** `updated_at` of an order that is put away at an instant. */
  updatedAt: (updatedAt: number, _now: number): number => updatedAt,

  /** Whether the lender learns who the appraiser is where the assignment was skipped on the way. */
  sharesSkippedAppraiser: true,

  /** A move to this status means that an appraiser has the order. */
  impliesAppraiser: (status: string): boolean => !['pending_review', 'new'].includes(status),

  label: (code: string, company: { status_labels: Record<string, string> }): string =>
    company.status_labels[code] ?? contract.lifecycle.labels[code] ?? code,
})
