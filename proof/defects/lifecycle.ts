// Defects that break rules of the area lifecycle.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation, Wire } from '../../simulator/behaviour/operators/index.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

const isIn =
  (status: string) =>
  (answer: { body?: unknown }): boolean =>
    ((answer.body as Wire)['status'] as Wire | undefined)?.['code'] === status

/** One status is read as another. */
const readAs = (status: string, other: string): Mutation =>
  op.falsify('getOrder', 'status.code', (code) => (code === status ? other : code))

/** Hands the orders that the company cancels, as against the lender, to a change. */
const cancelledByCompany = (change: (ids: Set<string>) => Mutation): Mutation =>
  op.perTarget((ids = new Set<string>()) => [
    change(ids),
    op.note('lifecycle.mayCompanyCancel', ({ id }) => ids.add(id)),
  ])

export const lifecycle: readonly Defect[] = rows({
  'review-is-skipped': {
    breaks: 'lifecycle.order-needing-review-starts-in-pending-review',
    bug: 'Orders that the company must review start in `new` like all others.',
    deep: 'only for an order to be reviewed',
    apply: op.replace('creation.isUnusual', false),
  },
  'everything-is-reviewed': {
    breaks: 'lifecycle.placed-order-starts-in-new',
    bug: 'Every order starts in `pending_review`, usual or not.',
    apply: op.replace('creation.initialStatus', 'pending_review'),
  },
  'orders-start-assigned': {
    breaks: 'lifecycle.order-starts-in-new-or-pending-review',
    bug: 'A house appraiser is found before the create is answered, and the order starts in `appraiser_assigned`.',
    apply: op.wrap('creation.initialStatus', (status) => (status === 'new' ? 'appraiser_assigned' : status)),
  },
  'new-order-accepted-by-nobody': {
    breaks: 'lifecycle.new-order-waits-for-assignment',
    bug: 'A job moves orders that nobody took within half an hour to `appraiser_accepted`, to get them out of the way.',
    deep: 'only after half an hour',
    apply: op.together(
      op.replace('lifecycle.restSeconds', 1_800, (status) => status === 'new'),
      op.replace('lifecycle.afterRest', 'appraiser_accepted', ({ status }) => status.code === 'new'),
      op.set('lifecycle.transitional', (usual) => [...usual, 'new']),
    ),
  },
  'new-order-has-an-appraiser': {
    breaks: 'lifecycle.status-new-keeps-its-meaning',
    bug: 'An order that waits for an appraiser shows the pool as one.',
    deep: 'only in new',
    also: ['order.appraiser-is-null-until-assigned'],
    apply: op.wrap('present.appraiser', (usual, { status }) => (status.code === 'new' ? { name: 'Pool' } : usual)),
  },
  'assigned-before-anybody-is': {
    breaks: 'lifecycle.status-appraiser-assigned-keeps-its-meaning',
    bug: 'An order that is offered to appraisers shows `appraiser_assigned` before one of them has it, and raises no assignment.',
    also: ['events.assigned-is-raised-by-an-assignment', 'events.assigned-always-fires'],
    apply: op.unraised(({ type, order }) => type === 'order.assigned' && order.status.code !== 'report_complete'),
  },
  'appointment-never-moved': {
    breaks: 'lifecycle.appointment-scheduled-shows-appointment-at',
    bug: 'The appointment is written once, and a later one for the same order is not.',
    deep: 'only for a second appointment',
    apply: op.perTarget((first = new Map<unknown, unknown>()) =>
      op.falsify('present.order', 'dates.appointment_at', (at, { id }) => {
        if (at !== null && !first.has(id)) first.set(id, at)
        return first.get(id) ?? at
      }),
    ),
  },
  'appointment-kept-in-the-calendar': {
    breaks: 'lifecycle.appointment-scheduled-shows-appointment-at',
    bug: 'The appointment is kept in the calendar of the appraiser and not on the order.',
    apply: op.falsify('present.dates', 'appointment_at', null),
  },
  'appointment-lost-by-a-hold': {
    breaks: 'lifecycle.appointment-scheduled-shows-appointment-at',
    bug: 'A hold clears the appointment, and the resume brings back the status without it.',
    deep: 'only after a resume',
    apply: op.perTarget((held = new Set<string>()) => [
      op.falsify('present.dates', 'appointment_at', null, ({ id }) => held.has(id)),
      op.note('lifecycle.landsIn', ({ id }, to) => void (to === 'on_hold' && held.add(id))),
    ]),
  },
  'appointment-lost-by-a-repeat': {
    breaks: 'lifecycle.appointment-scheduled-shows-appointment-at',
    bug: 'A status that comes once more brings no appointment, and nothing is written over the one that was there.',
    deep: 'only after a repeated status',
    apply: op.perTarget((lost = new Map<string, number | null>()) => [
      op.falsify('present.dates', 'appointment_at', null, ({ id, appointment_at }) => lost.get(id) === appointment_at),
      op.note('lifecycle.landsIn', (one, to) => void (to === one.status.code && lost.set(one.id, one.appointment_at))),
    ]),
  },
  'cancel-of-a-held-order-is-silent': {
    breaks: 'lifecycle.company-cancel-raises-order-cancelled',
    bug: 'What happens to an order on hold raises no event but the resume, not even when the company cancels it.',
    deep: 'only for an order on hold',
    apply: op.unraised(
      ({ type }, { raised }) =>
        type === 'order.cancelled' &&
        raised.some(({ data }) => (data['previous_status'] as Wire | undefined)?.['code'] === 'on_hold'),
    ),
  },
  'report-behind-the-status': {
    breaks: 'lifecycle.report-complete-shows-documents',
    bug: 'The status is shown as soon as the report is ready, the files follow when they are archived.',
    deep: 'only in report_complete',
    apply: op.dropEntries('getOrder', 'documents', ({ kind }) => kind !== 'supporting', isIn('report_complete')),
  },
  'correction-kept-as-a-reconsideration': {
    breaks: 'lifecycle.status-revision-requested-keeps-its-meaning',
    bug: 'All requests are kept under the kind that came first in the table, so that no correction is open.',
    also: ['revisions.record-has-kind'],
    apply: op.falsify('listRevisionRequests', 'data.*.kind', 'reconsideration_of_value'),
  },
  'second-reconsideration-looks-like-a-correction': {
    breaks: 'lifecycle.status-reconsideration-requested-keeps-its-meaning',
    bug: 'From the second request on, the status is that of a correction whatever is asked for.',
    deep: 'only on the second request',
    also: ['revisions.reconsideration-moves-order-to-its-status'],
    apply: op.perTarget((asked = new Map<string, number>()) =>
      op
        .wrap('lifecycle.landsIn', (usual, { id }, to) => {
          if (!['revision_requested', 'reconsideration_requested'].includes(to)) return usual
          asked.set(id, (asked.get(id) ?? 0) + 1)
          return asked.get(id)! > 1 ? 'revision_requested' : usual
        })
        .as('redirect'),
    ),
  },
  'revised-report-hides-every-report': {
    breaks: 'lifecycle.status-revised-report-complete-keeps-its-meaning',
    bug: 'A revised report takes the earlier one off the order and is put there itself a night later.',
    deep: 'only in revised_report_complete',
    apply: op.dropEntries(
      'getOrder',
      'documents',
      ({ kind }) => kind === 'report_pdf',
      isIn('revised_report_complete'),
    ),
  },
  'hold-is-a-flag': {
    breaks: 'lifecycle.status-on-hold-keeps-its-meaning',
    bug: 'A hold sets the status and raises no event.',
    also: ['actions.hold-raises-order-on-hold', 'events.on-hold-is-raised-by-the-company-too'],
    apply: op.unraised(({ type }) => type === 'order.on_hold'),
  },
  'held-order-shows-off-hold': {
    breaks: 'lifecycle.status-off-hold-keeps-its-meaning',
    bug: 'A held order is read as `off_hold`, the two statuses having changed places in a table.',
    deep: 'only in on_hold',
    also: ['actions.hold-moves-order-to-on-hold'],
    apply: readAs('on_hold', 'off_hold'),
  },
  'cancel-is-a-flag': {
    breaks: 'lifecycle.status-cancelled-keeps-its-meaning',
    bug: 'A cancel sets the status and raises no event.',
    also: ['actions.cancel-raises-order-cancelled', 'lifecycle.company-cancel-raises-order-cancelled'],
    apply: op.unraised(({ type }) => type === 'order.cancelled'),
  },
  'cancelled-order-shows-reactivated': {
    breaks: 'lifecycle.status-reactivated-keeps-its-meaning',
    bug: 'A cancelled order is read as `reactivated`, as nobody has closed its file yet.',
    deep: 'only in cancelled',
    also: ['actions.cancel-moves-order-to-cancelled'],
    apply: readAs('cancelled', 'reactivated'),
  },
  'off-hold-never-ends': {
    breaks: 'lifecycle.off-hold-moves-on',
    bug: 'The job that takes orders out of `off_hold` does not run.',
    deep: 'only after a resume',
    also: ['actions.resume-restores-the-status-held-before'],
    apply: op.replace('lifecycle.restSeconds', null, (status) => status === 'off_hold'),
  },
  'second-off-hold-never-ends': {
    breaks: 'lifecycle.off-hold-moves-on',
    bug: 'The job that takes orders out of `off_hold` runs once an order.',
    deep: 'only after a second resume',
    also: ['actions.resume-restores-the-status-held-before'],
    apply: op.perTarget((resumes = new Map<string, number>(), latest = 0) => [
      // Asked as soon as the order is there.
      op.replace('lifecycle.restSeconds', null, (status) => status === 'off_hold' && latest > 1),
      op.note('lifecycle.landsIn', ({ id }, to) => {
        if (to === 'off_hold') resumes.set(id, (latest = (resumes.get(id) ?? 0) + 1))
      }),
    ]),
  },
  'reactivated-never-ends': {
    breaks: 'lifecycle.reactivated-moves-on',
    bug: 'A reactivated order stays so, whatever the company does with it.',
    deep: 'only after a reactivation',
    apply: op.together(
      op.replace('lifecycle.restSeconds', null, (status) => status === 'reactivated'),
      op.replace(
        'lifecycle.landsIn',
        'reactivated',
        ({ status }, to) => status.code === 'reactivated' && to !== 'cancelled',
      ),
    ),
  },
  'placed-order-stays-in-review': {
    breaks: 'lifecycle.company-placing-moves-review-to-new',
    bug: 'The end of the review is noted and the order stays in `pending_review`.',
    deep: 'only in pending_review',
    also: ['sandbox.advance-puts-the-order-in-to-status'],
    apply: op.redirect('pending_review', 'new', null),
  },
  'company-cancel-changes-nothing': {
    breaks: 'lifecycle.company-cancel-moves-to-cancelled',
    bug: 'A cancel by the company raises its event and leaves the order where it was.',
    deep: 'only when the company does it',
    apply: cancelledByCompany((ids) =>
      op
        .instead('lifecycle.landsIn', (usual, order, to) =>
          to === 'cancelled' && ids.delete(order.id) ? order.status.code : usual(order, to),
        )
        .as('redirect'),
    ),
  },
  'company-cancel-is-silent': {
    breaks: 'lifecycle.company-cancel-raises-order-cancelled',
    bug: 'A cancel by the company raises a change of status alone.',
    deep: 'only when the company does it',
    apply: cancelledByCompany((ids) =>
      op.unraised(({ type, order }) => type === 'order.cancelled' && ids.has(order.id)),
    ),
  },
  'company-cancel-without-its-reason': {
    breaks: 'lifecycle.company-cancel-event-carries-a-reason',
    bug: 'The reason that the company gives is kept from the lender.',
    deep: 'only when the company does it',
    apply: cancelledByCompany((ids) => op.falsify('order.cancelled', 'reason', null, ({ order }) => ids.has(order.id))),
  },
  'delivered-report-stays-under-review': {
    breaks: 'lifecycle.delivery-moves-to-report-complete',
    bug: 'A report that is delivered out of the review leaves the order in `awaiting_review`.',
    deep: 'only in awaiting_review',
    also: ['sandbox.advance-puts-the-order-in-to-status'],
    apply: op.redirect('awaiting_review', 'report_complete', null),
  },
  'revised-report-leaves-the-correction-open': {
    breaks: 'lifecycle.revised-delivery-ends-revision-requested',
    bug: 'A revised report is delivered and the order stays in `revision_requested`.',
    deep: 'only in revision_requested',
    also: ['sandbox.advance-puts-the-order-in-to-status'],
    apply: op.redirect('revision_requested', 'revised_report_complete', null),
  },
  'revised-report-leaves-the-reconsideration-open': {
    breaks: 'lifecycle.revised-delivery-ends-reconsideration-requested',
    bug: 'A revised report is delivered and the order stays in `reconsideration_requested`.',
    deep: 'only in reconsideration_requested',
    also: ['sandbox.advance-puts-the-order-in-to-status'],
    apply: op.redirect('reconsideration_requested', 'revised_report_complete', null),
  },
})
