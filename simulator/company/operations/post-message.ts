// POST /orders/{order_id}/messages: the manager or the appraiser writes to the lender.
import { companyMessage } from '../../orders/company-message.ts'
import type { Document, Order } from '../../domain/records.ts'
import type { Services } from '../../engine/services.ts'
import { storeFiles } from '../files.ts'
import type { SentFile } from '../files.ts'
import { orderOperation } from '../order-operation.ts'
import { unusable } from '../../calls/unusable.ts'
import { showMessage } from '../show.ts'

type Sent = {
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

export const postMessage = orderOperation<Sent, Document[]>({
  id: 'postMessage',
  path: '/messages',
  status: 201,
  body: 'required',
  make: ({ services, order, body }) => storeFiles(services, order, body.files ?? []),
  decide: ({ services, context, order, body, made }) => {
    const known = documentsNamed(services, order, body.document_ids ?? [])
    return companyMessage(context, order, body, { known, added: made })
  },
  show: (services, { messages }) => ({ message: showMessage(services, messages![0]!) }),
})
