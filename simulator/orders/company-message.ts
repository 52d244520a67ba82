// What the company and the appraiser write: to the lender, and to each other (Resources / Message).
import { conflict } from './company-act.ts'
import type { DomainContext } from './context.ts'
import type { Decision } from '../domain/decision.ts'
import { sequence } from '../domain/decision.ts'
import { unchanged } from './change-order.ts'
import { postMessage } from './message-order.ts'
import type { Document, Message, Order } from '../domain/records.ts'
import { addDocument } from './work-on-order.ts'

type Words = { from: 'manager' | 'appraiser'; subject?: string | null; body: string }

const checkAppraiser = (order: Order): void => {
  if (!order.appraiser) throw conflict(order, 'No appraiser has this order, so none writes or reads; assign one first.')
}

/** New files become documents of the order; the message lists them after those that are on it already. */
export const companyMessage = (
  context: DomainContext,
  order: Order,
  { from, subject, body }: Words,
  attached: { known: readonly Document[]; added: readonly Document[] },
): Decision => {
  if (from === 'appraiser') checkAppraiser(order)
  const added = attached.added.reduce(
    (all, document) =>
      sequence(all, addDocument(context, all.order, document, context.behaviour.events.announced.attachment)),
    unchanged(order),
  )
  const attachments = [...attached.known, ...attached.added]
  const document_ids = attachments.map(({ id }) => id)
  const draft = { author: from, recipient: 'lender', subject: subject ?? null, body, document_ids, attachments }
  return sequence(added, postMessage(context, added.order, draft))
}

/** Between company and appraiser: the lender is no party to it, so nothing that it can see changes. */
export const internalNote = (
  { now, nextId }: DomainContext,
  order: Order,
  { from, subject, body }: Words,
): Decision => {
  checkAppraiser(order)
  const note: Message = {
    id: nextId('msg'),
    order_id: order.id,
    account: order.account,
    author: from,
    recipient: from === 'manager' ? 'appraiser' : 'manager',
    subject: subject ?? null,
    body,
    document_ids: [],
    attachments: [],
    created_at: now,
  }
  return { order, messages: [note], raised: [] }
}
