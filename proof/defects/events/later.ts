// Defects of events that come after others of the same order: what they keep of those, and what they show of a change.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import { inside } from './documents.ts'

/** A status that was left is reported as another one. */
const reportedFrom = (was: string, shown: string): Mutation =>
  op.falsify('order.status_changed', 'previous_status', (before) =>
    inside(before, 'code') === was ? { code: shown, label: shown } : before,
  )

/** A change that leads back to the first value of all is not raised. */
const silentOnceBack = (changed: string, field: string): Mutation =>
  op.perTarget((first = new Map<string, unknown>()) =>
    op.unraised(({ type, order, data }) => {
      if (type !== changed) return false
      if (!first.has(order.id)) first.set(order.id, data[`previous_${field}`])
      return first.get(order.id) === data[field]
    }),
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
  'bare-hold-has-the-reason-of-the-resume': {
    breaks: 'events.on-hold-reason-is-the-one-given',
    bug: 'An order has one column for reasons, so that a hold without one is announced with that of the resume before.',
    deep: 'only for a second hold, and one without a reason',
    apply: op.perTarget((last = new Map<string, unknown>()) => [
      op.falsify('order.resumed', 'reason', (reason, _data, { order }) => {
        last.set(order.id, reason)
        return reason
      }),
      op.falsify('order.on_hold', 'reason', (reason, _data, { order }) => reason ?? last.get(order.id) ?? null),
    ]),
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
  'second-accepted-date-names-the-company': {
    breaks: 'events.due-date-changed-by-request-names-the-lender',
    bug: 'Of the dates that a lender asks for on one order, the second that is accepted names the company.',
    deep: 'only from the second accepted request on',
    apply: op.perTarget((accepted = new Set<string>()) =>
      op.falsify('order.due_date_changed', 'requested_by', (requester, _content, { order }) => {
        if (requester !== 'lender') return requester
        if (accepted.has(order.id)) return 'company'
        accepted.add(order.id)
        return requester
      }),
    ),
  },
  'due-date-reported-from-the-one-asked-for': {
    breaks: 'events.due-date-changed-has-previous-due-date',
    bug: 'Where the lender waits for an answer, the previous due date is the one that it asked for.',
    deep: 'only while a requested date waits, and only where the company sets another',
    apply: op.perTarget((asked = new Map<string, string>()) => [
      op.falsify('order.due_date_changed', 'previous_due_date', (usual, { requested_by: by }, { order: { id } }) => {
        const date = asked.get(id)
        asked.delete(id)
        return by === 'company' && date !== undefined ? date : usual
      }),
      op.note('amendment.outcome', ({ id }, { due_date: date }) => {
        if (date) asked.set(id, date)
      }),
    ]),
  },
  'placed-order-reported-as-new-before': {
    breaks: 'events.status-changed-previous-status-is-the-one-before',
    bug: 'An order that the company has placed is reported as new before as well.',
    deep: 'only after the review of the company',
    apply: reportedFrom('pending_review', 'new'),
  },
  'date-moved-back-is-silent': {
    breaks: 'events.due-date-changed-is-raised-by-a-moved-date',
    bug: 'A due date is compared with that of the creation, so that one which moves back to it raises nothing.',
    deep: 'only for a date that an order had first',
    apply: silentOnceBack('order.due_date_changed', 'due_date'),
  },
  'another-date-accepted-reported-as-asked': {
    breaks: 'events.due-date-changed-has-due-date',
    bug: 'An accepted due date is reported from the request, though the company has accepted another.',
    deep: 'only when the company accepts another date than was asked for',
    apply: op.perTarget((asked = new Map<string, string>()) => [
      'stale',
      op.note('amendment.outcome', ({ id }, { due_date }) => void (due_date && asked.set(id, due_date))),
      op.falsify('order.due_date_changed', 'due_date', (due, { requested_by }, { order }) => {
        const waited = asked.get(order.id)
        asked.delete(order.id)
        return requested_by === 'lender' && waited !== undefined ? waited : due
      }),
    ]),
  },
  'fee-changed-back-is-silent': {
    breaks: 'events.fee-changed-is-raised-by-a-changed-fee',
    bug: 'A fee is compared with that of the creation, so that one which changes back to it raises nothing.',
    deep: 'only for a fee that an order had first',
    apply: silentOnceBack('order.fee_changed', 'appraisal_fee'),
  },
  'cancelled-order-costs-nothing': {
    breaks: 'events.fee-changed-is-raised-by-a-changed-fee',
    bug: 'The fee of a cancelled order is waived, and no event says so.',
    deep: 'only for a cancelled order',
    apply: op.falsify('present.order', 'fees.appraisal_fee', (fee, { status }) =>
      fee !== null && inside(status, 'code') === 'cancelled' ? '0.00' : fee,
    ),
  },
  'fee-of-nothing-reported-as-none': {
    breaks: 'events.fee-changed-has-previous-appraisal-fee',
    bug: 'A previous fee of 0.00 is taken for one that was not quoted.',
    deep: 'only for a fee of 0.00',
    apply: op.falsify('order.fee_changed', 'previous_appraisal_fee', (before) => (before === '0.00' ? null : before)),
  },
  'return-of-a-decline-is-silent': {
    breaks: 'events.status-changed-is-raised-by-a-visible-change',
    bug: 'An order that a declined request leads back to the status of a delivered report raises no change.',
    deep: 'only when the only open request is declined',
    apply: op.unraised(
      ({ type, data }, { raised }) =>
        type === 'order.status_changed' &&
        ['report_complete', 'revised_report_complete'].includes(String(inside(data['status'], 'code'))) &&
        raised.some((other) => other.type === 'order.revision_responded' && other.data['status'] === 'declined'),
    ),
  },
  'portal-request-reported-as-a-correction': {
    breaks: 'events.revision-requested-has-revision-request',
    bug: 'The portal knows one form for both kinds, and its requests are reported as corrections.',
    deep: 'only for a request opened in the portal',
    apply: op.perTarget((called = new Set<string | undefined>()) => [
      op.instead('idempotency.around', async (usual, id, call, work) => {
        const order = id === 'createRevisionRequest' ? /ord_[^/?]+/.exec(call.request.url ?? '')?.[0] : undefined
        called.add(order)
        try {
          return await usual(id, call, work)
        } finally {
          called.delete(order)
        }
      }),
      op.falsify('order.revision_requested', 'revision_request.kind', (kind, _data, { order }) =>
        called.has(order.id) ? kind : 'correction',
      ),
    ]),
  },
  'requested-event-joins-the-lines': {
    breaks: 'events.revision-requested-has-revision-request',
    bug: 'order.revision_requested shows the reason on one line.',
    deep: 'only for a reason of several lines',
    apply: op.respell('order.revision_requested', 'revision_request.reason', (reason) =>
      reason.replaceAll(/\s+/g, ' '),
    ),
  },
})
