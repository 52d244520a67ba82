// GET /orders/{order_id}: an order with what only the company sees of it.
import { findOrder } from '../../store/find.ts'
import { ownerOf } from '../../company/find.ts'
import { controlOperation } from '../operation.ts'
import { showMessage, showOrder } from '../../company/show.ts'

export const getCompanyOrder = controlOperation({
  id: 'getCompanyOrder',
  method: 'get',
  path: '/orders/{order_id}',
  handle: ({ services, params }) => {
    const { behaviour, store } = services
    const order = findOrder(services, params['order_id']!)
    const { appraiser } = order
    return {
      order: showOrder(services, order),
      ...ownerOf(order),
      client_id: order.client_id,
      appraiser: appraiser && { name: appraiser.name, assigned_at: new Date(appraiser.assigned_at).toISOString() },
      previous_status: order.previous_status,
      requested_due_date: order.requested_due_date,
      delivered: order.delivered,
      messages: store.messagesOf(order.id).map((message) => showMessage(services, message)),
      revision_requests: store.revisionsOf(order.id).map((request) => behaviour.present.revisionRequest(request)),
    }
  },
})
