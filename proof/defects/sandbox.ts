// Defects that break rules of the area sandbox.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Wire } from '../../simulator/behaviour/operators/index.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'
import type { Raised } from '../../simulator/domain/decision.ts'
import { Refusal } from '../../simulator/domain/refusal.ts'
import { contested } from './actions/contested.ts'
import { carriedOut } from './carried-out.ts'

const isOfSandbox = ({ order }: Raised): boolean => order.account.endsWith(':sandbox')

const isAdvance = ({ message }: Refusal): boolean => /cannot be advanced to/.test(message)

/** An order does not come to a status that it had before. */
const takenOnce = (status: string) =>
  op.perTarget((had = new Set<string>()) => [
    op.refuse('lifecycle.mayAdvance', (order, to) => to === status && had.has(order.id)),
    op.note('events.raised', ({ order }) => {
      if (order.status.code === status) had.add(order.id)
    }),
  ])

export const sandbox: readonly Defect[] = rows({
  'report-delivered-twice-at-once': {
    breaks: 'sandbox.advance-to-the-same-status-refused',
    bug: 'Two advances that come together both find the report undelivered, and both deliver it.',
    deep: 'under concurrency',
    apply: op.mutation('accept', (behaviour) => {
      const orders = contested(behaviour)
      const { mayAdvance } = behaviour.lifecycle
      behaviour.lifecycle.mayAdvance = function both(order, to) {
        const isSame = order.status.code === 'report_complete' && order.status.code === to
        return (isSame && orders.has(order.id)) || mayAdvance.call(this, order, to)
      }
    }),
  },
  'advances-go-both-ways': {
    breaks: 'sandbox.advance-backwards-refused',
    bug: 'The table is read in both directions, so that every move can be taken back.',
    apply: op.accept('lifecycle.mayAdvance', function (order, to) {
      return (this.advanceTable[to] ?? []).includes(order.status.code)
    }),
  },
  'off-hold-advances-anywhere': {
    breaks: 'sandbox.off-hold-advances-no-other-way',
    bug: 'The row of the status before the hold is not looked up, and an order at `off_hold` goes anywhere.',
    deep: 'only after a resume',
    apply: op.accept('lifecycle.mayAdvance', ({ status }) => status.code === 'off_hold'),
  },
  'reactivated-waits-for-the-company': {
    breaks: 'sandbox.reactivated-advances-as-the-status-before',
    bug: 'A reactivated order cannot be advanced until it has moved on.',
    deep: 'only after a reactivation',
    apply: op.refuse('lifecycle.mayAdvance', ({ status }) => status.code === 'reactivated'),
  },
  'advance-served-in-production': {
    breaks: 'sandbox.advance-is-404-in-production',
    bug: 'The route of the advance is there in production too, where it is forbidden.',
    deep: 'only in production',
    apply: op.together(
      op.set('wire.everywhere', ['advanceOrder']).as('accept'),
      op.mutation('refuse', ({ access, wire }) => {
        const { authorization } = access
        access.authorization = function guarded(request, query) {
          const path = String(request.url)
          if (path.startsWith(`${wire.bases.production}/`) && path.endsWith('/advance'))
            throw new Refusal('action_not_permitted_for_client', 'Orders in production are not advanced.')
          return authorization.call(this, request, query)
        }
      }),
    ),
  },
  'advance-looks-up-orders-of-production': {
    breaks: 'sandbox.advance-is-404-in-production',
    bug: 'The route of the advance is there in production too, and answers 404 for the orders of the sandbox alone.',
    deep: 'only for an order of production',
    apply: op.set('wire.everywhere', ['advanceOrder']).as('accept'),
  },
  'advance-without-target-goes-on': {
    breaks: 'sandbox.advance-without-to-status-refused',
    bug: 'An advance that names no status goes to the next one of the table.',
    apply: op.together(
      op.accept('lifecycle.mayAdvance', (_order, to: string | undefined) => to === undefined),
      op.waive('advanceOrder', 'to_status'),
      op.mutation('redirect', ({ lifecycle }) => {
        const { landsIn } = lifecycle
        lifecycle.landsIn = (order, to: string | undefined) =>
          to === undefined ? lifecycle.advanceTable[order.status.code]![0]! : landsIn(order, to)
      }),
    ),
  },
  'advance-raises-no-change': {
    breaks: 'sandbox.advance-raises-what-a-real-move-raises',
    bug: 'Advances raise no order.status_changed, as they are only tests.',
    also: [
      'events.status-changed-is-raised-by-a-visible-change',
      'events.status-changed-status-is-the-new-one',
      'sandbox.advance-to-assigned-raises-status-changed',
    ],
    apply: op.unraised((raised) => isOfSandbox(raised) && raised.type === 'order.status_changed'),
  },
  'advance-raises-a-sample': {
    breaks: 'sandbox.advance-events-have-real-payloads',
    bug: 'The status before in order.status_changed is that of a sample payload.',
    also: ['events.status-changed-previous-status-is-the-one-before'],
    apply: op.falsify('order.status_changed', 'previous_status', { code: 'new', label: 'New Order' }, isOfSandbox),
  },
  'advance-signed-with-a-sample-secret': {
    breaks: 'sandbox.advance-events-are-delivered-signed',
    bug: 'Reports delivered in the sandbox are announced with the signature of the sample secret.',
    deep: 'only one type of event',
    also: ['delivery.signature-is-keyed-with-the-secret'],
    apply: op.replace(
      'webhooks.secretFor',
      'a-secret-of-the-sample-in-the-documentation',
      (_configuration, { type, account }) => type === 'order.completed' && account.endsWith(':sandbox'),
    ),
  },
  'refused-advance-is-a-conflict': {
    breaks: 'sandbox.refused-advance-has-its-code',
    bug: 'A refused move has the general code of conflicts.',
    apply: op.recode(isAdvance, 'conflict'),
  },
  'refused-advance-without-current-status': {
    breaks: 'sandbox.refused-advance-has-current-status',
    bug: 'A refused move does not show the status of the order.',
    apply: op.drop('problems.body', 'current_status', isAdvance),
  },
  'refused-advance-names-where-it-is': {
    breaks: 'sandbox.refused-advance-names-the-status-asked-for',
    bug: 'The details of a refused move name the status of the order, as those of other refusals do.',
    apply: op.edit(
      'problems.body',
      ({ details, current_status }) => {
        for (const detail of details as Wire[]) detail['value'] = current_status
      },
      isAdvance,
    ),
  },
  'refused-advance-takes-effect': {
    breaks: 'sandbox.refused-advance-leaves-the-status',
    bug: 'The status is written before the move is refused, and not taken back.',
    deep: 'only after a refusal',
    apply: carriedOut('advance', { moves: true, raises: false }),
  },
  'refused-advance-is-announced': {
    breaks: 'sandbox.refused-advance-raises-no-event',
    bug: 'The event of a move is raised before the move is refused.',
    deep: 'only after a refusal',
    apply: carriedOut('advance', { moves: false, raises: true }),
  },
  'revised-report-answers-nobody': {
    breaks: 'sandbox.revised-report-raises-revision-responded',
    bug: 'A revised report closes the request without order.revision_responded, the report being the answer.',
    deep: 'only after a revision request',
    apply: op.unraised(
      ({ type }, { raised }) =>
        type === 'order.revision_responded' && raised.some((one) => one.type === 'order.completed'),
    ),
  },
  'second-revised-report-answers-nobody': {
    breaks: 'sandbox.revised-report-raises-revision-responded',
    bug: 'Whether a request was answered is asked of the order, so that the second revised report answers none.',
    deep: 'only for the second request of an order',
    apply: op.perTarget((first = new Map<string, unknown>()) =>
      op.unraised(({ type, order }, decision) => {
        if (type !== 'order.revision_responded' || !decision.raised.some((one) => one.type === 'order.completed'))
          return false
        if (!first.has(order.id)) first.set(order.id, decision)
        return first.get(order.id) !== decision
      }),
    ),
  },
  'off-hold-waits-for-the-company': {
    breaks: 'sandbox.off-hold-advances-as-the-status-before',
    bug: 'An order just resumed cannot be advanced until it has moved on.',
    deep: 'only after a resume',
    apply: op.refuse('lifecycle.mayAdvance', ({ status }) => status.code === 'off_hold'),
  },
  'reactivated-starts-over': {
    breaks: 'sandbox.reactivated-advances-no-other-way',
    bug: 'A reactivated order is advanced as if it were new, backwards as well.',
    deep: 'only after a reactivation',
    apply: op.accept(
      'lifecycle.mayAdvance',
      ({ status }, to) => status.code === 'reactivated' && to === 'appraiser_assigned',
    ),
  },
  'reconsidered-report-is-complete': {
    breaks: 'sandbox.advance-puts-the-order-in-to-status',
    bug: 'A revised report leaves an order that was reconsidered at `report_complete`.',
    deep: 'only in reconsideration_requested',
    apply: op.replace('lifecycle.afterDeliveryOf', function afterDeliveryOf(order) {
      return this.effectiveStatus(order) === 'revision_requested' ? 'revised_report_complete' : 'report_complete'
    }),
  },
  'end-of-off-hold-undoes-an-advance': {
    breaks: 'sandbox.advance-puts-the-order-in-to-status',
    bug: 'The end of off_hold is planned when an order is resumed, and takes one that was advanced meanwhile back.',
    deep: 'only when advanced in off_hold',
    apply: op.accept('lifecycle.stillRests', function (order, { code }) {
      return code === 'off_hold' && this.impliesAppraiser(order.status.code) && this.mayHold(order)
    }),
  },
  'left-message-taken-once': {
    breaks: 'sandbox.borrower-contacted-advances-to-left-message',
    bug: 'A second message to the borrower is not taken, as the order had that status before.',
    deep: 'only for a status that the order had before',
    apply: takenOnce('left_message_for_borrower'),
  },
  'borrower-contacted-taken-once': {
    breaks: 'sandbox.left-message-advances-to-borrower-contacted',
    bug: 'A borrower is reached once for each order: after a second message the status is not taken again.',
    deep: 'only for a status that the order had before',
    apply: takenOnce('borrower_contacted'),
  },
  'review-awaited-once': {
    breaks: 'sandbox.report-rejected-advances-to-awaiting-review',
    bug: 'A report that was rejected does not come back to `awaiting_review`, where it was before.',
    deep: 'only for a status that the order had before',
    apply: takenOnce('awaiting_review'),
  },
  'report-rejected-once': {
    breaks: 'sandbox.awaiting-review-advances-to-report-rejected',
    bug: 'A report is rejected for correction once; the second time the move is refused.',
    deep: 'only for a status that the order had before',
    apply: takenOnce('report_rejected_for_correction'),
  },
})
