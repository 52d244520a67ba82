// Defects that break rules of the area events.
import * as op from '../operators/index.ts'
import type { Mutation } from '../operators/index.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

/** A message of the lender raises an event, whoever is meant to read it. */
const lenderMessageRaised = (isMeant: (recipient: string) => boolean): Mutation =>
  op.mutation('add', ({ events: own, present }) => {
    const { raised } = own
    own.raised = (decision) => {
      const message = decision.messages?.[0]
      if (message?.author !== 'lender' || !isMeant(message.recipient)) return raised(decision)
      const data = own.messagePosted(present, message, [])
      return [...raised(decision), { type: 'order.message_posted', order: decision.order, data }]
    }
  })

type Data = Record<string, unknown>

const inside = (value: unknown, field: string): unknown => (value as Data | null | undefined)?.[field]

export const events: readonly Defect[] = [
  ...(['accepted', 'declined'] as const).map((status) => ({
    id: `revision-${status}-not-raised`,
    breaks: `events.revision-responded-is-raised-by-${status === 'accepted' ? 'an-acceptance' : 'a-refusal'}`,
    bug: `A revision request that is ${status} raises no order.revision_responded.`,
    apply: op.unraised(({ type, data }, { revisions }) => {
      const isAnswer = status === 'accepted' && (revisions?.[0]?.responses.length ?? 0) > 1
      return type === 'order.revision_responded' && data['status'] === status && !isAnswer
    }),
  })),
  ...rows({
    'revised-report-not-announced': {
      breaks: 'events.document-added-is-raised-by-a-revised-report',
      bug: 'The files of a revised report raise no order.document_added, since order.completed lists them.',
      apply: op.set('events.announced', (usual) => ({ ...usual, revisedDelivery: false })),
    },
    'attachment-not-announced': {
      breaks: 'events.document-added-is-raised-by-an-attachment',
      bug: 'A document attached to a message raises order.message_posted alone.',
      apply: op.set('events.announced', (usual) => ({ ...usual, attachment: false })),
    },
    'first-file-alone-announced': {
      breaks: 'events.document-added-is-raised-for-each-file-of-a-delivery-or-none',
      bug: 'Of the files of a delivery the first alone raises order.document_added, as the loop ends too early.',
      apply: op
        .wrap('events.raised', (all) => {
          const first = all.find(({ type }) => type === 'order.document_added')
          return all.filter((one) => one.type !== 'order.document_added' || one === first)
        })
        .as('drop'),
    },
    'completed-documents-by-id': {
      breaks: 'events.completed-documents-are-summaries',
      bug: 'The documents of order.completed are listed by their ids alone.',
      apply: op.falsify('order.completed', 'documents.*', (document) => ({ id: inside(document, 'id') })),
    },
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
    'status-changed-tells-the-former': {
      breaks: 'events.status-changed-tells-the-status-taken',
      bug: 'The payload is made before the order is moved, so that status is the one left.',
      apply: op.edit('order.status_changed', ({ status, previous_status }) =>
        Object.assign(status as Data, previous_status),
      ),
    },
    'status-changed-dated-by-the-order': {
      breaks: 'events.status-changed-tells-the-status-taken',
      bug: 'The time of the change in order.status_changed is that of the order.',
      apply: op.falsify('order.status_changed', 'status.changed_at', (_at, _data, { order }) =>
        new Date(order.created_at).toISOString(),
      ),
    },
    'status-changed-previous-is-present': {
      breaks: 'events.status-changed-tells-the-status-left',
      bug: 'The payload is made after the order was moved, so that previous_status is the one taken.',
      apply: op.falsify('order.status_changed', 'previous_status', (_before, { status }) => {
        const { code, label } = status as Data
        return { code, label }
      }),
    },
    'settled-order-comes-from-its-hold': {
      breaks: 'events.status-changed-tells-the-status-left',
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
    'second-hold-tells-the-first-reason': {
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
    'revised-report-is-told-as-2-6': {
      breaks: 'events.completed-has-report-format',
      bug: 'The order.completed of a revised report names UAD 2.6 whatever the format of the order.',
      deep: 'only on a revised report of an order on uad_3_6',
      apply: op.falsify('order.completed', 'report_format', (format, { revision }) =>
        revision === true ? 'uad_2_6' : format,
      ),
    },
    'completed-not-raised': {
      breaks: 'events.completed-is-raised-by-a-delivered-report',
      bug: 'The delivery of a first report raises no order.completed.',
      apply: op.unraised(({ type, data }) => type === 'order.completed' && data['revision'] === false),
    },
    'completed-not-raised-again': {
      breaks: 'events.completed-is-raised-again-by-a-revised-report',
      bug: 'The delivery of a revised report raises no second order.completed.',
      apply: op.unraised(({ type, data }) => type === 'order.completed' && data['revision'] === true),
    },
    'completed-never-revised': {
      breaks: 'events.completed-revision-is-true-for-a-revised-report',
      bug: 'The second order.completed says that it is no revision.',
      apply: op.falsify('order.completed', 'revision', false),
    },
    'completed-always-revised': {
      breaks: 'events.completed-revision-is-false-for-a-first-report',
      bug: 'The first order.completed says that it is a revision.',
      apply: op.falsify('order.completed', 'revision', true),
    },
    'later-document-not-raised': {
      breaks: 'events.document-added-is-raised-by-a-later-file',
      bug: 'A file that comes after the delivery raises nothing.',
      apply: op.unraised(({ type }, { raised }) => type === 'order.document_added' && raised.length === 1),
    },
    'later-document-raised-once': {
      breaks: 'events.document-added-is-raised-by-a-later-file',
      bug: 'Of the later files only the first raises an event.',
      apply: op.perTarget((known = new Set<string>()) =>
        op.unraised(({ type, order }, { raised }) => {
          if (type !== 'order.document_added' || raised.length > 1) return false
          const isLater = known.has(order.id)
          known.add(order.id)
          return isLater
        }),
      ),
    },
    'message-of-the-company-not-raised': {
      breaks: 'events.message-posted-is-raised-by-the-company',
      bug: 'Messages of the manager raise nothing.',
      apply: op.unraised((_raised, { messages }) => messages?.[0]?.author === 'manager'),
    },
    'message-of-the-appraiser-not-raised': {
      breaks: 'events.message-posted-is-raised-by-the-appraiser',
      bug: 'Messages of the appraiser raise nothing.',
      apply: op.unraised((_raised, { messages }) => messages?.[0]?.author === 'appraiser'),
    },
    'message-of-the-lender-raised': {
      breaks: 'events.message-posted-is-not-raised-by-the-lender',
      bug: "The lender's own messages raise an event like all others.",
      apply: lenderMessageRaised(() => true),
    },
    'message-to-the-appraiser-raised': {
      breaks: 'events.message-posted-is-not-raised-by-the-lender',
      bug: 'A message of the lender to the appraiser raises an event, as whatever passes between the two did before.',
      deep: 'only for the appraiser',
      apply: lenderMessageRaised((recipient) => recipient === 'appraiser'),
    },
    'posted-message-without-its-files': {
      breaks: 'events.message-posted-has-message',
      bug: 'The message in the event is rendered before its files are attached.',
      deep: 'only on messages with files',
      apply: op.dropEntries('order.message_posted', 'message.attachments', () => true),
    },
    'revised-data-told-without-size': {
      breaks: 'events.completed-documents-are-summaries',
      bug: 'order.completed of a revised report is raised while its data is still written, and shows a size of 0.',
      deep: 'only on a revised report',
      apply: op.edit('order.completed', ({ documents, revision }) => {
        for (const document of revision === true ? (documents as Data[]) : [])
          if (document['kind'] === 'report_data') document['size_bytes'] = 0
      }),
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
    'created-tells-every-order-new': {
      breaks: 'events.created-tells-the-status-of-that-moment',
      bug: 'order.created shows the status new also of an order that starts under review.',
      deep: 'only for reviewed orders',
      apply: op.falsify('order.created', 'status.code', 'new'),
    },
    'revision-answer-not-raised': {
      breaks: 'events.revision-responded-is-raised-by-an-answer',
      bug: 'An answer that leaves the status of a revision request raises nothing.',
      apply: op.unraised(
        ({ type }, { revisions }) => type === 'order.revision_responded' && (revisions?.[0]?.responses.length ?? 0) > 1,
      ),
    },
    'due-date-not-raised': {
      breaks: 'events.due-date-changed-is-raised-by-a-moved-date',
      bug: 'A due date that moves unasked raises nothing.',
      apply: op.unraised(({ type, data }) => type === 'order.due_date_changed' && data['requested_by'] === 'company'),
    },
    'due-date-always-asked-for': {
      breaks: 'events.due-date-changed-unasked-names-the-company',
      bug: 'Every change of the due date names the lender.',
      apply: op.falsify('order.due_date_changed', 'requested_by', 'lender'),
    },
    'due-date-never-asked-for': {
      breaks: 'events.due-date-changed-by-request-names-the-lender',
      bug: 'Every change of the due date names the company, as it is the company that accepts.',
      apply: op.falsify('order.due_date_changed', 'requested_by', 'company'),
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
    'responded-request-without-id': {
      breaks: 'events.revision-responded-has-revision-request-id',
      bug: 'The id of the revision request is left empty.',
      apply: op.falsify(
        'order.revision_responded',
        'revision_request_id',
        (_id, { response }) => inside(response, 'id') ?? null,
      ),
    },
    'on-hold-event-cuts-the-reason': {
      breaks: 'events.on-hold-reason-is-the-one-given',
      bug: 'The reason of an event goes into a column of 255 letters.',
      deep: 'only for a long reason',
      apply: op.falsify('order.on_hold', 'reason', (reason) =>
        typeof reason === 'string' ? reason.slice(0, 255) : reason,
      ),
    },
    'assigned-appraiser-without-name': {
      breaks: 'events.assigned-appraiser-has-name',
      bug: 'The appraiser of order.assigned lacks its name.',
      apply: op.drop('order.assigned', 'appraiser.name'),
    },
    'added-document-without-size': {
      breaks: 'events.document-added-document-is-a-summary',
      bug: 'The document of order.document_added lacks its size_bytes.',
      apply: op.drop('order.document_added', 'document.size_bytes'),
    },
  }),
]
