// GET /orders/{order_id}/documents: document summaries, newest first.
import { answer, operation, orderOf, pageOf } from '../operation.ts'

export const listDocuments = operation({
  id: 'listDocuments',
  method: 'get',
  path: '/orders/:order_id/documents',
  access: 'token',
  handle: (call) => {
    const { behaviour, store } = call.services
    const rows = store.documentsOf(orderOf(call).id)
    return answer(
      call,
      'listDocuments',
      pageOf(call, rows, (row) => behaviour.present.document(row)),
    )
  },
})
