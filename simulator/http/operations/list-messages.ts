// GET /orders/{order_id}/messages: the thread, oldest first.
import { answer, operation, orderOf, pageOf } from '../operation.ts'

export const listMessages = operation({
  id: 'listMessages',
  method: 'get',
  path: '/orders/:order_id/messages',
  access: 'token',
  handle: (call) => {
    const { behaviour, store } = call.services
    const rows = store.messagesOf(orderOf(call).id).filter((message) => behaviour.access.isParty(message))
    const summaries = (ids: readonly string[]) =>
      ids.flatMap((id) => store.documents.get(id) ?? []).map((document) => behaviour.present.document(document))
    return answer(
      call,
      'listMessages',
      pageOf(call, rows, (row) => behaviour.present.message(row, summaries(row.attachments))),
    )
  },
})
