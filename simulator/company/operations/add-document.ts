// POST /orders/{order_id}/documents: a document of any kind, made here or brought along.
import type { Document, Order } from '../../domain/records.ts'
import { addDocument as add } from '../../orders/work-on-order.ts'
import { generatedKinds } from '../../documents/generate.ts'
import { makeDocument } from '../../engine/commit.ts'
import type { Services } from '../../engine/services.ts'
import { storeOne } from '../files.ts'
import type { SentFile } from '../files.ts'
import { orderOperation } from '../order-operation.ts'
import { unusable } from '../../calls/unusable.ts'

type Sent = { kind: string; announce?: boolean } & (SentFile | { content?: undefined })

const makeOrStore = (services: Services, order: Order, sent: Sent): Promise<Document> => {
  if (sent.content !== undefined) return storeOne(services, order, sent)
  if (generatedKinds.includes(sent.kind)) return makeDocument(services, order, sent.kind)
  const sentence = `A ${sent.kind} cannot be made here, only ${generatedKinds.join(', ')}; send its content.`
  throw unusable(sentence, 'kind', sent.kind, 'cannot be made; send its content')
}

export const addDocument = orderOperation<Sent, Document>({
  id: 'addDocument',
  path: '/documents',
  status: 201,
  body: 'required',
  make: async ({ services, order, body }) => makeOrStore(services, order, body),
  decide: ({ context, order, body, made }) => add(context, order, made, body.announce ?? true),
  show: ({ behaviour }, { documents }) => ({ document: behaviour.present.document(documents![0]!) }),
})
