// Defects of what fields, events and the company's side say, and of calls that are sent twice, in any area.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation, Wire } from '../../simulator/behaviour/operators/index.ts'
import type { Defect } from './defect.ts'
import { onceOnly } from '../../simulator/behaviour/repeated-writes.ts'
import { rows } from './rows.ts'

type EventType = 'order.created' | 'order.resumed' | 'order.completed'

const telling = (type: EventType, name: string, code: string, bug: string): Defect => ({
  id: `${name}-has-another-status`,
  breaks: `events.${name}-status-is-of-that-moment`,
  bug,
  apply: op.falsify(type, 'status.code', code),
})

const readAs = (path: string, make: (value: unknown) => unknown): Mutation =>
  op.edit('getOrder', (body) => op.changeAt(body, path, make))

/** While an attempt is due, a member of the delivery is not shown. */
const hiddenWhenFailed = (field: string): Mutation =>
  op.wrap('present.event', (record) => {
    const delivery = record['delivery'] as Wire
    return delivery['status'] === 'failed' ? { ...record, delivery: { ...delivery, [field]: null } } : record
  })

const completedIn = (status: string): Mutation =>
  op.edit('getOrder', (body) => {
    const dates = body['dates'] as Wire
    if ((body['status'] as Wire)['code'] === status) dates['completed_at'] = dates['updated_at']
  })

export const values: readonly Defect[] = [
  telling('order.created', 'created', 'pending_review', 'Every order is announced as one under review.'),
  telling('order.resumed', 'resumed', 'on_hold', 'The payload is made before the order leaves its hold.'),
  telling('order.completed', 'completed', 'awaiting_review', 'The payload is made before the order is complete.'),
  ...rows({
    'status-label-left-empty': {
      breaks: 'order.has-status-label',
      bug: 'The label of a status is empty.',
      apply: op.falsify('present.order', 'status.label', ''),
    },
    'listed-address-left-empty': {
      breaks: 'list.order-item-has-address-summary',
      bug: 'The summary of an address is never written.',
      apply: op.falsify('present.listItem', 'property_address_summary', ''),
    },
    'download-url-left-empty': {
      breaks: 'documents.detail-has-download-url',
      bug: 'The address of a download is empty.',
      apply: op.falsify('present.documentDetail', 'download.url', ''),
    },
    'event-type-header-left-out': {
      breaks: 'delivery.event-type-header',
      bug: 'The type of an event stands in its envelope alone.',
      apply: op.wrap('webhooks.headers', (usual) => usual.filter(([name]) => name !== 'X-Service-Event-Type')),
    },
    'completed-lists-what-was-there-before': {
      breaks: 'events.completed-lists-the-documents-delivered',
      bug: 'The documents of order.completed are read before those of the delivery are stored.',
      apply: op.replace('events.completedDocuments', (_delivered, before) => before),
    },
    'third-delivery-lists-the-second': {
      breaks: 'events.completed-lists-the-documents-delivered',
      bug: 'The event of a second revised report lists the files of the first one.',
      deep: 'only from the third delivery of an order on',
      apply: op.wrap('events.completedDocuments', (documents, delivered, before) => {
        const reports = before.filter(({ kind }) => kind === 'report_pdf')
        return reports.length < 2 ? documents : before.slice(0, delivered.length)
      }),
    },
    'completed-at-lost-by-a-hold': {
      breaks: 'order.completed-at-is-set-by-a-delivery',
      bug: 'An order that was held before is delivered without the time of it.',
      deep: 'only of an order that was held',
      apply: op.perTarget((held = new Set<string>()) => [
        op.falsify(
          'present.order',
          'dates.completed_at',
          () => null,
          ({ id }) => held.has(id),
        ),
        op.note('lifecycle.afterHold', ({ id }) => void held.add(id)),
      ]),
    },
    'completed-at-never-set': {
      breaks: 'order.completed-at-is-set-by-a-delivery',
      bug: 'The time of the delivery is kept with the report and not with the order.',
      apply: op.falsify('present.order', 'dates.completed_at', () => null),
    },
    'response-status-of-successes-alone': {
      breaks: 'feed.last-response-status-is-the-one-answered',
      bug: 'The status answered is kept when it is a success, and forgotten otherwise.',
      apply: hiddenWhenFailed('last_response_status'),
    },
    'next-attempt-not-shown': {
      breaks: 'feed.next-attempt-at-is-set-while-a-retry-is-due',
      bug: 'When the next attempt is due stands in the queue alone, and not in the record.',
      apply: hiddenWhenFailed('next_attempt_at'),
    },
    'message-sent-twice-is-one': {
      breaks: 'messages.sent-twice-is-two-messages',
      bug: 'A message with the words of an earlier one is taken for a retry of it.',
      deep: 'only when sent again',
      apply: onceOnly('sendMessage'),
    },
    'upload-sent-twice-is-one': {
      breaks: 'documents.upload-sent-twice-is-two-documents',
      bug: 'A file of the length of an earlier one is taken for a retry of its upload.',
      deep: 'only when sent again',
      apply: onceOnly('uploadDocument'),
    },
    'request-sent-twice-is-one': {
      breaks: 'revisions.request-sent-twice-is-two-requests',
      bug: 'A revision request with the words of an earlier one is taken for a retry of it.',
      deep: 'only when sent again',
      apply: onceOnly('createRevisionRequest'),
    },
    'secrets-in-the-list-of-credentials': {
      breaks: 'auth.secret-is-shown-once-at-creation',
      bug: 'The list of credentials shows each of them as at its creation, with its secret.',
      apply: op.replace('access.listedCredential', (shown, { secret }) => ({ ...shown, client_secret: secret })),
    },
    'order-numbered-by-the-interface': {
      breaks: 'order.order-number-is-the-companys',
      bug: 'A read shows an order number of the interface, other than the one of the company.',
      apply: readAs('order_number', (number) => `A-${String(number)}`),
    },
    'status-of-a-read-is-cached': {
      breaks: 'order.status-is-the-one-of-the-portal',
      bug: 'A read shows the status that the order had at first.',
      apply: readAs('status.code', () => 'new'),
    },
    'fee-with-a-surcharge': {
      breaks: 'order.appraisal-fee-is-what-the-lender-is-charged',
      bug: 'A read shows the fee with a surcharge that the company does not charge.',
      apply: readAs('fees.appraisal_fee', () => '650.00'),
    },
    'one-submission-summary-listed': {
      breaks: 'documents.ssr-present-after-portal-submission',
      bug: 'Of several submission summary reports the last one alone is listed.',
      deep: 'only on orders with several',
      apply: op.wrap('deliveries.listed', (usual) => {
        const last = usual.find(({ kind }) => kind === 'ssr')
        return usual.filter((one) => one.kind !== 'ssr' || one === last)
      }),
    },
    'completed-in-awaiting-review': {
      breaks: 'lifecycle.status-awaiting-review-keeps-its-meaning',
      bug: 'A report that was submitted counts as complete: the order shows when.',
      apply: completedIn('awaiting_review'),
    },
    'completed-in-report-rejected-for-correction': {
      breaks: 'lifecycle.status-report-rejected-for-correction-keeps-its-meaning',
      bug: 'A report that is sent back counts as complete: the order shows when.',
      apply: completedIn('report_rejected_for_correction'),
    },
    'appraiser-before-the-review': {
      breaks: 'lifecycle.status-pending-review-keeps-its-meaning',
      bug: 'An order under review shows the appraiser who would get it.',
      deep: 'only for reviewed orders',
      apply: op.edit('createOrder', (body) => {
        if ((body['status'] as Wire)['code'] === 'pending_review') body['appraiser'] = { name: 'Avery Sample' }
      }),
    },
  }),
]
