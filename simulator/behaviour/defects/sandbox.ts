// Defects that break rules of the area sandbox.
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from '../create-behaviour.ts'

type MayAdvance = Behaviour['lifecycle']['mayAdvance']

/** Answers some moves differently and leaves the rest to the table. */
const deciding =
  (decide: (...move: Parameters<MayAdvance>) => boolean | null): Defect['apply'] =>
  ({ lifecycle }) => {
    const mayAdvance = lifecycle.mayAdvance
    lifecycle.mayAdvance = function mayAdvanceOtherwise(order, to) {
      return decide(order, to) ?? mayAdvance.call(this, order, to)
    }
  }

const allows = (from: string, ...targets: string[]): Defect['apply'] =>
  deciding(({ status }, to) => (status.code === from && targets.includes(to) ? true : null))

const forbids = (from: string, ...targets: string[]): Defect['apply'] =>
  deciding(({ status }, to) => (status.code === from && targets.includes(to) ? false : null))

export const sandbox: readonly Defect[] = [
  {
    id: 'advance-repeats-status',
    breaks: 'sandbox.advance-to-the-same-status-refused',
    bug: 'An advance to the status that the order has already is taken as done.',
    apply: deciding(({ status }, to) => (status.code === to && to === 'appraiser_accepted' ? true : null)),
  },
  {
    id: 'advance-cancels',
    breaks: 'sandbox.advance-to-cancelled-refused',
    bug: 'An order can be advanced to `cancelled`.',
    apply: deciding((_order, to) => (to === 'cancelled' ? true : null)),
  },
  {
    id: 'advance-back-from-appointment',
    breaks: 'sandbox.appointment-scheduled-advances-no-other-way',
    bug: 'The borrower can be contacted again once the appointment is scheduled.',
    apply: allows('appointment_scheduled', 'borrower_contacted'),
  },
  {
    id: 'advance-after-delivery',
    breaks: 'sandbox.report-complete-is-not-advanced',
    bug: 'A complete order can be advanced to a revised report without anybody asking for one.',
    apply: allows('report_complete', 'revised_report_complete'),
  },
  {
    id: 'advance-while-held',
    breaks: 'sandbox.on-hold-is-not-advanced',
    bug: 'A held order is advanced by the row of the status it had before.',
    apply: deciding((order, to) => (order.status.code === 'on_hold' && to === 'awaiting_review' ? true : null)),
  },
  {
    id: 'rejected-report-is-stuck',
    breaks: 'sandbox.report-rejected-advances-to-awaiting-review',
    bug: 'A report sent back for correction cannot be submitted again.',
    apply: forbids('report_rejected_for_correction', 'awaiting_review'),
  },
  {
    id: 'left-message-is-a-dead-end',
    breaks: 'sandbox.left-message-advances-to-borrower-contacted',
    bug: 'After a message was left the borrower can no longer be reached.',
    apply: forbids('left_message_for_borrower', 'borrower_contacted'),
  },
  {
    id: 'reconsideration-is-never-answered',
    breaks: 'sandbox.reconsideration-advances-to-revised-complete',
    bug: 'Only a correction can be answered by a revised report, a reconsideration cannot.',
    apply: forbids('reconsideration_requested', 'revised_report_complete'),
  },
  {
    id: 'off-hold-waits-for-the-company',
    breaks: 'sandbox.off-hold-advances-as-the-status-before',
    bug: 'An order just resumed cannot be advanced until it has moved on.',
    apply: deciding(({ status }) => (status.code === 'off_hold' ? false : null)),
  },
  {
    id: 'reactivated-starts-over',
    breaks: 'sandbox.reactivated-advances-no-other-way',
    bug: 'A reactivated order can be advanced to any status, backwards as well.',
    apply: allows('reactivated', 'new'),
  },
  {
    id: 'reconsidered-report-is-complete',
    breaks: 'sandbox.advance-puts-the-order-in-to-status',
    bug: 'A revised report leaves an order that was reconsidered at `report_complete`.',
    apply: ({ lifecycle }) => {
      lifecycle.afterDeliveryOf = function afterDeliveryOf(order) {
        return this.effectiveStatus(order) === 'revision_requested' ? 'revised_report_complete' : 'report_complete'
      }
    },
  },
]
