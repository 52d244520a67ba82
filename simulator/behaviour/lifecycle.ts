// What an order's status allows and how it moves (States and transitions).
import type { Contract } from '../contract.ts'
import type { Order } from '../domain/records.ts'

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
  /** Seconds that an order rests at `off_hold` or `reactivated`. */
  transitionalSeconds: 2,
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
    return onlyLoanNumber || !this.closedForAmendment.includes(order.status.code)
  },

  mayRequestRevision(order: Order): boolean {
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

  afterHold: (_order: Order): string => 'on_hold',
  afterResume: (_order: Order): string => 'off_hold',
  afterCancel: (_order: Order): string => 'cancelled',
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

  /** A move to this status means that an appraiser has the order. */
  impliesAppraiser: (status: string): boolean => !['pending_review', 'new'].includes(status),

  label: (code: string, company: { status_labels: Record<string, string> }): string =>
    company.status_labels[code] ?? contract.lifecycle.labels[code] ?? code,
})
