// Permitted readings of the freedoms of the area lifecycle.
import type { Contract } from '../../contract.ts'
import type { Order } from '../../domain/records.ts'
import type { lifecycle as lifecycleOf } from '../lifecycle.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'

type Life = ReturnType<typeof lifecycleOf>

const life =
  (take: (lifecycle: Life, contract: Contract) => void): ReadingPatch =>
  ({ behaviour: { lifecycle }, contract }) =>
    take(lifecycle, contract)

/** Another decision on some orders; null leaves the usual one. */
const may = (
  action: 'mayHold' | 'mayCancel',
  decide: (order: Order, lifecycle: Life) => boolean | null,
): ReadingPatch =>
  life((lifecycle) => {
    const usual = lifecycle[action]
    lifecycle[action] = function (order) {
      return decide(order, lifecycle) ?? usual.call(lifecycle, order)
    }
  })

const restsFor = (status: string, seconds: number | null): ReadingPatch =>
  life((lifecycle) => {
    const { restSeconds } = lifecycle
    lifecycle.restSeconds = (given) => (given === status ? seconds : restSeconds.call(lifecycle, given))
  })

/** One company's own words. */
const words: Record<string, string> = {
  pending_review: 'Being Reviewed',
  new: 'Received',
  appraiser_assigned: 'Assigned',
  appraiser_accepted: 'Assignment Accepted',
  borrower_contacted: 'Contact Made',
  left_message_for_borrower: 'Message Left',
  appointment_scheduled: 'Inspection Booked',
  awaiting_review: 'In Quality Review',
  report_complete: 'Delivered',
  report_rejected_for_correction: 'Returned to Appraiser',
  revision_requested: 'Correction Open',
  reconsideration_requested: 'Reconsideration Open',
  revised_report_complete: 'Delivered Again',
  on_hold: 'Paused',
  off_hold: 'Resuming',
  cancelled: 'Withdrawn',
  reactivated: 'Reopened',
}

export const lifecycle: AreaReadings = {
  'lifecycle.labels': {
    'company-wording': ({ world }) => {
      for (const company of world.companies) company.status_labels = { ...words, ...company.status_labels }
    },
  },
  'lifecycle.unused-statuses': {
    'some-unused': life((lifecycle) => {
      lifecycle.unused = ['appraiser_accepted', 'left_message_for_borrower', 'report_rejected_for_correction']
    }),
  },
  'lifecycle.company-path': {
    // Before it goes on, work that has begun goes back to its start and repeats that.
    'any-way': life((lifecycle, { lifecycle: { work } }) => {
      lifecycle.companyPath = (order, to) => {
        const back = work.includes(order.status.code) && work.includes(to) && to !== 'appraiser_assigned'
        return back ? ['appraiser_assigned', 'appraiser_assigned', to] : [to]
      }
    }),
  },
  'lifecycle.placement-delay': {
    'by-itself': life((lifecycle) => {
      lifecycle.placedAfterSeconds = 20
    }),
  },
  'lifecycle.hold-in-reconsideration': {
    accepted: may('mayHold', ({ status }) => (status.code === 'reconsideration_requested' ? true : null)),
  },
  'lifecycle.cancel-in-reconsideration': {
    accepted: may('mayCancel', ({ status, delivered }) =>
      status.code === 'reconsideration_requested' && !delivered ? true : null,
    ),
  },
  'lifecycle.remembered-while-transitional': {
    'transitional-status': ({ behaviour: { actions, lifecycle } }) => {
      const { previous } = actions
      // The order still goes back to its work: what it shows as remembered is another matter.
      actions.previous = (id, before, after) =>
        id !== 'resumeOrder' && lifecycle.transitional.includes(before.status.code)
          ? before.status.code
          : previous.call(actions, id, before, after)
    },
  },
  'lifecycle.delivered-then-working': {
    'judged-by-status': may('mayHold', ({ status, delivered }, { afterDelivery }) =>
      delivered && !['cancelled', 'on_hold', ...afterDelivery].includes(status.code) ? true : null,
    ),
  },
  'lifecycle.off-hold-length': { 'not-seen': restsFor('off_hold', 0), minutes: restsFor('off_hold', 180) },
  'lifecycle.reactivated-length': {
    'moments-then-new': life((lifecycle) => {
      const { afterRest } = lifecycle
      lifecycle.afterRest = (order) => (order.status.code === 'reactivated' ? 'new' : afterRest.call(lifecycle, order))
    }),
  },
  'lifecycle.company-cancel-scope': {
    'working-only': life((lifecycle, { lifecycle: { work } }) => {
      lifecycle.mayCompanyCancel = ({ status }) => ['new', ...work].includes(status.code)
    }),
  },
  'lifecycle.repeated-status-changed-at': {
    stays: life((lifecycle) => {
      const { changedAt } = lifecycle
      lifecycle.changedAt = (order, to, now) =>
        order.status.code === to ? order.status.changed_at : changedAt.call(lifecycle, order, to, now)
    }),
  },
}
