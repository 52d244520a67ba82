// What hold, resume and cancel have in common on the wire (Endpoints / POST /orders/{order_id}/hold, /resume, /cancel).
import type { ActionId } from '../behaviour/actions.ts'
import type { Answer } from '../behaviour/wire.ts'
import type { DomainContext } from '../orders/context.ts'
import type { Decision } from '../domain/decision.ts'
import type { Order } from '../domain/records.ts'
import { commit } from '../engine/commit.ts'
import type { Call } from './operation.ts'
import { answer, domainContext, orderBody, orderOf } from './operation.ts'

type Action = (context: DomainContext, order: Order, reason: string | null) => Decision

export const actOn = async (call: Call, id: ActionId, action: Action): Promise<Answer> => {
  const { actions, present } = call.services.behaviour
  const before = orderOf(call)
  const reason = actions.reason(id, call.body as { reason?: string | null })
  const decision = action(domainContext(call), before, reason)
  call.afterDecision()
  const after = await commit(call.services, decision)
  const shown = actions.shown(id, before, after)
  const previous = actions.previous(id, before, after)
  const body = actions.body(id, {
    id: after.id,
    order_number: after.order_number,
    status: present.status(shown.status, call.company),
    previous_status: previous === null ? null : present.statusName(previous, call.company),
    whole: () => orderBody(call, shown),
  })
  return answer(call, id, body)
}
