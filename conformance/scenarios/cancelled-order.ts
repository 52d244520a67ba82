// An order cancelled out of `new`: shared by the checks of cancel.
import type { Scenario } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { permitted } from '../steps/act.ts'
import { awaitEvents, type SeenEvent } from '../steps/events-of.ts'
import { awaitStatus } from '../steps/order-state.ts'
import { newOrder } from '../steps/place-order.ts'
import { succeeded } from '../steps/read.ts'

type CancelledOrder = {
  id: string
  reason: string
  cancel: Answered
  cancelled: Answered
  events: SeenEvent[]
}

export const cancelledOrder: Scenario<CancelledOrder> = {
  id: 'cancelled-order',
  async run(context) {
    const { id } = await newOrder(context)
    const reason = `The sale fell through (${context.marker()}).`
    const cancel = await permitted(context, 'cancel', id, reason)
    const cancelled = await awaitStatus(context, id, ['cancelled'])
    const scenario: CancelledOrder = { id, reason, cancel, cancelled, events: [] }
    if (!succeeded(cancel)) return scenario
    scenario.events = await awaitEvents(context, id, { type: 'order.cancelled' })
    return scenario
  },
}
