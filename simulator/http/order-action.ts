// What hold, resume and cancel have in common on the wire (Endpoints / POST /orders/{order_id}/hold, /resume, /cancel).
import type { Answer } from '../behaviour/wire.ts'
import type { DomainContext } from '../domain/context.ts'
import type { Decision } from '../domain/decision.ts'
import type { Order } from '../domain/records.ts'
import { commit } from '../office.ts'
import type { Call } from './operation.ts'
import { answer, domainContext, orderOf } from './operation.ts'

type Action = (context: DomainContext, order: Order, reason: string | null) => Decision

export const actOn = async (call: Call, id: string, action: Action): Promise<Answer> => {
  const { present } = call.services.behaviour
  const before = orderOf(call)
  const { reason } = call.body as { reason?: string | null }
  const given = reason && reason.trim() !== '' ? reason : null
  const after = await commit(call.services, action(domainContext(call), before, given))
  const previous = after.previous_status
  return answer(call, id, {
    id: after.id,
    order_number: after.order_number,
    status: present.status(after.status, call.company),
    previous_status: previous === null ? null : present.statusName(previous, call.company),
  })
}
