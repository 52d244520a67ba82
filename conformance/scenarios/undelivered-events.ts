// Events that are not to be delivered: of a type not subscribed to, and while delivery is switched off.
import { envelopeOf, orderOf, type Delivery } from '../evidence/delivery.ts'
import { fieldsIn } from '../evidence/parts.ts'
import { comingDueDate } from '../generate/due-dates.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import { feeChanged } from '../model/terms.ts'
import { permitted } from '../steps/act.ts'
import { findEvent, readFeed, recordsOf, type Wanted } from '../steps/events-of.ts'
import { isPossible } from '../steps/is-possible.ts'
import { newOrder, placeOrder } from '../steps/place-order.ts'
import { requireSuccess, succeeded } from '../steps/read.ts'
import { receiverOf, restoring, setWebhook } from '../steps/set-webhook.ts'
import type { Answered } from '../evidence/exchange.ts'
import { narrow, webhookConfiguration } from './webhook-configuration.ts'

type Silence = {
  /** The order whose hold was not subscribed to, and whose resume was. */
  heldId: string
  /** The delivery of the subscribed event; undefined when it did not come. */
  resumed: Delivery | undefined
  resume: Answered
  /** What befell that order while its events were not subscribed to. */
  unsubscribed: Wanted[]
  /** The delivery of the reply to its revision request, which was subscribed to; undefined when it did not come. */
  responded: Delivery | undefined
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

const feedWith = (context: StepContext, orderId: string, ...wanted: Wanted[]): Promise<Answered[]> =>
  context.eventually(
    () => readFeed(context, { order_id: orderId }),
    (pages) => wanted.every((one) => findEvent(recordsOf(pages), one) !== undefined),
    context.patience.feed,
  )

/** What the company alone does to an order. */
const companysMoves = (context: StepContext): { wanted: Wanted; path: string; body: object }[] => [
  {
    wanted: { type: 'order.message_posted' },
    path: 'messages',
    body: { from: 'manager', body: 'The plat map is on its way.' },
  },
  { wanted: { type: feeChanged }, path: 'fee', body: { appraisal_fee: '777.25', reason: 'A longer drive.' } },
  {
    wanted: { type: 'order.due_date_changed' },
    path: 'due-date',
    body: { due_date: comingDueDate(context.now() + 14 * 86_400_000) },
  },
]

/** A report, a request against it and the revised report, and what the company can be asked for: their events, where they were taken. */
const work = async (context: StepContext, id: string): Promise<Wanted[]> => {
  const { client, control, environment } = context
  const params = { order_id: id }
  const raised: Wanted[] = []
  for (const { wanted, path, body } of control ? companysMoves(context) : [])
    if (await isPossible(control!.ask('POST', `/orders/${id}/${path}`, body))) raised.push(wanted)
  if (environment !== 'sandbox') return raised
  const moveTo = (to_status: string) => client.call('advanceOrder', { params, json: { to_status } })
  if (!succeeded(await moveTo('report_complete'))) return raised
  raised.push({ type: 'order.completed', fits: ({ revision }) => revision !== true })
  const json = { kind: 'correction', reason: `The porch is missing (${context.marker()}).` }
  if (!succeeded(await client.call('createRevisionRequest', { params, json }))) return raised
  raised.push({ type: 'order.revision_requested' })
  if (!succeeded(await moveTo('revised_report_complete'))) return raised
  const ofReport = ({ document }: Record<string, unknown>): boolean =>
    String(fieldsIn(document)['kind']).startsWith('report_')
  return [
    ...raised,
    { type: 'order.completed', fits: ({ revision }) => revision === true },
    { type: 'order.document_added', fits: ofReport },
  ]
}

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
    const { done } = await restoring(context, async () => {
      requireSuccess(await setWebhook(context, { events: narrow }))
      const { id: heldId } = await newOrder(context)
      requireSuccess(await permitted(context, 'hold', heldId, 'not subscribed'))
      const resume = requireSuccess(await permitted(context, 'resume', heldId, 'subscribed'))
      const isResumed = (delivery: Delivery) =>
        orderOf(delivery) === heldId && envelopeOf(delivery).type === 'order.resumed'
      const resumed = await awaitLate(context, isResumed)
      const unsubscribed = [{ type: 'order.created' }, { type: 'order.on_hold' }, ...(await work(context, heldId))]
      const isResponse = (delivery: Delivery) =>
        orderOf(delivery) === heldId && envelopeOf(delivery).type === 'order.revision_responded'
      const isOwed = unsubscribed.some(({ type }) => type === 'order.revision_requested')
      const responded = isOwed ? await inbox.wait(isResponse, context.patience.feed) : undefined
      requireSuccess(await setWebhook(context, { enabled: false, events: ['*'] }))
      const { id: unheardId, answer: unheard } = await placeOrder(context)
      const isUnheard = (delivery: Delivery) => orderOf(delivery) === unheardId
      await inbox.wait(isUnheard, silenceMs)
      return {
        heldId,
        resume,
        resumed,
        unsubscribed,
        responded,
        unheardId,
        unheard,
        heard: inbox.all.filter(isUnheard),
      }
    })
    const held = await feedWith(context, done.heldId, ...done.unsubscribed)
    const disabled = await feedWith(context, done.unheardId, { type: 'order.created' })
    return { held, disabled, ...done }
  },
}
