// Hold, resume and cancel on the wire: what is read of their bodies and what they answer.
import type { Contract } from '../contract/contract.ts'
import type { Order } from '../domain/records.ts'

export type ActionId = 'holdOrder' | 'resumeOrder' | 'cancelOrder'
type Body = Record<string, unknown>

/** What an answer can be made of; `whole` is the order as a read shows it. */
export type ActionParts = {
  id: string
  order_number: string
  status: Body
  previous_status: Body | null
  whole: () => Body
}

export const actions = (_contract: Contract) => ({
  /** The reason given; a blank one is none. Throws where a reason is demanded. */
  reason: (_id: ActionId, body: { reason?: string | null }): string | null =>
    body.reason && body.reason.trim() !== '' ? body.reason : null,

  /** The order as the answer shows it. */
  shown: (_id: ActionId, _before: Order, after: Order): Order => after,

  /** The status that the answer names as the one held before; null where there is none. */
  previous: (_id: ActionId, _before: Order, after: Order): string | null => after.previous_status,

  /** Only that of a hold is shown by the contract; undefined sends none. */
  body: (_id: ActionId, { id, order_number, status, previous_status }: ActionParts): Body | undefined => ({
    id,
    order_number,
    status,
    previous_status,
  }),
})
