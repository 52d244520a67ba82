// Messages on an order: the lender's own raise nothing, the company's raise `order.message_posted` (Events / Event catalog).
import type { DomainContext } from './context.ts'
import type { Decision } from '../domain/decision.ts'
import { touch } from './change-order.ts'
import type { Document, Message, Order } from '../domain/records.ts'

type MessageDraft = {
  author: Message['author']
  recipient: string
  subject: string | null
  body: string | null
  document_ids: string[]
  /** Documents that the company or the appraiser attached; they are on the order as well. */
  attachments: readonly Document[]
}

export const postMessage = ({ behaviour, now, nextId }: DomainContext, order: Order, draft: MessageDraft): Decision => {
  const message: Message = {
    id: nextId('msg'),
    order_id: order.id,
    account: order.account,
    author: draft.author,
    recipient: draft.recipient,
    subject: draft.subject,
    body: draft.body,
    document_ids: draft.document_ids,
    attachments: draft.attachments.map(({ id }) => id),
    created_at: now,
  }
  const next = touch(order, {}, now)
  const summaries = draft.attachments.map((document) => behaviour.present.document(document))
  const data = behaviour.events.messagePosted(behaviour.present, message, summaries)
  return {
    order: next,
    messages: [message],
    raised: draft.author === 'lender' ? [] : [{ type: 'order.message_posted', order: next, data }],
  }
}
