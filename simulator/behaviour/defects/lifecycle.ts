// Defects that break rules of the area lifecycle.
import { replace, wrap } from '../operators/index.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'
import type { Decision, Raised } from '../../domain/decision.ts'
import { answered } from './answered.ts'
import type { Wire } from '../operators/edit-wire.ts'

const decided = (
  breaks: string,
  id: string,
  bug: string,
  apply: Defect['apply'],
  more: Pick<Defect, 'deep' | 'also'> = {},
): Defect => ({ id, breaks: `lifecycle.${breaks}`, bug, ...more, apply })

/** The move from one status for another leaves the order where it is. */
const stuck = (from: string, to: string): Defect['apply'] =>
  replace(
    'lifecycle.landsIn',
    () => from,
    (order, target) => order.status.code === from && target === to,
  )

const dropping = (isDropped: (raised: Raised, decision: Decision) => boolean): Defect['apply'] =>
  wrap('events.raised', (usual, decision) => usual.filter((one) => !isDropped(one, decision)))

const codeOf = (body: Wire): unknown => (body['status'] as Wire | undefined)?.['code']

/** Changes the body of a read order in one status. */
const readIn = (status: string, change: (body: Wire) => void): Defect['apply'] =>
  answered('getOrder', (body) => {
    if (codeOf(body) === status) change(body)
  })

/** Notes the orders that the company cancels, as against the lender. */
const cancelledByCompany = ({ lifecycle }: Behaviour): Set<string> => {
  const ids = new Set<string>()
  const { mayCompanyCancel } = lifecycle
  lifecycle.mayCompanyCancel = (order) => {
    ids.add(order.id)
    return mayCompanyCancel(order)
  }
  return ids
}

export const lifecycle: readonly Defect[] = [
  decided(
    'order-needing-review-starts-in-pending-review',
    'review-is-skipped',
    'Orders that the company must review start in `new` like all others.',
    replace('creation.isUnusual', () => false),
    { deep: 'only for an order to be reviewed' },
  ),
  decided(
    'placed-order-starts-in-new',
    'everything-is-reviewed',
    'Every order starts in `pending_review`, usual or not.',
    replace('creation.initialStatus', () => 'pending_review'),
  ),
  decided(
    'order-starts-in-new-or-pending-review',
    'orders-start-assigned',
    'A house appraiser is found before the create is answered, and the order starts in `appraiser_assigned`.',
    wrap('creation.initialStatus', (status) => (status === 'new' ? 'appraiser_assigned' : status)),
  ),
  decided(
    'new-order-waits-for-assignment',
    'new-order-accepted-by-nobody',
    'A job moves orders that nobody took within half an hour to `appraiser_accepted`, to get them out of the way.',
    ({ lifecycle: own }) => {
      const { restSeconds, afterRest } = own
      own.transitional = [...own.transitional, 'new']
      own.restSeconds = (status) => (status === 'new' ? 1_800 : restSeconds(status))
      own.afterRest = function rested(order) {
        return order.status.code === 'new' ? 'appraiser_accepted' : afterRest.call(this, order)
      }
    },
    { deep: 'only after half an hour' },
  ),
  decided(
    'status-new-keeps-its-meaning',
    'new-order-has-an-appraiser',
    'An order that waits for an appraiser shows the pool as one.',
    replace(
      'present.appraiser',
      () => ({ name: 'Pool' }),
      (order) => order.status.code === 'new',
    ),
    { deep: 'only in new', also: ['order.appraiser-is-null-until-assigned'] },
  ),
  decided(
    'status-appraiser-assigned-keeps-its-meaning',
    'assigned-before-anybody-is',
    'An order that is offered to appraisers shows `appraiser_assigned` before one of them has it, and raises no assignment.',
    dropping(({ type, order }) => type === 'order.assigned' && order.status.code !== 'report_complete'),
    { also: ['events.assigned-is-raised-by-an-assignment', 'events.assigned-always-fires'] },
  ),
  decided(
    'appointment-scheduled-shows-appointment-at',
    'appointment-kept-in-the-calendar',
    'The appointment is kept in the calendar of the appraiser and not on the order.',
    wrap('present.dates', (usual) => ({ ...usual, appointment_at: null })),
  ),
  decided(
    'appointment-scheduled-shows-appointment-at',
    'appointment-lost-by-a-hold',
    'A hold clears the appointment, and the resume brings back the status without it.',
    ({ lifecycle: own, present }) => {
      const held = new Set<string>()
      const { landsIn } = own
      own.landsIn = (order, to) => {
        if (to === 'on_hold') held.add(order.id)
        return landsIn(order, to)
      }
      const { dates } = present
      present.dates = function cleared(order) {
        const shown = dates.call(this, order)
        return held.has(order.id) ? { ...shown, appointment_at: null } : shown
      }
    },
    { deep: 'only after a resume' },
  ),
  decided(
    'report-complete-shows-documents',
    'report-behind-the-status',
    'The status is shown as soon as the report is ready, the files follow when they are archived.',
    readIn('report_complete', (body) => {
      body['documents'] = (body['documents'] as Wire[]).filter(({ kind }) => kind === 'supporting')
    }),
    { deep: 'only in report_complete' },
  ),
  decided(
    'status-revision-requested-keeps-its-meaning',
    'correction-kept-as-a-reconsideration',
    'All requests are kept under the kind that came first in the table, so that no correction is open.',
    answered('listRevisionRequests', (body) => {
      for (const request of body['data'] as Wire[]) request['kind'] = 'reconsideration_of_value'
    }),
    { also: ['revisions.record-has-kind'] },
  ),
  decided(
    'status-reconsideration-requested-keeps-its-meaning',
    'second-reconsideration-looks-like-a-correction',
    'From the second request on, the status is that of a correction whatever is asked for.',
    ({ lifecycle: own }) => {
      const { landsIn } = own
      const asked = new Map<string, number>()
      own.landsIn = (order, to) => {
        if (!['revision_requested', 'reconsideration_requested'].includes(to)) return landsIn(order, to)
        asked.set(order.id, (asked.get(order.id) ?? 0) + 1)
        return asked.get(order.id)! > 1 ? 'revision_requested' : landsIn(order, to)
      }
    },
    { deep: 'only on the second request', also: ['revisions.reconsideration-moves-order-to-its-status'] },
  ),
  decided(
    'status-revised-report-complete-keeps-its-meaning',
    'revised-report-hides-every-report',
    'A revised report takes the earlier one off the order and is put there itself a night later.',
    readIn('revised_report_complete', (body) => {
      body['documents'] = (body['documents'] as Wire[]).filter(({ kind }) => kind !== 'report_pdf')
    }),
    { deep: 'only in revised_report_complete' },
  ),
  decided(
    'status-on-hold-keeps-its-meaning',
    'hold-is-a-flag',
    'A hold sets the status and raises no event.',
    dropping(({ type }) => type === 'order.on_hold'),
    { also: ['actions.hold-raises-order-on-hold', 'events.on-hold-is-raised-by-the-company-too'] },
  ),
  decided(
    'status-off-hold-keeps-its-meaning',
    'held-order-shows-off-hold',
    'A held order is read as `off_hold`, the two statuses having changed places in a table.',
    answered('getOrder', (body) => {
      const status = body['status'] as Wire
      if (status['code'] === 'on_hold') status['code'] = 'off_hold'
    }),
    { deep: 'only in on_hold', also: ['actions.hold-moves-order-to-on-hold'] },
  ),
  decided(
    'status-cancelled-keeps-its-meaning',
    'cancel-is-a-flag',
    'A cancel sets the status and raises no event.',
    dropping(({ type }) => type === 'order.cancelled'),
    { also: ['actions.cancel-raises-order-cancelled', 'lifecycle.company-cancel-raises-order-cancelled'] },
  ),
  decided(
    'status-reactivated-keeps-its-meaning',
    'cancelled-order-shows-reactivated',
    'A cancelled order is read as `reactivated`, as nobody has closed its file yet.',
    answered('getOrder', (body) => {
      const status = body['status'] as Wire
      if (status['code'] === 'cancelled') status['code'] = 'reactivated'
    }),
    { deep: 'only in cancelled', also: ['actions.cancel-moves-order-to-cancelled'] },
  ),
  decided(
    'off-hold-moves-on',
    'off-hold-for-ever',
    'The job that takes orders out of `off_hold` does not run.',
    replace(
      'lifecycle.restSeconds',
      () => null,
      (status) => status === 'off_hold',
    ),
    { deep: 'only after a resume', also: ['actions.resume-restores-the-status-held-before'] },
  ),
  decided(
    'off-hold-moves-on',
    'second-resume-is-for-ever',
    'The job that takes orders out of `off_hold` runs once an order.',
    ({ lifecycle: own }) => {
      const resumes = new Map<string, number>()
      let latest = 0
      const { landsIn, restSeconds } = own
      own.landsIn = (order, to) => {
        if (to === 'off_hold') resumes.set(order.id, (latest = (resumes.get(order.id) ?? 0) + 1))
        return landsIn(order, to)
      }
      // Asked as soon as the order is there.
      own.restSeconds = (status) => (status === 'off_hold' && latest > 1 ? null : restSeconds(status))
    },
    { deep: 'only after a second resume', also: ['actions.resume-restores-the-status-held-before'] },
  ),
  decided(
    'reactivated-moves-on',
    'reactivated-for-ever',
    'A reactivated order stays so, whatever the company does with it.',
    ({ lifecycle: own }) => {
      const { landsIn, restSeconds } = own
      own.restSeconds = (status) => (status === 'reactivated' ? null : restSeconds(status))
      own.landsIn = (order, to) =>
        order.status.code === 'reactivated' && to !== 'cancelled' ? 'reactivated' : landsIn(order, to)
    },
    { deep: 'only after a reactivation' },
  ),
  decided(
    'company-placing-moves-review-to-new',
    'placed-order-stays-in-review',
    'The end of the review is noted and the order stays in `pending_review`.',
    stuck('pending_review', 'new'),
    { deep: 'only in pending_review', also: ['sandbox.advance-puts-the-order-in-to-status'] },
  ),
  decided(
    'company-cancel-moves-to-cancelled',
    'company-cancel-changes-nothing',
    'A cancel by the company raises its event and leaves the order where it was.',
    (behaviour) => {
      const ids = cancelledByCompany(behaviour)
      const { landsIn } = behaviour.lifecycle
      behaviour.lifecycle.landsIn = (order, to) =>
        to === 'cancelled' && ids.delete(order.id) ? order.status.code : landsIn(order, to)
    },
    { deep: 'only when the company does it' },
  ),
  decided(
    'company-cancel-raises-order-cancelled',
    'company-cancel-is-silent',
    'A cancel by the company raises a change of status alone.',
    (behaviour) => {
      const ids = cancelledByCompany(behaviour)
      dropping(({ type, order }) => type === 'order.cancelled' && ids.has(order.id))(behaviour)
    },
    { deep: 'only when the company does it' },
  ),
  decided(
    'company-cancel-event-carries-a-reason',
    'company-cancel-without-its-reason',
    'The reason that the company gives is kept from the lender.',
    (behaviour) => {
      const ids = cancelledByCompany(behaviour)
      const { events } = behaviour
      const { raised } = events
      events.raised = (decision) =>
        raised(decision).map((one) =>
          one.type === 'order.cancelled' && ids.has(one.order.id)
            ? { ...one, data: { ...one.data, reason: null } }
            : one,
        )
    },
    { deep: 'only when the company does it' },
  ),
  decided(
    'delivery-moves-to-report-complete',
    'delivered-report-stays-under-review',
    'A report that is delivered out of the review leaves the order in `awaiting_review`.',
    stuck('awaiting_review', 'report_complete'),
    { deep: 'only in awaiting_review', also: ['sandbox.advance-puts-the-order-in-to-status'] },
  ),
  decided(
    'revised-delivery-ends-revision-requested',
    'revised-report-leaves-the-correction-open',
    'A revised report is delivered and the order stays in `revision_requested`.',
    stuck('revision_requested', 'revised_report_complete'),
    { deep: 'only in revision_requested', also: ['sandbox.advance-puts-the-order-in-to-status'] },
  ),
  decided(
    'revised-delivery-ends-reconsideration-requested',
    'revised-report-leaves-the-reconsideration-open',
    'A revised report is delivered and the order stays in `reconsideration_requested`.',
    stuck('reconsideration_requested', 'revised_report_complete'),
    { deep: 'only in reconsideration_requested', also: ['sandbox.advance-puts-the-order-in-to-status'] },
  ),
]
