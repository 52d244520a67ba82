// An order cancelled out of `new`, and what it refuses afterwards: shared by the checks of cancel.
import type { Journey } from '../run/context.ts'
import type { Answered } from '../target/exchange.ts'
import { permitted, tryAct, type Refused } from './act.ts'
import { awaitEvents, type SeenEvent } from './events-of.ts'
import { awaitStatus } from './order-state.ts'
import { newOrder } from './place-order.ts'
import { succeeded } from './read.ts'

export type CancelledOrder = {
  id: string
  reason: string
  /** A resume of the order while it was new. */
  early: Refused
  cancel: Answered
  cancelled: Answered
  refused: { hold: Refused; resume: Refused; cancel: Refused } | null
  events: SeenEvent[]
}

export const cancelledOrder: Journey<CancelledOrder> = {
  id: 'cancelled-order',
  async run(context) {
    const { id } = await newOrder(context)
    const early = await tryAct(context, 'resume', id, 'a resume of an order that is not held')
    const reason = `The sale fell through (${context.marker()}).`
    const cancel = await permitted(context, 'cancel', id, reason)
    const cancelled = await awaitStatus(context, id, ['cancelled'])
    const journey: CancelledOrder = { id, reason, early, cancel, cancelled, refused: null, events: [] }
    if (!succeeded(cancel)) return journey
    const hold = await tryAct(context, 'hold', id, 'a hold of a cancelled order', cancelled)
    const resume = await tryAct(context, 'resume', id, 'a resume of a cancelled order', hold.after)
    const again = await tryAct(context, 'cancel', id, 'a second cancel', resume.after)
    journey.refused = { hold, resume, cancel: again }
    journey.events = await awaitEvents(context, id, { type: 'order.cancelled' })
    return journey
  },
}
