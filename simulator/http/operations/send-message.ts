// POST /orders/{order_id}/messages: a message to the manager, or to the appraiser where the company allows it.
import { postMessage } from '../../domain/message-order.ts'
import { commit } from '../../office.ts'
import { checkDocumentIds } from '../document-ids.ts'
import { answer, domainContext, operation, orderOf } from '../operation.ts'

type Sent = { recipient: string; subject?: string | null; body: string; document_ids?: string[] | null }

export const sendMessage = operation({
  id: 'sendMessage',
  method: 'post',
  path: '/orders/:order_id/messages',
  access: 'token',
  body: { shape: 'sendMessage' },
  handle: async (call) => {
    const { access, present } = call.services.behaviour
    const order = orderOf(call)
    const { recipient, subject, body, document_ids } = call.body as Sent
    access.checkRecipient(call.lender, recipient)
    checkDocumentIds(call, order, document_ids ?? [])
    const decision = postMessage(domainContext(call), order, {
      author: 'lender',
      recipient,
      subject: subject ?? null,
      body,
      document_ids: document_ids ?? [],
      attachments: [],
    })
    await commit(call.services, decision)
    return answer(call, 'sendMessage', present.message(decision.messages![0]!, []))
  },
})
