// An order for which a later due date is asked for, an earlier one, and one in the past.
import type { Scenario } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { comingDueDate } from '../generate/due-dates.ts'
import { amend, isUnusable, madeUpPatch, sendAmendment, type Amended } from '../steps/amend.ts'
import { placeOrder } from '../steps/place-order.ts'
import { succeeded } from '../steps/read.ts'
import { getPage } from '../steps/walk-pages.ts'

type DueDateRequests = {
  id: string
  created: Answered
  /** The last of them was refused where they are fewer than two. */
  asked: (Amended & { date: string })[]
  /** The list that the order is in, right after the first request; null where that was refused. */
  listed: Answered | null
  /** An amendment under a made-up name, sent where a request was refused as one that cannot be used. */
  madeUp: Answered | null
  past: Answered | null
}

const week = 7 * 86_400_000

export const dueDateRequests: Scenario<DueDateRequests> = {
  id: 'due-date-requests',
  async run(context) {
    const [early, placed, late] = [0, week, 2 * week].map((more) => comingDueDate(context.now() + more))
    const { id, body, answer: created } = await placeOrder(context, { change: { due_date: placed! } })
    const asked: DueDateRequests['asked'] = []
    let listed: DueDateRequests['listed'] = null
    // Beside what is amended at once a date is a request all the same.
    for (const [date, beside] of [
      [late!, {}],
      [early!, { loan: { number: context.marker() } }],
    ] as const) {
      // Its creation shows the order as reading it does.
      const amended = await amend(context, id, { due_date: date, ...beside }, asked.at(-1)?.after ?? created)
      asked.push({ ...amended, date })
      if (succeeded(amended.answer)) {
        listed ??= await getPage(context, {
          operationId: 'listOrders',
          query: { lender_reference: body.lender_reference },
        })
        continue
      }
      const madeUp = isUnusable(amended.answer) ? await sendAmendment(context, id, madeUpPatch(context.marker())) : null
      return { id, created, asked, listed, madeUp, past: null }
    }
    return {
      id,
      created,
      asked,
      listed,
      madeUp: null,
      past: await sendAmendment(context, id, { due_date: '2001-01-31' }),
    }
  },
}
