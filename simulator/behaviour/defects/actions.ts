// Defects that break rules of the area actions.
import type { Defect } from '../create-behaviour.ts'

export const actions: readonly Defect[] = [
  {
    id: 'hold-after-delivery',
    breaks: 'actions.hold-refused-in-report-complete',
    bug: 'An order whose report is complete can still be put on hold.',
    apply: ({ lifecycle }) => {
      const mayHold = lifecycle.mayHold
      lifecycle.mayHold = function mayHoldWhenComplete(order) {
        return order.status.code === 'report_complete' || mayHold.call(this, order)
      }
    },
  },
  {
    id: 'hold-refused-after-appointment',
    breaks: 'actions.hold-accepted-in-appointment-scheduled',
    bug: 'An order cannot be held once its appointment is scheduled.',
    apply: ({ lifecycle }) => {
      const mayHold = lifecycle.mayHold
      lifecycle.mayHold = function mayHoldUntilAppointment(order) {
        return order.status.code !== 'appointment_scheduled' && mayHold.call(this, order)
      }
    },
  },
  {
    id: 'cancel-refused-under-review',
    breaks: 'actions.cancel-accepted-in-awaiting-review',
    bug: 'An order cannot be cancelled while its report is under review.',
    apply: ({ lifecycle }) => {
      const mayCancel = lifecycle.mayCancel
      lifecycle.mayCancel = function mayCancelBeforeReview(order) {
        return order.status.code !== 'awaiting_review' && mayCancel.call(this, order)
      }
    },
  },
  {
    id: 'cancel-while-correction-is-open',
    breaks: 'actions.cancel-refused-in-revision-requested',
    bug: 'An order with an open correction can be cancelled.',
    apply: ({ lifecycle }) => {
      const mayCancel = lifecycle.mayCancel
      lifecycle.mayCancel = function mayCancelUnderCorrection(order) {
        return order.status.code === 'revision_requested' || mayCancel.call(this, order)
      }
    },
  },
  {
    id: 'resume-is-idempotent',
    breaks: 'actions.resume-refused-in-off-hold',
    bug: 'A resume sent again while the order is at `off_hold` is taken as done.',
    apply: ({ lifecycle }) => {
      lifecycle.mayResume = ({ status }) => ['on_hold', 'off_hold'].includes(status.code)
    },
  },
  {
    id: 'resume-starts-over',
    breaks: 'actions.resume-restores-the-status-held-before',
    bug: 'A resumed order goes back to `new` whatever it was before the hold.',
    apply: ({ lifecycle }) => {
      lifecycle.afterRest = () => 'new'
    },
  },
]
