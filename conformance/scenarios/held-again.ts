// An order held in `new`, resumed, advanced, and held a second time in the status that it had by then, where a cancel is tried.
import type { Scenario } from '../kit/context.ts'
import { act, permitted } from '../steps/act.ts'
import { advance } from '../steps/advance.ts'
import { awaitEvents, type SeenEvent } from '../steps/events-of.ts'
import { readOrder, statusOf } from '../steps/order-state.ts'
import { newOrder } from '../steps/place-order.ts'
import { requireSuccess, succeeded } from '../steps/read.ts'
import { settleOrder } from '../steps/settle-order.ts'
import type { Answered } from '../evidence/exchange.ts'

/** Where the order is held the second time: its report was sent back before it was delivered. */
export const advancedTo = 'report_rejected_for_correction'

type HeldAgain = {
  id: string
  /** The first hold, which gives no reason. */
  bare: Answered
  /** The answer to the first resume, or the order right after it where that shows no status. */
  resumed: Answered
  /** What the advance after it was answered, and the order as it was then. */
  advanced: Awaited<ReturnType<typeof advance>>
  /** The second hold, where it was refused. */
  refused: Answered | null
  /**
   * The second hold with its reason, the resume, the order at rest and all that was raised by then; null where one of
   * them was refused.
   */
  again: { hold: Answered; reason: string; resume: Answered; settled: Answered; events: SeenEvent[] } | null
}

const raisedTwice = ['order.on_hold', 'order.resumed'].flatMap((type) => [{ type }, { type }])

const secondly = async (
  ...[context, id]: Parameters<typeof settleOrder>
): Promise<Pick<HeldAgain, 'refused' | 'again'>> => {
  const reason = `The borrower is away once more (${context.marker()}).`
  const hold = await permitted(context, 'hold', id, reason)
  if (!succeeded(hold)) return { refused: hold, again: null }
  // What is refused leaves the status to come back to.
  await act(context, 'cancel', id, 'A cancel while on hold.')
  const resume = await permitted(context, 'resume', id, 'The borrower is back for good.')
  if (!succeeded(resume)) return { refused: null, again: null }
  const settled = await settleOrder(context, id)
  const events = await awaitEvents(context, id, ...raisedTwice)
  return { refused: null, again: { hold, reason, resume, settled, events } }
}

export const heldAgain: Scenario<HeldAgain> = {
  id: 'held-again',
  async run(context) {
    const { id } = await newOrder(context)
    const bare = await permitted(context, 'hold', id)
    if (!succeeded(bare)) requireSuccess(await permitted(context, 'hold', id, 'The borrower is away.'))
    const answer = requireSuccess(await permitted(context, 'resume', id, 'The borrower is back.'))
    const resumed = statusOf(answer) === undefined ? await readOrder(context, id) : answer
    // Back in `new` by now or not: either way it can be advanced.
    const advanced = await advance(context, id, advancedTo)
    const second = succeeded(advanced.answer) ? await secondly(context, id) : { refused: null, again: null }
    return { id, bare, resumed, advanced, ...second }
  },
}
