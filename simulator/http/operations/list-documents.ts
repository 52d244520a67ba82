// GET /orders/{order_id}/documents: document summaries, newest first.
import { listedDocuments } from '../../engine/commit.ts'
import { answer, operation, orderOf, pageOf } from '../operation.ts'

export const listDocuments = operation({
  id: 'listDocuments',
  access: 'token',
  handle: (call) => {
    const { behaviour } = call.services
    const rows = behaviour.lists.arrange('documents', listedDocuments(call.services, orderOf(call)))
    return answer(
      call,
      'listDocuments',
      pageOf(call, rows, (row) => behaviour.present.document(row)),
    )
  },
})
