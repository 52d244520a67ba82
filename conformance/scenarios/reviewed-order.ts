// An order for an unusual property, which the company may review first, and which it then places or cancels as asked.
import type { Scenario, StepContext } from '../kit/context.ts'
import { moveTo } from '../steps/advance.ts'
import { sendAmendment } from '../steps/amend.ts'
import { pickProduct } from '../steps/catalog.ts'
import { awaitEvents, type SeenEvent } from '../steps/events-of.ts'
import { isPossible } from '../steps/is-possible.ts'
import { orderBody } from '../steps/order-body.ts'
import { readOrder, statusOf } from '../steps/order-state.ts'
import { passTime } from '../steps/pass-time.ts'
import { create } from '../steps/place-order.ts'
import { fieldAt, requireSuccess, textAt } from '../steps/read.ts'
import { settleOrder } from '../steps/settle-order.ts'
import { unusualBody } from '../steps/unusual-order.ts'
import type { Answered } from '../evidence/exchange.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import { portWith, type Control } from '../sut/control.ts'

export type ReviewedOrder = {
  answer: Answered
  /** An amendment sent before it was placed, and the instructions that it brought; null where it was not under review. */
  amended: { instructions: string; answer: Answered } | null
  /** Once the company had held and resumed it before it was placed; null where it could not. */
  resumed: Answered | null
  /** After it was placed; null where it was not under review or nobody could place it. */
  placed: Answered | null
  events: SeenEvent[]
}

/** The order back from a hold by the company, or null where the company does not hold what it reviews. */
const heldUnderReview = async (context: StepContext, company: Control, id: string): Promise<Answered | null> => {
  const say = (path: string, reason: string) => company.ask('POST', `/orders/${id}/${path}`, { reason })
  if (!(await isPossible(say('hold', 'The review waits for a survey.')))) return null
  // It may have been resumed already.
  await isPossible(say('resume', 'The survey is there.'))
  return settleOrder(context, id)
}

/** In the sandbox an advance stands for the company, which may have placed the order meanwhile. */
const place = async (context: StepContext, id: string): Promise<void> => {
  try {
    const company = portWith(context, 'placeReviewedOrder')
    await (company ? company.ask('POST', `/orders/${id}/place`, {}) : moveTo(context, id, 'new'))
  } catch (error) {
    if (!(error instanceof Inconclusive) || statusOf(await readOrder(context, id)) === 'pending_review') throw error
  }
}

export const reviewedOrder: Scenario<ReviewedOrder> = {
  id: 'reviewed-order',
  async run(context) {
    const product = await pickProduct(context)
    const body = unusualBody(orderBody(context, product), product)
    const answer = requireSuccess(await create(context, body))
    const id = textAt(answer, '/id')
    if (fieldAt(answer, '/status/code') !== 'pending_review') {
      return { answer, amended: null, resumed: null, placed: null, events: [] }
    }
    const company = portWith(context, 'holdForCompany')
    const instructions = `The bell tower counts too (${context.marker()}).`
    const amended = { instructions, answer: await sendAmendment(context, id, { appraiser_instructions: instructions }) }
    const isPlaceable = portWith(context, 'placeReviewedOrder') !== null || context.environment === 'sandbox'
    const resumed = company && (await heldUnderReview(context, company, id))
    if (isPlaceable && (!resumed || statusOf(resumed) === 'pending_review')) {
      // So that the time of the change is another than that of the creation.
      await passTime(context, 2)
      await place(context, id)
    }
    // An order may be announced in the status that it has before it is placed.
    const isPlaced = (data: Record<string, unknown>) => (data['status'] as { code?: unknown } | null)?.code === 'new'
    const wanted = [
      { type: 'order.created' },
      ...(isPlaceable ? [{ type: 'order.status_changed', fits: isPlaced }] : []),
    ]
    const placed = isPlaceable ? await readOrder(context, id) : null
    return { answer, amended, resumed, placed, events: await awaitEvents(context, id, ...wanted) }
  },
}
