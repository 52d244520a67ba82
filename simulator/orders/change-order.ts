// The ways an order changes: a touched copy, and the status move that every action and company move is made of.
import type { DomainContext } from './context.ts'
import type { Decision, Raised } from '../domain/decision.ts'
import type { Order } from '../domain/records.ts'

/** A changed copy whose `updated_at` has moved, even when the clock has not. */
export const touch = (order: Order, change: Partial<Order>, now: number): Order => ({
  ...order,
  ...change,
  updated_at: Math.max(now, order.updated_at + 1),
})

/** Nothing changed and nothing raised: the start of a sequence. */
export const unchanged = (order: Order): Decision => ({ order, raised: [] })

/**
 * Moves an order to a status. `own` is the event that the move itself has (a hold, a delivery): it is raised first, and
 * `order.status_changed` follows when the behaviour says that this event does not stand in for it.
 */
export const moveStatus = (
  { behaviour, now, company }: DomainContext,
  order: Order,
  to: string,
  more: { change?: Partial<Order>; own?: (moved: Order) => Raised[]; note?: string | null } = {},
): Decision => {
  const code = behaviour.lifecycle.landsIn(order, to)
  const changed_at = behaviour.lifecycle.changedAt(order, code, now)
  const label = behaviour.lifecycle.label(code, company)
  const moved = touch(order, { ...more.change, status: { code, changed_at, label } }, now)
  const own = more.own?.(moved) ?? []
  const changed: Raised = {
    type: 'order.status_changed',
    order: moved,
    data: behaviour.events.statusChanged(behaviour.present, moved, company, order.status.code, more.note ?? null),
  }
  return { order: moved, raised: behaviour.events.alsoStatusChanged(own) ? [...own, changed] : own }
}
