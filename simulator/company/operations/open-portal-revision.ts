// POST /orders/{order_id}/revision-requests: the lender's staff opens a correction or reconsideration in the portal.
import type { RevisionDraft } from '../../orders/revise-order.ts'
import { requestRevision } from '../../orders/revise-order.ts'
import { orderOperation } from '../order-operation.ts'
import { unusable } from '../../calls/unusable.ts'
import { showRevision } from '../show.ts'

export const openPortalRevision = orderOperation<RevisionDraft>({
  id: 'openPortalRevision',
  path: '/revision-requests',
  status: 201,
  body: 'required',
  decide: ({ services, context, order, body }) => {
    const stranger = body.document_ids?.findIndex((id) => !order.document_ids.includes(id)) ?? -1
    if (stranger < 0) return requestRevision(context, order, body, services.store.revisionsOf(order.id))
    const id = body.document_ids![stranger]!
    const sentence = `${id} is no document of ${order.id}; GET /orders/${order.id} shows those there are.`
    throw unusable(sentence, `document_ids.${stranger}`, id, 'must be a document of this order')
  },
  show: showRevision,
})
