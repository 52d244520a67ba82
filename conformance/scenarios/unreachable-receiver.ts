// A real event and a specimen sent to an address where nobody answers, of an order that is cancelled before the event is sent again.
import type { Scenario } from '../kit/context.ts'
import { act } from '../steps/act.ts'
import { deadAddress } from '../steps/dead-address.ts'
import { deliveryRecords, type DeliveryRecord } from '../steps/delivery-record.ts'
import { readFeed } from '../steps/events-of.ts'
import { newOrder } from '../steps/place-order.ts'
import { succeeded } from '../steps/read.ts'
import { announcedMs, isSecondDue } from '../steps/second-retry.ts'
import { receiverOf, restoring, setWebhook } from '../steps/set-webhook.ts'
import type { Answered } from '../evidence/exchange.ts'
import { notTested, reason } from '../evidence/inconclusive.ts'
import { retrySchedule } from '../contract/limits.ts'
import { runAfter } from './run-after.ts'
import { silence } from './undelivered-events.ts'

type UnreachableReceiver = {
  id: string
  /** The call that set that address alone. */
  set: Answered
  specimen: Answered
  /** The record of the event once an attempt was over; undefined when the feed has none. */
  record: DeliveryRecord | undefined
  feed: Answered[]
  /** The call that set our own address again. */
  restored: Answered
}

/** Counted, and another one announced: an attempt under way may be booked otherwise. */
const isOver = (record: DeliveryRecord | undefined): boolean =>
  record !== undefined && (record.attempts > 1 || (record.attempts === 1 && isSecondDue(announcedMs(record))))

export const unreachableReceiver: Scenario<UnreachableReceiver> = {
  id: 'unreachable-receiver',
  async run(context) {
    await runAfter(context, silence)
    const url = await deadAddress(receiverOf(context).url)
    const { done, restored } = await restoring(context, async () => {
      const set = await setWebhook(context, { url })
      if (!succeeded(set)) throw notTested(reason('dead-address-refused', { url }))
      const specimen = await context.client.call('testWebhook', { json: { type: 'order.on_hold' } })
      const { id } = await newOrder(context)
      const recordOf = (pages: Answered[]) => deliveryRecords(pages).find(({ type }) => type === 'order.created')
      const feed = await context.eventually(
        () => readFeed(context, { order_id: id }),
        (pages) => isOver(recordOf(pages)),
        // Some addresses refuse no connection, and keep the sender waiting.
        context.patience.feed + 1000 * retrySchedule().timeoutSeconds,
      )
      return { id, set, specimen, feed, record: recordOf(feed) }
    })
    // The news of an order are owed whatever becomes of it.
    await act(context, 'cancel', done.id, 'nobody waits for it any longer')
    return { restored, ...done }
  },
}
