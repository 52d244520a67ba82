// An order cancelled out of `new`, and a file that came after that: shared by the checks of cancel.
import type { Scenario } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { permitted } from '../steps/act.ts'
import { awaitEvents, type SeenEvent } from '../steps/events-of.ts'
import { awaitStatus } from '../steps/order-state.ts'
import { newOrder } from '../steps/place-order.ts'
import { passTime } from '../steps/pass-time.ts'
import { succeeded } from '../steps/read.ts'
import { otherForms } from '../steps/tiny-files.ts'
import { uploadFile } from '../steps/upload-file.ts'

type CancelledOrder = {
  id: string
  reason: string
  cancel: Answered
  cancelled: Answered
  events: SeenEvent[]
  /** Evidence for a revision request of a cancelled order is uploaded first; null where the order could not be cancelled. */
  upload: Answered | null
}

export const cancelledOrder: Scenario<CancelledOrder> = {
  id: 'cancelled-order',
  async run(context) {
    const { id } = await newOrder(context)
    const reason = `The sale fell through (${context.marker()}).`
    const cancel = await permitted(context, 'cancel', id, reason)
    const cancelled = await awaitStatus(context, id, ['cancelled'])
    const scenario: CancelledOrder = { id, reason, cancel, cancelled, events: [], upload: null }
    if (!succeeded(cancel)) return scenario
    scenario.events = await awaitEvents(context, id, { type: 'order.cancelled' })
    // So much later that it shows in `updated_at`.
    if (context.control) await passTime(context, 3)
    scenario.upload = await uploadFile(context, id, { kind: 'supporting', file: otherForms().jpeg })
    return scenario
  },
}
