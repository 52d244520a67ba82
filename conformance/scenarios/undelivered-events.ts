// Events that are not to be delivered: of a type not subscribed to, and while delivery is switched off.
import { envelopeOf, orderOf, type Delivery } from '../evidence/delivery.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import { permitted } from '../steps/act.ts'
import { findEvent, readFeed, recordsOf } from '../steps/events-of.ts'
import { newOrder, placeOrder } from '../steps/place-order.ts'
import { requireSuccess } from '../steps/read.ts'
import { receiverOf, restoring, setWebhook } from '../steps/set-webhook.ts'
import type { Answered } from '../evidence/exchange.ts'
import { narrow, webhookConfiguration } from './webhook-configuration.ts'

type Silence = {
  /** The order whose hold was not subscribed to, and whose resume was. */
  heldId: string
  /** The delivery of the subscribed event; undefined when it did not come. */
  resumed: Delivery | undefined
  resume: Answered
  /** The order that was created while delivery was switched off, and what was delivered of it while it was. */
  unheardId: string
  unheard: Answered
  heard: Delivery[]
  /** The feed of the one and of the other order. */
  held: Answered[]
  disabled: Answered[]
}

// Long enough for a first attempt that is made at once, as all others of the run show; a silence has no event to await.
const silenceMs = 1_500

const feedWith = (context: StepContext, orderId: string, type: string): Promise<Answered[]> =>
  context.eventually(
    () => readFeed(context, { order_id: orderId }),
    (pages) => findEvent(recordsOf(pages), { type }) !== undefined,
    context.patience.feed,
  )

/** A sender that looks for events once a minute makes a first attempt late. */
const awaitLate = async (
  context: StepContext,
  isIt: (delivery: Delivery) => boolean,
): Promise<Delivery | undefined> => {
  const { control, patience } = context
  const { inbox } = receiverOf(context)
  const soon = await inbox.wait(isIt, patience.feed)
  if (soon) return soon
  await control?.advanceClock(60)
  return inbox.wait(isIt, control ? patience.feed : Math.max(0, patience.delivery - patience.feed))
}

export const silence: Scenario<Silence> = {
  id: 'undelivered-events',
  async run(context) {
    await context.shared(webhookConfiguration)
    const { inbox } = receiverOf(context)
    const { id: heldId } = await newOrder(context)
    const isCreated = (delivery: Delivery) =>
      orderOf(delivery) === heldId && envelopeOf(delivery).type === 'order.created'
    await inbox.wait(isCreated, context.patience.feed)
    const { done } = await restoring(context, async () => {
      requireSuccess(await setWebhook(context, { events: narrow }))
      requireSuccess(await permitted(context, 'hold', heldId, 'not subscribed'))
      const resume = requireSuccess(await permitted(context, 'resume', heldId, 'subscribed'))
      const isResumed = (delivery: Delivery) =>
        orderOf(delivery) === heldId && envelopeOf(delivery).type === 'order.resumed'
      const resumed = await awaitLate(context, isResumed)
      requireSuccess(await setWebhook(context, { enabled: false, events: ['*'] }))
      const { id: unheardId, answer: unheard } = await placeOrder(context)
      const isUnheard = (delivery: Delivery) => orderOf(delivery) === unheardId
      await inbox.wait(isUnheard, silenceMs)
      return { resume, resumed, unheardId, unheard, heard: inbox.all.filter(isUnheard) }
    })
    const held = await feedWith(context, heldId, 'order.on_hold')
    const disabled = await feedWith(context, done.unheardId, 'order.created')
    return { heldId, held, disabled, ...done }
  },
}
