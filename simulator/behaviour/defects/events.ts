// Defects that break rules of the area events.
import { wrap } from '../operators/index.ts'
import type { Defect } from './defect.ts'
import type { Decision, Raised } from '../../domain/decision.ts'

type Data = Record<string, unknown>

const dropping = (isDropped: (raised: Raised, decision: Decision) => boolean) =>
  wrap('events.raised', (usual, decision) => usual.filter((raised) => !isDropped(raised, decision)))

const changing = (type: string, change: (data: Data, raised: Raised) => Data) =>
  wrap('events.raised', (usual) =>
    usual.map((raised) => (raised.type === type ? { ...raised, data: change(raised.data, raised) } : raised)),
  )

const without =
  (field: string) =>
  (data: Data): Data =>
    Object.fromEntries(Object.entries(data).filter(([name]) => name !== field))

const within =
  (field: string, change: (inner: Data) => unknown) =>
  (data: Data): Data => ({
    ...data,
    [field]: data[field] === null ? null : change(data[field] as Data),
  })

const inside = (value: unknown, field: string): unknown => (value as Data | null | undefined)?.[field]

const part = (id: string, breaks: string, type: string, field: string, name: string): Defect => ({
  id,
  breaks,
  bug: `The ${field} of ${type} lacks its ${name}.`,
  apply: changing(type, within(field, without(name))),
})

export const events: readonly Defect[] = [
  {
    id: 'revised-report-not-announced',
    breaks: 'events.document-added-is-raised-by-a-revised-report',
    bug: 'The files of a revised report raise no order.document_added, since order.completed lists them.',
    apply: ({ events: own }) => {
      own.announced = { ...own.announced, revisedDelivery: false }
    },
  },
  {
    id: 'attachment-not-announced',
    breaks: 'events.document-added-is-raised-by-an-attachment',
    bug: 'A document attached to a message raises order.message_posted alone.',
    apply: ({ events: own }) => {
      own.announced = { ...own.announced, attachment: false }
    },
  },
  {
    id: 'first-file-alone-announced',
    breaks: 'events.document-added-is-raised-for-each-file-of-a-delivery-or-none',
    bug: 'Of the files of a delivery the first alone raises order.document_added, as the loop ends too early.',
    apply: ({ events: own }) => {
      const { raised } = own
      own.raised = (decision) => {
        let count = 0
        return raised.call(own, decision).filter(({ type }) => type !== 'order.document_added' || (count += 1) === 1)
      }
    },
  },
  part('assigned-appraiser-without-name', 'events.assigned-appraiser-has-name', 'order.assigned', 'appraiser', 'name'),
  part(
    'added-document-without-size',
    'events.document-added-document-is-a-summary',
    'order.document_added',
    'document',
    'size_bytes',
  ),
  {
    id: 'completed-documents-by-id',
    breaks: 'events.completed-documents-are-summaries',
    bug: 'The documents of order.completed are listed by their ids alone.',
    apply: changing('order.completed', ({ documents, ...data }) => ({
      ...data,
      documents: (documents as Data[]).map(({ id }) => ({ id })),
    })),
  },
  {
    id: 'created-not-raised',
    breaks: 'events.created-is-raised-by-a-create',
    bug: 'Orders that come through the interface raise no order.created, as the caller knows of them.',
    apply: dropping(({ type, order }) => type === 'order.created' && order.client_id !== null),
  },
  {
    id: 'created-not-raised-for-the-portal',
    breaks: 'events.created-is-raised-by-a-portal-order',
    bug: 'Orders that come through the portal raise no order.created.',
    apply: dropping(({ type, order }) => type === 'order.created' && order.client_id === null),
  },
  {
    id: 'status-changed-not-raised',
    breaks: 'events.status-changed-is-raised-by-a-visible-change',
    bug: 'A change between working statuses raises nothing.',
    apply: dropping(({ type }) => type === 'order.status_changed'),
  },
  {
    id: 'status-changed-tells-the-former',
    breaks: 'events.status-changed-tells-the-status-taken',
    bug: 'The payload is made before the order is moved, so that status is the one left.',
    apply: changing('order.status_changed', (data) => ({
      ...data,
      status: { ...(data['status'] as Data), ...(data['previous_status'] as Data) },
    })),
  },
  {
    id: 'status-changed-dated-by-the-order',
    breaks: 'events.status-changed-tells-the-status-taken',
    bug: 'The time of the change in order.status_changed is that of the order.',
    apply: changing('order.status_changed', (data, { order }) => ({
      ...data,
      status: { ...(data['status'] as Data), changed_at: new Date(order.created_at).toISOString() },
    })),
  },
  {
    id: 'status-changed-previous-is-present',
    breaks: 'events.status-changed-tells-the-status-left',
    bug: 'The payload is made after the order was moved, so that previous_status is the one taken.',
    apply: changing('order.status_changed', (data) => {
      const { code, label } = data['status'] as Data
      return { ...data, previous_status: { code, label } }
    }),
  },
  {
    id: 'settled-order-comes-from-its-hold',
    breaks: 'events.status-changed-tells-the-status-left',
    bug: 'The change of an order that leaves off_hold is reported as one from on_hold.',
    deep: 'only after off_hold',
    apply: changing('order.status_changed', (data) =>
      inside(data['previous_status'], 'code') === 'off_hold'
        ? { ...data, previous_status: { code: 'on_hold', label: 'On Hold' } }
        : data,
    ),
  },
  {
    id: 'assigned-not-raised',
    breaks: 'events.assigned-is-raised-by-an-assignment',
    bug: 'An assignment raises order.status_changed alone.',
    apply: dropping(({ type }) => type === 'order.assigned'),
  },
  {
    id: 'assigned-not-raised-when-not-shared',
    breaks: 'events.assigned-always-fires',
    bug: 'An assignment raises nothing where the appraiser is not shared.',
    apply: dropping(({ type, data }) => type === 'order.assigned' && data['appraiser'] === null),
  },
  {
    id: 'assigned-names-nobody',
    breaks: 'events.assigned-appraiser-is-null-when-not-shared',
    bug: 'An appraiser who is not shared is an object without a name.',
    apply: changing('order.assigned', (data) => ({ ...data, appraiser: data['appraiser'] ?? { name: '' } })),
  },
  {
    id: 'on-hold-not-raised-for-the-company',
    breaks: 'events.on-hold-is-raised-by-the-company-too',
    bug: 'A hold raises no event when the company makes it.',
    apply: dropping(({ type, data }) => type === 'order.on_hold' && String(data['reason']).includes('company')),
  },
  {
    id: 'on-hold-reason-is-fixed',
    breaks: 'events.on-hold-reason-is-the-one-given',
    bug: 'The reason of a hold is a fixed text.',
    apply: changing('order.on_hold', (data) => ({ ...data, reason: 'Put on hold by the lender.' })),
  },
  {
    id: 'second-hold-tells-the-first-reason',
    breaks: 'events.on-hold-reason-is-the-one-given',
    bug: 'The reason of a hold is kept with the order the first time, and repeated at every later hold.',
    deep: 'only at the second hold',
    apply: (behaviour) => {
      const first = new Map<string, unknown>()
      changing('order.on_hold', (data, { order }) => {
        if (!first.has(order.id)) first.set(order.id, data['reason'])
        return { ...data, reason: first.get(order.id) }
      })(behaviour)
    },
  },
  {
    id: 'resumed-not-raised',
    breaks: 'events.resumed-is-raised-by-the-company-too',
    bug: 'A resume raises order.status_changed alone.',
    apply: dropping(({ type }) => type === 'order.resumed'),
  },
  {
    id: 'revised-report-is-told-as-2-6',
    breaks: 'events.completed-has-report-format',
    bug: 'The order.completed of a revised report names UAD 2.6 whatever the format of the order.',
    deep: 'only on a revised report of an order on uad_3_6',
    apply: changing('order.completed', (data) =>
      data['revision'] === true ? { ...data, report_format: 'uad_2_6' } : data,
    ),
  },
  {
    id: 'completed-not-raised',
    breaks: 'events.completed-is-raised-by-a-delivered-report',
    bug: 'The delivery of a first report raises no order.completed.',
    apply: dropping(({ type, data }) => type === 'order.completed' && data['revision'] === false),
  },
  {
    id: 'completed-not-raised-again',
    breaks: 'events.completed-is-raised-again-by-a-revised-report',
    bug: 'The delivery of a revised report raises no second order.completed.',
    apply: dropping(({ type, data }) => type === 'order.completed' && data['revision'] === true),
  },
  {
    id: 'completed-never-revised',
    breaks: 'events.completed-revision-is-true-for-a-revised-report',
    bug: 'The second order.completed says that it is no revision.',
    apply: changing('order.completed', (data) => ({ ...data, revision: false })),
  },
  {
    id: 'completed-always-revised',
    breaks: 'events.completed-revision-is-false-for-a-first-report',
    bug: 'The first order.completed says that it is a revision.',
    apply: changing('order.completed', (data) => ({ ...data, revision: true })),
  },
  {
    id: 'later-document-not-raised',
    breaks: 'events.document-added-is-raised-by-a-later-file',
    bug: 'A file that comes after the delivery raises nothing.',
    apply: dropping(({ type }, { raised }) => type === 'order.document_added' && raised.length === 1),
  },
  {
    id: 'later-document-raised-once',
    breaks: 'events.document-added-is-raised-by-a-later-file',
    bug: 'Of the later files only the first raises an event.',
    apply: (behaviour) => {
      const known = new Set<string>()
      dropping(({ type, order }, { raised }) => {
        if (type !== 'order.document_added' || raised.length > 1) return false
        const isLater = known.has(order.id)
        known.add(order.id)
        return isLater
      })(behaviour)
    },
  },
  {
    id: 'message-of-the-company-not-raised',
    breaks: 'events.message-posted-is-raised-by-the-company',
    bug: 'Messages of the manager raise nothing.',
    apply: dropping((_raised, { messages }) => messages?.[0]?.author === 'manager'),
  },
  {
    id: 'message-of-the-appraiser-not-raised',
    breaks: 'events.message-posted-is-raised-by-the-appraiser',
    bug: 'Messages of the appraiser raise nothing.',
    apply: dropping((_raised, { messages }) => messages?.[0]?.author === 'appraiser'),
  },
  {
    id: 'message-of-the-lender-raised',
    breaks: 'events.message-posted-is-not-raised-by-the-lender',
    bug: "The lender's own messages raise an event like all others.",
    apply: ({ events: own, present }) => {
      const original = own.raised
      own.raised = (decision) => {
        const message = decision.messages?.[0]
        if (message?.author !== 'lender') return original(decision)
        const data = own.messagePosted(present, message, [])
        return [...original(decision), { type: 'order.message_posted', order: decision.order, data }]
      }
    },
  },
  {
    id: 'message-to-the-appraiser-raised',
    breaks: 'events.message-posted-is-not-raised-by-the-lender',
    bug: 'A message of the lender to the appraiser raises an event, as whatever passes between the two did before.',
    deep: 'only for the appraiser',
    apply: ({ events: own, present }) => {
      const original = own.raised
      own.raised = (decision) => {
        const message = decision.messages?.[0]
        if (message?.author !== 'lender' || message.recipient !== 'appraiser') return original(decision)
        const data = own.messagePosted(present, message, [])
        return [...original(decision), { type: 'order.message_posted', order: decision.order, data }]
      }
    },
  },
  {
    id: 'posted-message-without-its-files',
    breaks: 'events.message-posted-has-message',
    bug: 'The message in the event is rendered before its files are attached.',
    deep: 'only on messages with files',
    apply: changing(
      'order.message_posted',
      within('message', (message) => ({ ...message, attachments: [] })),
    ),
  },
  {
    id: 'revised-data-told-without-size',
    breaks: 'events.completed-documents-are-summaries',
    bug: 'order.completed of a revised report is raised while its data is still written, and shows a size of 0.',
    deep: 'only on a revised report',
    apply: changing('order.completed', (data) =>
      data['revision'] === true
        ? {
            ...data,
            documents: (data['documents'] as Data[]).map((document) =>
              document['kind'] === 'report_data' ? { ...document, size_bytes: 0 } : document,
            ),
          }
        : data,
    ),
  },
  {
    id: 'created-again-when-placed',
    breaks: 'events.created-is-raised-by-a-create',
    bug: 'An order that the company reviewed raises order.created once more when it is placed.',
    deep: 'only for reviewed orders',
    apply: wrap('events.raised', (raised, decision) => {
      const placed = raised.find(
        ({ type, data }) =>
          type === 'order.status_changed' && inside(data['previous_status'], 'code') === 'pending_review',
      )
      if (!placed || decision.order.status.code !== 'new') return raised
      const { order } = decision
      const data = {
        order_type: order.order_type,
        status: placed.data['status'],
        due_date: order.due_date,
        lender_reference: order.lender_reference,
      }
      return [...raised, { type: 'order.created', order, data }]
    }),
  },
  {
    id: 'created-tells-every-order-new',
    breaks: 'events.created-has-status',
    bug: 'order.created shows the status new also of an order that starts under review.',
    deep: 'only for reviewed orders',
    apply: changing('order.created', (data) => ({ ...data, status: { ...(data['status'] as Data), code: 'new' } })),
  },
  ...(['accepted', 'declined'] as const).map((status) => ({
    id: `revision-${status}-not-raised`,
    breaks: `events.revision-responded-is-raised-by-${status === 'accepted' ? 'an-acceptance' : 'a-refusal'}`,
    bug: `A revision request that is ${status} raises no order.revision_responded.`,
    apply: dropping(({ type, data }, { revisions }) => {
      const isAnswer = status === 'accepted' && (revisions?.[0]?.responses.length ?? 0) > 1
      return type === 'order.revision_responded' && data['status'] === status && !isAnswer
    }),
  })),
  {
    id: 'revision-answer-not-raised',
    breaks: 'events.revision-responded-is-raised-by-an-answer',
    bug: 'An answer that leaves the status of a revision request raises nothing.',
    apply: dropping(
      ({ type }, { revisions }) => type === 'order.revision_responded' && (revisions?.[0]?.responses.length ?? 0) > 1,
    ),
  },
  {
    id: 'due-date-not-raised',
    breaks: 'events.due-date-changed-is-raised-by-a-moved-date',
    bug: 'A due date that moves unasked raises nothing.',
    apply: dropping(({ type, data }) => type === 'order.due_date_changed' && data['requested_by'] === 'company'),
  },
  {
    id: 'due-date-always-asked-for',
    breaks: 'events.due-date-changed-unasked-names-the-company',
    bug: 'Every change of the due date names the lender.',
    apply: changing('order.due_date_changed', (data) => ({ ...data, requested_by: 'lender' })),
  },
  {
    id: 'due-date-never-asked-for',
    breaks: 'events.due-date-changed-by-request-names-the-lender',
    bug: 'Every change of the due date names the company, as it is the company that accepts.',
    apply: changing('order.due_date_changed', (data) => ({ ...data, requested_by: 'company' })),
  },
  {
    id: 'fee-not-raised',
    breaks: 'events.fee-changed-is-raised-by-a-changed-fee',
    bug: 'A fee that changes raises nothing.',
    apply: dropping(({ type, data }) => type === 'order.fee_changed' && data['previous_appraisal_fee'] !== null),
  },
  {
    id: 'first-quote-not-raised',
    breaks: 'events.fee-changed-is-raised-by-a-first-quote',
    bug: 'A first quote raises nothing, as no fee was there to change.',
    apply: dropping(({ type, data }) => type === 'order.fee_changed' && data['previous_appraisal_fee'] === null),
  },
  {
    id: 'fee-as-a-number',
    breaks: 'events.fee-changed-has-appraisal-fee',
    bug: 'The fee in order.fee_changed is a number.',
    apply: changing('order.fee_changed', (data) => ({ ...data, appraisal_fee: Number(data['appraisal_fee']) })),
  },
  {
    id: 'responded-request-without-id',
    breaks: 'events.revision-responded-has-revision-request-id',
    bug: 'The id of the revision request is left empty.',
    apply: changing('order.revision_responded', (data) => ({
      ...data,
      revision_request_id: inside(data['response'], 'id') ?? null,
    })),
  },
  {
    id: 'on-hold-event-cuts-the-reason',
    breaks: 'events.on-hold-reason-is-the-one-given',
    bug: 'The reason of an event goes into a column of 255 letters.',
    deep: 'only for a long reason',
    apply: changing('order.on_hold', (data) => ({
      ...data,
      reason: typeof data['reason'] === 'string' ? data['reason'].slice(0, 255) : data['reason'],
    })),
  },
]
