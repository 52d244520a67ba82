// Messages and documents of the company.
import { companyMessage, internalNote } from '../../orders/company-message.ts'
import type { Document, Order } from '../../domain/records.ts'
import type { Services } from '../../engine/services.ts'
import { storeFiles, type SentFile, storeOne } from '../files.ts'
import { orderOperation } from '../order-operation.ts'
import { unusable } from '../../calls/unusable.ts'
import { showMessage } from '../show.ts'
import { addDocument } from '../../orders/work-on-order.ts'
import { generatedKinds } from '../../documents/generate.ts'
import { makeDocument } from '../../engine/commit.ts'

type SentMessage = {
  from: 'manager' | 'appraiser'
  subject?: string | null
  body: string
  document_ids?: string[]
  files?: SentFile[]
}

const documentsNamed = ({ store }: Services, order: Order, ids: readonly string[]): Document[] =>
  ids.map((id, index) => {
    const document = store.documents.get(id)
    if (document?.order_id === order.id) return document
    const sentence = `${id} is no document of ${order.id}; GET /orders/${order.id} shows those there are.`
    throw unusable(sentence, `document_ids.${index}`, id, 'must be a document of this order')
  })

type SentDocument = { kind: string; announce?: boolean } & (SentFile | { content?: undefined })

const makeOrStore = (services: Services, order: Order, sent: SentDocument): Promise<Document> => {
  if (sent.content !== undefined) return storeOne(services, order, sent)
  if (generatedKinds.includes(sent.kind)) return makeDocument(services, order, sent.kind)
  const sentence = `A ${sent.kind} cannot be made here, only ${generatedKinds.join(', ')}; send its content.`
  throw unusable(sentence, 'kind', sent.kind, 'cannot be made; send its content')
}

export const paperOperations = {
  /** The manager or the appraiser writes to the lender. */
  postMessage: orderOperation<SentMessage, Document[]>({
    make: ({ services, order, body }) => storeFiles(services, order, body.files ?? []),
    decide: ({ services, context, order, body, made }) => {
      const known = documentsNamed(services, order, body.document_ids ?? [])
      return companyMessage(context, order, body, { known, added: made })
    },
    show: (services, { messages }) => ({ message: showMessage(services, messages![0]!) }),
  }),
  /** Company and appraiser among themselves; the lender never sees it. */
  addInternalNote: orderOperation<{ from: 'manager' | 'appraiser'; subject?: string | null; body: string }>({
    decide: ({ context, order, body }) => internalNote(context, order, body),
    show: (services, { messages }) => ({ message: showMessage(services, messages![0]!) }),
  }),
  /** A document of any kind, made here or brought along. */
  addDocument: orderOperation<SentDocument, Document>({
    make: async ({ services, order, body }) => makeOrStore(services, order, body),
    decide: ({ context, order, body, made }) => addDocument(context, order, made, body.announce ?? true),
    show: ({ behaviour }, { documents }) => ({ document: behaviour.present.document(documents![0]!) }),
  }),
}
