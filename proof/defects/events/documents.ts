// Defects of the events of documents, messages, deliveries and revisions.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Wire } from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'

/** A message of the lender raises an event, no matter who is to read it. */
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

export type Data = Record<string, unknown>

export const inside = (value: unknown, field: string): unknown => (value as Data | null | undefined)?.[field]

export const eventsDocuments: readonly Defect[] = [
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
    'report-revised-again-not-announced': {
      breaks: 'events.document-added-is-raised-by-a-revised-report',
      bug: 'Only the first revised report of an order raises order.document_added for its files.',
      deep: 'only from the second revised report on',
      apply: op.perTarget((revised = new Map<string, number>()) =>
        op
          .wrap('events.raised', (all) => {
            for (const { type, order, data } of all)
              if (type === 'order.completed' && data['revision'] === true)
                revised.set(order.id, (revised.get(order.id) ?? 0) + 1)
            const isAgain = all.some(
              ({ type, order }) => type === 'order.completed' && (revised.get(order.id) ?? 0) > 1,
            )
            return isAgain ? all.filter(({ type }) => type !== 'order.document_added') : all
          })
          .as('drop'),
      ),
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
    'revised-report-announced-as-2-6': {
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
    'completed-revised-only-after-a-first-report': {
      breaks: 'events.completed-revision-is-true-for-a-revised-report',
      bug: 'The order.completed of a revised report says that it is none where no report was delivered before.',
      deep: 'only for a correction of a cancelled order',
      apply: op.perTarget((isFirst = false) => [
        op.misread('events.completed', (present, order, company, revision) => [
          present,
          order,
          company,
          revision && !isFirst,
        ]),
        op.note('lifecycle.completedAt', ({ delivered }) => {
          isFirst = !delivered
        }),
      ]),
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
    'later-invoice-not-raised': {
      breaks: 'events.document-added-is-raised-by-a-later-file',
      bug: 'A corrected invoice takes the place of the first one, and raises nothing.',
      deep: 'only for an invoice',
      apply: op.unraised(({ type, data }, { raised }) => {
        const { document } = data as { document?: { kind: string } }
        return type === 'order.document_added' && raised.length === 1 && document?.kind === 'invoice'
      }),
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
    'revised-data-announced-without-size': {
      breaks: 'events.completed-documents-are-summaries',
      bug: 'order.completed of a revised report is raised while its data is still written, and shows a size of 0.',
      deep: 'only on a revised report',
      apply: op.edit('order.completed', ({ documents, revision }) => {
        for (const document of revision === true ? (documents as Data[]) : [])
          if (document['kind'] === 'report_data') document['size_bytes'] = 0
      }),
    },
    'revised-report-listed-as-the-first': {
      breaks: 'events.completed-lists-the-documents-delivered',
      bug: 'The order.completed of a revised report lists the files of the first one.',
      deep: 'only on a revised report',
      apply: op.staleAt('order.completed', 'documents', (_data, { order }) => order.id),
    },
    'revision-answer-not-raised': {
      breaks: 'events.revision-responded-is-raised-by-an-answer',
      bug: 'An answer that leaves the status of a revision request raises nothing.',
      apply: op.unraised(
        ({ type }, { revisions }) => type === 'order.revision_responded' && (revisions?.[0]?.responses.length ?? 0) > 1,
      ),
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
    'responded-event-without-words': {
      breaks: 'events.revision-responded-has-response',
      bug: 'The response of order.revision_responded is null whatever the company wrote.',
      apply: op.falsify('order.revision_responded', 'response', () => null),
    },
    'later-answer-repeats-the-first': {
      breaks: 'events.revision-responded-has-response',
      bug: 'Every order.revision_responded of a request shows what was written with the first.',
      deep: 'only from the second answer on',
      apply: op.staleAt('order.revision_responded', 'response', ({ revision_request_id: id }) => id),
    },
    'added-document-without-size': {
      breaks: 'events.document-added-document-is-a-summary',
      bug: 'The document of order.document_added lacks its size_bytes.',
      apply: op.drop('order.document_added', 'document.size_bytes'),
    },
    'completed-documents-named-by-kind': {
      breaks: 'events.completed-documents-are-summaries',
      bug: 'The documents of order.completed have names made of their kinds, and not those that they are listed under.',
      apply: op.edit('order.completed', (data) => {
        for (const document of data['documents'] as Wire[]) document['filename'] = `${String(document['kind'])}.pdf`
      }),
    },
  }),
]
