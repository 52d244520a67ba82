// An order cancelled out of `new`, and a file that came after that: shared by the checks of cancel.
import type { Scenario } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { feeChanged } from '../model/terms.ts'
import { permitted } from '../steps/act.ts'
import { awaitEvents, type SeenEvent, type Wanted } from '../steps/events-of.ts'
import { awaitStatus } from '../steps/order-state.ts'
import { newOrder } from '../steps/place-order.ts'
import { passTime } from '../steps/pass-time.ts'
import { fieldAt, succeeded } from '../steps/read.ts'
import { otherForms } from '../steps/tiny-files.ts'
import { uploadFile } from '../steps/upload-file.ts'

type CancelledOrder = {
  id: string
  reason: string
  cancel: Answered
  cancelled: Answered
  /** The event of a fee that is another one since the cancel; null where it is the same. */
  newFee: Wanted | null
  events: SeenEvent[]
  /** Evidence for a revision request of a cancelled order is uploaded first; null where the order could not be cancelled. */
  upload: Answered | null
}

/** A fee may change on a cancel, and has its event then. */
const newFeeOf = (created: Answered, cancelled: Answered): Wanted | null => {
  const [before, after] = [created, cancelled].map((order) => fieldAt(order, '/fees/appraisal_fee'))
  if (before === undefined || typeof after !== 'string' || before === after) return null
  return { type: feeChanged, fits: ({ appraisal_fee: fee }) => fee === after }
}

export const cancelledOrder: Scenario<CancelledOrder> = {
  id: 'cancelled-order',
  async run(context) {
    const { id, answer } = await newOrder(context)
    const reason = `The sale fell through (${context.marker()}).`
    const cancel = await permitted(context, 'cancel', id, reason)
    const cancelled = await awaitStatus(context, id, ['cancelled'])
    const newFee = newFeeOf(answer, cancelled)
    const scenario: CancelledOrder = { id, reason, cancel, cancelled, newFee, events: [], upload: null }
    if (!succeeded(cancel)) return scenario
    scenario.events = await awaitEvents(context, id, { type: 'order.cancelled' }, ...(newFee ? [newFee] : []))
    // So much later that it shows in `updated_at`.
    if (context.control) await passTime(context, 3)
    scenario.upload = await uploadFile(context, id, { kind: 'supporting', file: otherForms().jpeg })
    return scenario
  },
}
