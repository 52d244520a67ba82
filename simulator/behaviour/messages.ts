// What a lender's message needs, and what of a thread is shown (Endpoints / POST and GET /orders/{order_id}/messages).
import type { Contract } from '../contract/contract.ts'
import type { Environment, Message, Order } from '../domain/records.ts'

/** As sent: the shape of the body says which of these may be missing. */
export type SentMessage = {
  recipient?: string | null
  subject?: string | null
  body?: string | null
  document_ids?: string[] | null
}

export const messages = (_contract: Contract) => ({
  /** The values of fields that are left out. */
  completed: ({ recipient, subject, body, document_ids }: SentMessage) => ({
    recipient: recipient ?? 'manager',
    subject: subject ?? null,
    body: body ?? null,
    document_ids: document_ids ?? [],
  }),

  /** Refuses what the order's state does not allow: nothing, as the contract names no such state. */
  checkOrder: (_order: Order, _recipient: string): void => undefined,

  /** Ids of the documents that a message shows as attached: those of the company or the appraiser alone. */
  attached: (message: Message): string[] => message.attachments,

  /** How long after a lender's message the company answers it on its own; null where it does not. */
  answeredAfterSeconds: (_environment: Environment): number | null => null,

  /** Whether a reply on a revision request is a message of the thread too, having such an id. */
  repliesInThread: false,
})
