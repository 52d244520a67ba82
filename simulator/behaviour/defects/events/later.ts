// Defects of events that come after others of the same order: what they keep of those, and what they show of a change.
import * as op from '../../operators/index.ts'
import type { Mutation } from '../../operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import { inside } from './documents.ts'

/** A status that was left is reported as another one. */
const reportedFrom = (was: string, shown: string): Mutation =>
  op.falsify('order.status_changed', 'previous_status', (before) =>
    inside(before, 'code') === was ? { code: shown, label: shown } : before,
  )

export const eventsLater: readonly Defect[] = rows({
  'resume-reported-from-the-status-of-work': {
    breaks: 'events.status-changed-previous-status-is-the-one-before',
    bug: 'The change to off_hold is reported from the status that the order was held in.',
    deep: 'only for the change of a resume',
    apply: op.falsify('order.status_changed', 'previous_status', (before, { status }, { order }) =>
      inside(status, 'code') === 'off_hold' && order.previous_status
        ? { code: order.previous_status, label: order.previous_status }
        : before,
    ),
  },
  'reactivation-is-silent': {
    breaks: 'events.status-changed-is-raised-by-a-visible-change',
    bug: 'An order that is put back in production raises nothing until it is at work.',
    deep: 'only after a reactivation',
    apply: op.unraised(
      ({ type, data }) => type === 'order.status_changed' && inside(data['status'], 'code') === 'reactivated',
    ),
  },
  'end-of-reactivated-is-silent': {
    breaks: 'events.status-changed-is-raised-by-a-visible-change',
    bug: 'The job that takes an order out of `reactivated` raises nothing.',
    deep: 'only after a reactivation',
    apply: op.perTarget((settling = new Set<string>()) => [
      op.unraised(({ type, order }) => type === 'order.status_changed' && settling.delete(order.id)),
      op.note('lifecycle.afterRest', ({ id, status }) => void (status.code === 'reactivated' && settling.add(id))),
    ]),
  },
  'bare-hold-repeats-the-reason-before': {
    breaks: 'events.on-hold-reason-is-the-one-given',
    bug: 'A hold without a reason is announced with that of the hold before, which the order still has.',
    deep: 'only for a second hold, and one without a reason',
    apply: op.perTarget((last = new Map<string, unknown>()) =>
      op.falsify('order.on_hold', 'reason', (reason, _data, { order }) => {
        last.set(order.id, reason ?? last.get(order.id) ?? null)
        return last.get(order.id)
      }),
    ),
  },
  'fee-of-thousands-with-a-comma': {
    breaks: 'events.fee-changed-has-appraisal-fee',
    bug: 'The fee in order.fee_changed is written for people, with a comma behind its thousands.',
    deep: 'only for a fee of four digits',
    apply: op.respell('order.fee_changed', 'appraisal_fee', (fee) => fee.replace(/^(\d+)(\d{3})\./, '$1,$2.')),
  },
  'successor-assigned-when-the-first-was': {
    breaks: 'events.assigned-has-assigned-at',
    bug: 'The time of an assignment is set once an order, so that another appraiser has that of the first.',
    deep: 'only from the second assignment on',
    apply: op.staleAt('order.assigned', 'assigned_at', (_data, { order }) => order.id),
  },
  'revised-report-has-the-time-of-the-first': {
    breaks: 'events.completed-status-is-of-that-moment',
    bug: 'order.completed of a revised report shows its status as taken when the first report was delivered.',
    deep: 'only on a revised report',
    apply: op.staleAt('order.completed', 'status.changed_at', (_data, { order }) => order.id),
  },
  'left-message-reported-as-contacted': {
    breaks: 'events.status-changed-previous-status-is-the-one-before',
    bug: 'An order that leaves left_message_for_borrower is reported as one that was in borrower_contacted.',
    deep: 'only out of one status',
    apply: reportedFrom('left_message_for_borrower', 'borrower_contacted'),
  },
  'rejection-reported-as-review': {
    breaks: 'events.status-changed-previous-status-is-the-one-before',
    bug: 'An order that leaves report_rejected_for_correction is reported as one that awaited review.',
    deep: 'only out of one status',
    apply: reportedFrom('report_rejected_for_correction', 'awaiting_review'),
  },
  'revised-report-reported-as-the-first': {
    breaks: 'events.status-changed-previous-status-is-the-one-before',
    bug: 'The second revision request of an order is reported from report_complete, like the first.',
    deep: 'only for a second revision',
    apply: reportedFrom('revised_report_complete', 'report_complete'),
  },
  'due-date-reported-from-the-first': {
    breaks: 'events.due-date-changed-has-previous-due-date',
    bug: 'The previous due date is the one that the order was created with, also when it changes again.',
    deep: 'only from the second change on',
    apply: op.staleAt('order.due_date_changed', 'previous_due_date', (_data, { order }) => order.id),
  },
  'placed-order-reported-as-new-before': {
    breaks: 'events.status-changed-previous-status-is-the-one-before',
    bug: 'An order that the company has placed is reported as new before as well.',
    deep: 'only after the review of the company',
    apply: reportedFrom('pending_review', 'new'),
  },
})
