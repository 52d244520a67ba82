// Permitted readings of the freedoms of the area lifecycle.
import { accept, replace, set, wrap } from '../operators/index.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'

const restsFor = (status: string, seconds: number): ReadingPatch =>
  replace('lifecycle.restSeconds', seconds, (given) => given === status)

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
    'some-unused': set('lifecycle.unused', [
      'appraiser_accepted',
      'left_message_for_borrower',
      'report_rejected_for_correction',
    ]),
  },
  'lifecycle.company-path': {
    // Before it goes on, work that has begun goes back to its start and repeats that.
    'any-way': ({
      behaviour: { lifecycle },
      contract: {
        lifecycle: { work },
      },
    }) => {
      lifecycle.companyPath = (order, to) => {
        const back = work.includes(order.status.code) && work.includes(to) && to !== 'appraiser_assigned'
        return back ? ['appraiser_assigned', 'appraiser_assigned', to] : [to]
      }
    },
  },
  'lifecycle.placement-delay': {
    automatic: set('lifecycle.placedAfterSeconds', 20),
  },
  'lifecycle.hold-in-reconsideration': {
    accepted: accept('lifecycle.mayHold', ({ status }) => status.code === 'reconsideration_requested'),
  },
  'lifecycle.cancel-in-reconsideration': {
    accepted: accept(
      'lifecycle.mayCancel',
      ({ status, delivered }) => status.code === 'reconsideration_requested' && !delivered,
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
    'judged-by-status': accept('lifecycle.mayHold', function ({ status, delivered }) {
      return delivered && !['cancelled', 'on_hold', ...this.afterDelivery].includes(status.code)
    }),
  },
  'lifecycle.off-hold-length': { 'not-seen': restsFor('off_hold', 0), minutes: restsFor('off_hold', 180) },
  'lifecycle.reactivated-length': {
    'minutes-then-previous': restsFor('reactivated', 180),
    'moments-then-new': replace('lifecycle.afterRest', 'new', ({ status }) => status.code === 'reactivated'),
  },
  'lifecycle.company-cancel-scope': {
    'working-only': ({
      behaviour: { lifecycle },
      contract: {
        lifecycle: { work },
      },
    }) => {
      lifecycle.mayCompanyCancel = ({ status }) => ['new', ...work].includes(status.code)
    },
  },
  'lifecycle.repeated-status-changed-at': {
    stays: wrap('lifecycle.changedAt', (usual, { status }, to) => (status.code === to ? status.changed_at : usual)),
  },
}
