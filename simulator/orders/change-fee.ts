// The fee charged changes, or a quote arrives (Events).
import { touch, unchanged } from './change-order.ts'
import type { DomainContext } from './context.ts'
import type { Decision } from '../domain/decision.ts'
import { sequence } from '../domain/decision.ts'
import type { Order } from '../domain/records.ts'

export const changeFee = (
  { behaviour, now }: DomainContext,
  order: Order,
  fee: string | null,
  reason: string | null,
): Decision => {
  const next = touch(order, { fees: { ...order.fees, appraisal_fee: fee } }, now)
  const data = behaviour.events.feeChanged(next, order.fees.appraisal_fee, reason)
  return { order: next, raised: [{ type: 'order.fee_changed', order: next, data }] }
}

/** A cancellation, and what the company charges from then on. */
export const withFeeAfterCancel = (context: DomainContext, cancelled: Decision): Decision => {
  const { order } = cancelled
  const fee = context.behaviour.lifecycle.feeAfterCancel(order)
  const isSame = fee === order.fees.appraisal_fee
  return sequence(cancelled, isSame ? unchanged(order) : changeFee(context, order, fee, 'The order was cancelled.'))
}
