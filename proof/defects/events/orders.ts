// Defects of the events of orders: their status, appraiser, fee and due date.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import { type Data, inside } from './documents.ts'

export const eventsOrders: readonly Defect[] = rows({
  'created-not-raised': {
    breaks: 'events.created-is-raised-by-a-create',
    bug: 'Orders that come through the interface raise no order.created, as the caller knows of them.',
    apply: op.unraised(({ type, order }) => type === 'order.created' && order.client_id !== null),
  },
  'created-not-raised-for-the-portal': {
    breaks: 'events.created-is-raised-by-a-portal-order',
    bug: 'Orders that come through the portal raise no order.created.',
    apply: op.unraised(({ type, order }) => type === 'order.created' && order.client_id === null),
  },
  'status-changed-not-raised': {
    breaks: 'events.status-changed-is-raised-by-a-visible-change',
    bug: 'A change between working statuses raises nothing.',
    apply: op.unraised(({ type }) => type === 'order.status_changed'),
  },
  'status-changed-has-the-former-status': {
    breaks: 'events.status-changed-status-is-the-new-one',
    bug: 'The payload is made before the order is moved, so that status is the one left.',
    apply: op.edit('order.status_changed', ({ status, previous_status }) =>
      Object.assign(status as Data, previous_status),
    ),
  },
  'status-changed-dated-by-the-order': {
    breaks: 'events.status-changed-status-is-the-new-one',
    bug: 'The time of the change in order.status_changed is that of the order.',
    apply: op.falsify('order.status_changed', 'status.changed_at', (_at, _data, { order }) =>
      new Date(order.created_at).toISOString(),
    ),
  },
  'status-changed-previous-is-present': {
    breaks: 'events.status-changed-previous-status-is-the-one-before',
    bug: 'The payload is made after the order was moved, so that previous_status is the one taken.',
    apply: op.falsify('order.status_changed', 'previous_status', (_before, { status }) => {
      const { code, label } = status as Data
      return { code, label }
    }),
  },
  'end-of-off-hold-reported-from-on-hold': {
    breaks: 'events.status-changed-previous-status-is-the-one-before',
    bug: 'The change of an order that leaves off_hold is reported as one from on_hold.',
    deep: 'only after off_hold',
    apply: op.falsify('order.status_changed', 'previous_status', (before) =>
      inside(before, 'code') === 'off_hold' ? { code: 'on_hold', label: 'On Hold' } : before,
    ),
  },
  'assigned-not-raised': {
    breaks: 'events.assigned-is-raised-by-an-assignment',
    bug: 'An assignment raises order.status_changed alone.',
    apply: op.unraised(({ type }) => type === 'order.assigned'),
  },
  'assigned-not-raised-when-not-shared': {
    breaks: 'events.assigned-always-fires',
    bug: 'An assignment raises nothing where the appraiser is not shared.',
    apply: op.unraised(({ type, data }) => type === 'order.assigned' && data['appraiser'] === null),
  },
  'assigned-names-nobody': {
    breaks: 'events.assigned-appraiser-is-null-when-not-shared',
    bug: 'An appraiser who is not shared is an object without a name.',
    apply: op.falsify('order.assigned', 'appraiser', (appraiser) => appraiser ?? { name: '' }),
  },
  'on-hold-not-raised-for-the-company': {
    breaks: 'events.on-hold-is-raised-by-the-company-too',
    bug: 'A hold raises no event when the company makes it.',
    apply: op.unraised(({ type, data }) => type === 'order.on_hold' && String(data['reason']).includes('company')),
  },
  'on-hold-reason-is-fixed': {
    breaks: 'events.on-hold-reason-is-the-one-given',
    bug: 'The reason of a hold is a fixed text.',
    apply: op.falsify('order.on_hold', 'reason', 'Put on hold by the lender.'),
  },
  'on-hold-reason-in-latin-1': {
    breaks: 'events.on-hold-reason-is-the-one-given',
    bug: 'Reasons are kept in Latin-1, and other letters become question marks.',
    deep: 'only for letters beyond Latin-1',
    apply: op.wrap('actions.reason', (reason) => reason && reason.replaceAll(/[\u0100-\uffff]/g, '?')),
  },
  'hold-reason-lost-with-an-appointment': {
    breaks: 'events.on-hold-reason-is-the-one-given',
    bug: 'A hold that calls off an appointment is announced with what the calendar says of it, which is nothing.',
    deep: 'only in appointment_scheduled',
    apply: op.falsify('order.on_hold', 'reason', (reason, _data, { order }) =>
      order.previous_status === 'appointment_scheduled' ? null : reason,
    ),
  },
  'second-hold-has-the-first-reason': {
    breaks: 'events.on-hold-reason-is-the-one-given',
    bug: 'The reason of a hold is kept with the order the first time, and repeated at every later hold.',
    deep: 'only at the second hold',
    apply: op.perTarget((first = new Map<string, unknown>()) =>
      op.falsify('order.on_hold', 'reason', (reason, _data, { order }) => {
        if (!first.has(order.id)) first.set(order.id, reason)
        return first.get(order.id)
      }),
    ),
  },
  'resumed-not-raised': {
    breaks: 'events.resumed-is-raised-by-the-company-too',
    bug: 'A resume raises order.status_changed alone.',
    apply: op.unraised(({ type }) => type === 'order.resumed'),
  },
  'created-again-when-placed': {
    breaks: 'events.created-is-raised-by-a-create',
    bug: 'An order that the company reviewed raises order.created once more when it is placed.',
    deep: 'only for reviewed orders',
    apply: op.raiseBesides((all, { order }) => {
      const placed = all.find(
        ({ type, data }) =>
          type === 'order.status_changed' && inside(data['previous_status'], 'code') === 'pending_review',
      )
      if (!placed || order.status.code !== 'new') return []
      const { order_type, due_date, lender_reference } = order
      return [
        {
          type: 'order.created',
          order,
          data: { order_type, status: placed.data['status'], due_date, lender_reference },
        },
      ]
    }),
  },
  'created-shows-every-order-new': {
    breaks: 'events.created-status-is-of-that-moment',
    bug: 'order.created shows the status new also of an order that starts under review.',
    deep: 'only for reviewed orders',
    apply: op.falsify('order.created', 'status.code', 'new'),
  },
  'due-date-not-raised': {
    breaks: 'events.due-date-changed-is-raised-by-a-moved-date',
    bug: 'A due date that moves unasked raises nothing.',
    apply: op.unraised(({ type, data }) => type === 'order.due_date_changed' && data['requested_by'] === 'company'),
  },
  'due-date-always-asked-for': {
    breaks: 'events.due-date-changed-by-the-company-names-it',
    bug: 'Every change of the due date names the lender.',
    apply: op.falsify('order.due_date_changed', 'requested_by', 'lender'),
  },
  'due-date-never-asked-for': {
    breaks: 'events.due-date-changed-by-request-names-the-lender',
    bug: 'Every change of the due date names the company, as it is the company that accepts.',
    apply: op.falsify('order.due_date_changed', 'requested_by', 'company'),
  },
  'date-taken-at-once-names-the-company': {
    breaks: 'events.due-date-changed-by-request-names-the-lender',
    bug: 'A requested date is taken at once, by the company as its event says.',
    deep: 'only where the company takes a requested date at once',
    apply: op.together(
      op.falsify('order.due_date_changed', 'requested_by', 'company'),
      op.replace('amendment.acceptsAtOnce', (_order, requested, now) => Date.parse(requested) > now),
    ),
  },
  'date-accepted-at-once-has-the-new-one-twice': {
    breaks: 'events.due-date-changed-has-previous-due-date',
    bug: 'A requested date is taken at once, and its event is made after the order was changed.',
    deep: 'only where the company takes a requested date at once',
    apply: op.together(
      op.falsify('order.due_date_changed', 'previous_due_date', (_previous, { due_date }) => due_date),
      op.replace('amendment.acceptsAtOnce', (_order, requested, now) => Date.parse(requested) > now),
    ),
  },
  'fee-not-raised': {
    breaks: 'events.fee-changed-is-raised-by-a-changed-fee',
    bug: 'A fee that changes raises nothing.',
    apply: op.unraised(({ type, data }) => type === 'order.fee_changed' && data['previous_appraisal_fee'] !== null),
  },
  'first-quote-not-raised': {
    breaks: 'events.fee-changed-is-raised-by-a-first-quote',
    bug: 'A first quote raises nothing, as no fee was there to change.',
    apply: op.unraised(({ type, data }) => type === 'order.fee_changed' && data['previous_appraisal_fee'] === null),
  },
  'fee-as-a-number': {
    breaks: 'events.fee-changed-has-appraisal-fee',
    bug: 'The fee in order.fee_changed is a number.',
    apply: op.retype('order.fee_changed', 'appraisal_fee', Number),
  },
  'on-hold-event-cuts-the-reason': {
    breaks: 'events.on-hold-reason-is-the-one-given',
    bug: 'The reason of an event goes into a column of 255 letters.',
    deep: 'only for a long reason',
    apply: op.respell('order.on_hold', 'reason', (reason) => reason.slice(0, 255)),
  },
  'answer-names-the-first-request': {
    breaks: 'events.revision-responded-has-revision-request-id',
    bug: 'The answer to a second request names the first one of the order.',
    deep: 'only from the second request on',
    apply: op.perTarget((first = new Map<string, string>()) =>
      op.wrap('events.revisionResponded', (content, _present, { id, order_id }) => {
        if (!first.has(order_id)) first.set(order_id, id)
        return { ...content, revision_request_id: first.get(order_id) }
      }),
    ),
  },
  'previous-fee-is-the-first': {
    breaks: 'events.fee-changed-has-previous-appraisal-fee',
    bug: 'A second change of the fee names the original fee as the previous one.',
    deep: 'only from the second change on',
    apply: op.staleAt('order.fee_changed', 'previous_appraisal_fee', (_content, { order }) => order.id),
  },
  'date-once-asked-for-stays-the-lenders': {
    breaks: 'events.due-date-changed-by-the-company-names-it',
    bug: 'Once a lender has asked for a date, every later move of it names the lender.',
    deep: 'only after a request for a date',
    apply: op.perTarget((asked = new Set<string>()) =>
      op.falsify('order.due_date_changed', 'requested_by', (requester, _content, { order }) => {
        if (requester === 'lender') asked.add(order.id)
        return asked.has(order.id) ? 'lender' : requester
      }),
    ),
  },
  'unshared-appraiser-named-when-changed': {
    breaks: 'events.assigned-appraiser-is-null-when-not-shared',
    bug: 'Whether a name is shared is asked at the first assignment of an order alone.',
    deep: 'only from the second assignment on',
    apply: op.perTarget((assigned = new Set<string>()) =>
      op.edit('order.assigned', (content, { order }) => {
        if (assigned.has(order.id)) content['appraiser'] ??= { name: order.appraiser?.name }
        assigned.add(order.id)
      }),
    ),
  },
  'on-hold-event-dated-a-second-later': {
    breaks: 'events.on-hold-has-status',
    bug: 'The event of a hold shows its status as changed at the next full second.',
    deep: 'only beside the order itself',
    apply: op.respell('order.on_hold', 'status.changed_at', (at) =>
      new Date((Math.floor(Date.parse(at) / 1000) + 1) * 1000).toISOString(),
    ),
  },
  'assigned-appraiser-without-name': {
    breaks: 'events.assigned-appraiser-has-name',
    bug: 'The appraiser of order.assigned lacks its name.',
    apply: op.drop('order.assigned', 'appraiser.name'),
  },
  'order-without-reference-announced-with-one': {
    breaks: 'events.created-has-lender-reference',
    bug: 'An order without a reference is announced with a made-up one.',
    apply: op.falsify('order.created', 'lender_reference', (reference) => reference ?? 'none'),
  },
})
