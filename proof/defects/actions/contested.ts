// Calls on one order that come together.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Behaviour } from '../../../simulator/behaviour/behaviour.ts'

const raced = new Set(['amendOrder', 'holdOrder', 'cancelOrder', 'advanceOrder', 'resumeOrder'])

/** Orders on which a call began before another was carried out. Each waits a moment, so that calls sent together meet. */
export const contested = ({ idempotency }: Behaviour): ReadonlySet<string> => {
  const open = new Map<string, number>()
  const orders = new Set<string>()
  const { around } = idempotency
  idempotency.around = async (operationId, call, work) => {
    const id = /ord_[^/?]+/.exec(call.request.url ?? '')?.[0] ?? ''
    if (!raced.has(operationId)) return around(operationId, call, work)
    open.set(id, (open.get(id) ?? 0) + 1)
    if (open.get(id)! > 1) orders.add(id)
    await pause(10)
    await nextTurn()
    try {
      return await around(operationId, call, work)
    } finally {
      open.set(id, open.get(id)! - 1)
      if (open.get(id) === 0) orders.delete(id)
    }
  }
  return orders
}
