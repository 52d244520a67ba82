// The company sets due date and fee, and answers the due date that a lender asked for (PATCH /orders/{order_id}, rule 1).
import { unchanged } from './change-order.ts'
import { conflict } from './company-act.ts'
import type { DomainContext } from './context.ts'
import type { Decision } from '../domain/decision.ts'
import type { Order } from '../domain/records.ts'
import { changeFee } from './change-fee.ts'
import { changeDueDate } from './work-on-order.ts'

const requested = (order: Order): string => {
  if (order.requested_due_date !== null) return order.requested_due_date
  throw conflict(order, 'The lender has asked for no due date that is still unanswered; set the date instead.')
}

export const setDueDate = (context: DomainContext, order: Order, date: string, by: 'lender' | 'company'): Decision => {
  if (date === order.due_date) throw conflict(order, `The order is due on ${date} already; send another date.`)
  return changeDueDate(context, order, date, by)
}

export const acceptDueDate = (context: DomainContext, order: Order, another: string | undefined): Decision => {
  const asked = requested(order)
  const date = another ?? asked
  if (date === order.due_date) return unchanged({ ...order, requested_due_date: null })
  return changeDueDate(context, order, date, context.behaviour.events.requesterOf(asked, date))
}

/** The date stays, so the lender sees no change; whether the event reports the decline all the same is left open. */
export const declineDueDate = ({ behaviour }: DomainContext, order: Order, announce: boolean): Decision => {
  requested(order)
  const next = { ...order, due_date: behaviour.amendment.dueDateOnceDeclined(order), requested_due_date: null }
  const data = behaviour.events.dueDateChanged(next, order.due_date, 'lender')
  return { order: next, raised: announce ? [{ type: 'order.due_date_changed', order: next, data }] : [] }
}

export const companyFee = (
  context: DomainContext,
  order: Order,
  fee: string | null,
  reason: string | null,
): Decision => {
  if (fee === order.fees.appraisal_fee)
    throw conflict(order, `The fee is ${fee ?? 'unquoted'} already; send another one.`)
  return changeFee(context, order, fee, reason)
}
