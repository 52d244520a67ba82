// Statuses and the sandbox advance table of the contract, written down a second time for the tests of the model.
export const working = [
  'new',
  'appraiser_assigned',
  'appraiser_accepted',
  'borrower_contacted',
  'left_message_for_borrower',
  'appointment_scheduled',
  'awaiting_review',
  'report_rejected_for_correction',
]

/** Where an order rests that can be held and cancelled: not on hold, and no report delivered. */
export const open = ['pending_review', ...working]

export const revisable = [
  'report_complete',
  'revised_report_complete',
  'revision_requested',
  'reconsideration_requested',
  'cancelled',
]

const late = ['awaiting_review', 'report_rejected_for_correction', 'report_complete']

/** From each status of which the table has a row that is not empty. */
export const rows: Record<string, string[]> = {
  pending_review: ['new'],
  new: [...working.slice(1, 6), ...late],
  appraiser_assigned: [...working.slice(2, 6), ...late],
  appraiser_accepted: [...working.slice(3, 6), ...late],
  borrower_contacted: ['left_message_for_borrower', 'appointment_scheduled', ...late],
  left_message_for_borrower: ['borrower_contacted', 'appointment_scheduled', ...late],
  appointment_scheduled: late,
  awaiting_review: ['report_rejected_for_correction', 'report_complete'],
  report_rejected_for_correction: ['awaiting_review', 'report_complete'],
  revision_requested: ['revised_report_complete'],
  reconsideration_requested: ['revised_report_complete'],
}
