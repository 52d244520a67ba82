// GET /orders/{order_id}/messages: the thread, oldest first.
import { answer, operation, orderOf, pageOf } from '../operation.ts'
import { showMessage } from '../shown-message.ts'

export const listMessages = operation({
  id: 'listMessages',
  access: 'token',
  handle: (call) => {
    const { behaviour, store } = call.services
    const rows = behaviour.lists
      .arrange('messages', store.messagesOf(orderOf(call).id))
      .filter((message) => behaviour.access.isParty(message))
    return answer(
      call,
      'listMessages',
      pageOf(call, rows, (row) => showMessage(call, row)),
    )
  },
})
