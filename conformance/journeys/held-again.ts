// An order held in `new`, resumed, advanced, and held a second time in the status that it had by then.
import type { Journey } from '../run/context.ts'
import { permitted } from '../steps/act.ts'
import { advance } from '../steps/advance.ts'
import { newOrder } from '../steps/place-order.ts'
import { must, succeeded } from '../steps/read.ts'
import { settleOrder } from '../steps/settle-order.ts'
import type { Answered } from '../target/exchange.ts'

export type HeldAgain = {
  id: string
  /** The answer to the first resume. */
  resumed: Answered
  /** What the advance after it was answered, and the order as it was then. */
  advanced: Awaited<ReturnType<typeof advance>>
  /** The second hold and resume, and the order at rest; null where one of them was refused. */
  again: { hold: Answered; settled: Answered } | null
}

const secondly = async (...[context, id]: Parameters<typeof settleOrder>): Promise<HeldAgain['again']> => {
  const hold = await permitted(context, 'hold', id, 'The borrower is away once more.')
  if (!succeeded(hold)) return null
  const resume = await permitted(context, 'resume', id, 'The borrower is back for good.')
  return succeeded(resume) ? { hold, settled: await settleOrder(context, id) } : null
}

export const heldAgain: Journey<HeldAgain> = {
  id: 'held-again',
  async run(context) {
    const { id } = await newOrder(context)
    must(await permitted(context, 'hold', id, 'The borrower is away.'), 'the order could not be held')
    const resumed = must(await permitted(context, 'resume', id, 'The borrower is back.'), 'the hold did not end')
    // Back in `new` by now or not: either way it can be advanced.
    const advanced = await advance(context, id, 'borrower_contacted')
    const again = succeeded(advanced.answer) ? await secondly(context, id) : null
    return { id, resumed, advanced, again }
  },
}
