// POST /orders/{order_id}/messages: a message to the manager, or to the appraiser where the company allows it.
import type { SentMessage } from '../../behaviour/messages.ts'
import { postMessage } from '../../orders/message-order.ts'
import { commit } from '../../engine/commit.ts'
import { checkDocumentIds } from '../document-ids.ts'
import { answer, domainContext, operation, orderOf } from '../operation.ts'
import { showMessage } from '../shown-message.ts'

export const sendMessage = operation({
  id: 'sendMessage',
  access: 'token',
  body: { shape: 'sendMessage' },
  handle: async (call) => {
    const { access, messages } = call.services.behaviour
    const order = orderOf(call)
    const { document_ids, ...draft } = messages.completed(call.body as SentMessage)
    access.checkRecipient(call.lender, draft.recipient)
    messages.checkOrder(order, draft.recipient)
    const quoted = checkDocumentIds(call, 'sendMessage', order, document_ids)
    const decision = postMessage(domainContext(call), order, {
      author: 'lender',
      ...draft,
      document_ids: quoted,
      attachments: [],
    })
    await commit(call.services, decision)
    return answer(call, 'sendMessage', showMessage(call, decision.messages![0]!))
  },
})
