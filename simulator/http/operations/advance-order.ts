// POST /sandbox/orders/{order_id}/advance: moves a sandbox order by the advance table; production has no such path.
import { refusedByStatus } from '../../domain/act-on-order.ts'
import { advanceOrder as advance } from '../../domain/work-on-order.ts'
import { commit, makeDelivery } from '../../office.ts'
import { answer, domainContext, operation, orderBody, orderOf } from '../operation.ts'

export const advanceOrder = operation({
  id: 'advanceOrder',
  method: 'post',
  path: '/sandbox/orders/:order_id/advance',
  access: 'token',
  environments: ['sandbox'],
  body: { shape: 'advanceOrder' },
  handle: (call) =>
    call.services.locks.run(call.params['order_id']!, async () => {
      const { behaviour, store } = call.services
      const { to_status } = call.body as { to_status: string }
      const before = orderOf(call)
      if (!behaviour.lifecycle.mayAdvance(before, to_status))
        throw refusedByStatus(before, `advanced to ${to_status}`, to_status)
      const documents = await makeDelivery(call.services, before, to_status)
      const order = orderOf(call)
      const decision = advance(domainContext(call), order, to_status, documents, store.revisionsOf(order.id))
      return answer(call, 'advanceOrder', orderBody(call, await commit(call.services, decision)))
    }),
})
