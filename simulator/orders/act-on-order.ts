// Hold, resume and cancel (Endpoints / POST /orders/{order_id}/hold, /resume, /cancel; States / Refusals).
import type { Behaviour } from '../behaviour/behaviour.ts'
import type { ActionName } from '../behaviour/lifecycle.ts'
import { withFeeAfterCancel } from './change-fee.ts'
import type { DomainContext } from './context.ts'
import type { Decision } from '../domain/decision.ts'
import { moveStatus } from './change-order.ts'
import type { Order } from '../domain/records.ts'
import { refusedByStatus } from '../domain/refused-by-status.ts'

const words: Record<ActionName, string> = { hold: 'put on hold', resume: 'resumed', cancel: 'cancelled' }

/** Throws the 409 of an order whose status does not allow the action. */
export const checkAction = ({ lifecycle }: Behaviour, order: Order, action: ActionName): void => {
  const may = { hold: 'mayHold', resume: 'mayResume', cancel: 'mayCancel' } as const
  if (!lifecycle[may[action]](order)) throw refusedByStatus(order, words[action], lifecycle.refusalValue(order, action))
}

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
    own: (moved) => [
      { type, order: moved, data: behaviour.events.action(behaviour.present, moved, company, reason, type) },
    ],
    note: reason,
  })
}

export const holdOrder = (context: DomainContext, order: Order, reason: string | null): Decision => {
  const { lifecycle } = context.behaviour
  checkAction(context.behaviour, order, 'hold')
  const change = { previous_status: lifecycle.remembered(order) }
  return act(context, order, lifecycle.afterHold(order), 'order.on_hold', reason, change)
}

export const resumeOrder = (context: DomainContext, order: Order, reason: string | null): Decision => {
  const { lifecycle } = context.behaviour
  checkAction(context.behaviour, order, 'resume')
  return act(context, order, lifecycle.afterResume(order), 'order.resumed', reason, {})
}

export const cancelOrder = (context: DomainContext, order: Order, reason: string | null): Decision => {
  const { lifecycle } = context.behaviour
  checkAction(context.behaviour, order, 'cancel')
  const change = { previous_status: lifecycle.remembered(order) }
  return withFeeAfterCancel(
    context,
    act(context, order, lifecycle.afterCancel(order), 'order.cancelled', reason, change),
  )
}

/** The end of a transitional status: back to the working status (States / Order status catalog). */
export const settleOrder = (context: DomainContext, order: Order): Decision => {
  const { events, lifecycle } = context.behaviour
  const settled = moveStatus(context, order, lifecycle.afterRest(order), { change: { previous_status: null } })
  return events.settlingRaised ? settled : { ...settled, raised: [] }
}
