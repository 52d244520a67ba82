// POST /sandbox/orders/{order_id}/advance: moves a sandbox order by the advance table; production has no such path.
import { advanceOrder as advance, checkAdvance } from '../../orders/work-on-order.ts'
import { commit, makeDelivery } from '../../engine/commit.ts'
import { answer, domainContext, operation, orderBody, orderOf } from '../operation.ts'

export const advanceOrder = operation({
  id: 'advanceOrder',
  access: 'token',
  body: { shape: 'advanceOrder' },
  handle: (call) =>
    call.services.locks.run(call.params['order_id']!, async () => {
      const { behaviour, store } = call.services
      const { present, sandbox } = behaviour
      const { to_status } = call.body as { to_status: string }
      const before = orderOf(call)
      checkAdvance(behaviour, before, to_status)
      const documents = await makeDelivery(call.services, before, to_status)
      const order = orderOf(call)
      const decision = advance(domainContext(call), order, to_status, documents, store.revisionsOf(order.id))
      const body = orderBody(call, await commit(call.services, decision))
      const previous = present.statusName(order.status.code, call.company)
      return answer(call, 'advanceOrder', sandbox.answered(body, previous))
    }),
})
