// How an order comes to each status, as data: from which status, and by which operation of the company's side.
import type { CommandId } from '../company/commands.ts'

type Leg = { from: string; do: CommandId; body: Readonly<Record<string, unknown>> }

const move = (from: string, to_status: string): Leg => ({ from, do: 'moveOrder', body: { to_status } })

/** `new` needs none: an order is placed in it, or placed by the company after its review. */
const legs: Readonly<Record<string, Leg>> = {
  pending_review: move('new', 'pending_review'),
  appraiser_assigned: { from: 'new', do: 'assignAppraiser', body: { name: 'Avery Sample' } },
  appraiser_accepted: move('appraiser_assigned', 'appraiser_accepted'),
  left_message_for_borrower: move('appraiser_accepted', 'left_message_for_borrower'),
  borrower_contacted: move('appraiser_accepted', 'borrower_contacted'),
  appointment_scheduled: move('borrower_contacted', 'appointment_scheduled'),
  awaiting_review: move('appointment_scheduled', 'awaiting_review'),
  report_rejected_for_correction: move('awaiting_review', 'report_rejected_for_correction'),
  report_complete: { from: 'awaiting_review', do: 'deliverReport', body: {} },
  revision_requested: {
    from: 'report_complete',
    do: 'openPortalRevision',
    body: { kind: 'correction', reason: 'The garage is missing.' },
  },
  reconsideration_requested: {
    from: 'report_complete',
    do: 'openPortalRevision',
    body: {
      kind: 'reconsideration_of_value',
      reason: 'A comparable sale was left out.',
      acknowledgements: { comparable_sales_provided: true },
    },
  },
  revised_report_complete: { from: 'revision_requested', do: 'deliverReport', body: {} },
  on_hold: { from: 'appraiser_accepted', do: 'holdForCompany', body: { reason: 'The borrower is away.' } },
  off_hold: { from: 'on_hold', do: 'resumeForCompany', body: {} },
  cancelled: { from: 'appraiser_assigned', do: 'cancelForCompany', body: { reason: 'No appraiser covers this area.' } },
  reactivated: move('cancelled', 'reactivated'),
}

export const legsTo = (status: string): Leg[] => {
  const leg = legs[status]
  return leg === undefined ? [] : [...legsTo(leg.from), leg]
}
