// Hold, resume and cancel (Endpoints / POST /orders/{order_id}/hold, /resume, /cancel; States / Refusals).
import type { DomainContext } from './context.ts'
import type { Decision } from './decision.ts'
import { moveStatus } from './change-order.ts'
import type { Order } from './records.ts'
import { Refusal } from './refusal.ts'

/** 409 with the current status at top level and in the details. */
export const refusedByStatus = (order: Order, action: string, value: string = order.status.code): Refusal =>
  new Refusal('action_not_allowed_in_status', `An order in status ${order.status.code} cannot be ${action}.`, {
    currentStatus: order.status.code,
    details: [
      { field: 'status', code: 'current_status', value, message: `the order is in status ${order.status.code}` },
    ],
  })

/** The move of an action with the event that is its own. */
export const act = (
  context: DomainContext,
  order: Order,
  to: string,
  type: string,
  reason: string | null,
  change: Partial<Order>,
): Decision => {
  const { behaviour, company } = context
  return moveStatus(context, order, to, {
    change,
    own: (moved) => [{ type, order: moved, data: behaviour.events.action(behaviour.present, moved, company, reason) }],
    note: reason,
  })
}

export const holdOrder = (context: DomainContext, order: Order, reason: string | null): Decision => {
  const { lifecycle } = context.behaviour
  if (!lifecycle.mayHold(order)) throw refusedByStatus(order, 'put on hold')
  const change = { previous_status: lifecycle.remembered(order) }
  return act(context, order, lifecycle.afterHold(order), 'order.on_hold', reason, change)
}

export const resumeOrder = (context: DomainContext, order: Order, reason: string | null): Decision => {
  const { lifecycle } = context.behaviour
  if (!lifecycle.mayResume(order)) throw refusedByStatus(order, 'resumed')
  return act(context, order, lifecycle.afterResume(order), 'order.resumed', reason, {})
}

export const cancelOrder = (context: DomainContext, order: Order, reason: string | null): Decision => {
  const { lifecycle } = context.behaviour
  if (!lifecycle.mayCancel(order)) throw refusedByStatus(order, 'cancelled')
  const change = { previous_status: lifecycle.remembered(order) }
  return act(context, order, lifecycle.afterCancel(order), 'order.cancelled', reason, change)
}

/** The end of a transitional status: back to the working status (States / Order status catalog). */
export const settleOrder = (context: DomainContext, order: Order): Decision =>
  moveStatus(context, order, context.behaviour.lifecycle.afterRest(order), { change: { previous_status: null } })
