// GET /orders/{order_id}/revision-requests: the requests and their responses.
import { answer, operation, orderOf, pageOf } from '../operation.ts'

export const listRevisionRequests = operation({
  id: 'listRevisionRequests',
  access: 'token',
  handle: (call) => {
    const { behaviour, store } = call.services
    const rows = behaviour.lists.arrange('revisions', store.revisionsOf(orderOf(call).id))
    return answer(
      call,
      'listRevisionRequests',
      pageOf(call, rows, (row) => behaviour.present.revisionRequest(row)),
    )
  },
})
