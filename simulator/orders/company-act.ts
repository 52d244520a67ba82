// Hold, resume and cancel for the company's own reasons: wider than what the lender may do (States / Transitions).
import { act } from './act-on-order.ts'
import { withFeeAfterCancel } from './change-fee.ts'
import type { DomainContext } from './context.ts'
import type { Decision } from '../domain/decision.ts'
import type { Order } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'

/** 409 on the control port: a sentence on the order's state and on what to do. */
export const conflict = (order: Order, sentence: string): Refusal =>
  new Refusal('conflict', sentence, { status: 409, currentStatus: order.status.code })

/** Neither cancelled nor finished: held orders and open corrections count as open. */
const isOpen = (order: Order): boolean =>
  !['cancelled', 'report_complete', 'revised_report_complete'].includes(order.status.code)

const closed = (order: Order, action: string): Refusal =>
  conflict(order, `An order can be ${action} while it is open; this one is ${order.status.code}.`)

export const companyHold = (context: DomainContext, order: Order, reason: string | null): Decision => {
  if (!isOpen(order)) throw closed(order, 'put on hold')
  if (order.status.code === 'on_hold') throw conflict(order, 'The order is on hold already; resume it first.')
  const { lifecycle } = context.behaviour
  const change = { previous_status: lifecycle.remembered(order) }
  return act(context, order, lifecycle.afterHold(order), 'order.on_hold', reason, change)
}

export const companyResume = (context: DomainContext, order: Order, reason: string | null): Decision => {
  const { code } = order.status
  if (code !== 'on_hold') throw conflict(order, `Only an order on hold can be resumed; this one is ${code}.`)
  return act(context, order, context.behaviour.lifecycle.afterResume(order), 'order.resumed', reason, {})
}

/** A held order remembers the status that it was held in: `reactivated` leads back to work, not to the hold. */
export const companyCancel = (context: DomainContext, order: Order, reason: string): Decision => {
  const { lifecycle } = context.behaviour
  if (!lifecycle.mayCompanyCancel(order)) throw closed(order, 'cancelled')
  const isHeld = order.status.code === 'on_hold'
  const change = { previous_status: isHeld ? order.previous_status : lifecycle.remembered(order) }
  return withFeeAfterCancel(
    context,
    act(context, order, lifecycle.afterCancel(order), 'order.cancelled', reason, change),
  )
}
