// While delivery is switched off, an event that failed before is not sent again, and one given up not even once it is on
// again; and an order cancelled on its way off a hold is still cancelled when that time has passed.
import { refusedBy } from '../../steps/read.ts'
import { deadLetter } from '../../scenarios/dead-letter.ts'
import { gapMs, latenessMs } from '../../steps/second-retry.ts'
import { attemptsAt, envelopeOf, orderOf, type Delivery } from '../../evidence/delivery.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import type { Answered } from '../../evidence/exchange.ts'
import type { CheckContext } from '../../kit/context.ts'
import { act, permitted } from '../../steps/act.ts'
import { readOrder } from '../../steps/order-state.ts'
import { newOrder } from '../../steps/place-order.ts'
import { requireSuccess, succeeded } from '../../steps/read.ts'
import { receiverOf, restoring, setWebhook } from '../../steps/set-webhook.ts'
import { switchedOff } from '../../sut/switched-off.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'webhooks.disabling-stops-delivery'
const stops = 'delivery.delivery-stops-after-the-ninth-failure'
const cancelled = 'actions.cancel-moves-order-to-cancelled'
// Long enough for an attempt that fell due while the clock was moved.
const silenceMs = 500

/** The order that was held, resumed; another one where it is gone: the clock was moved by days, and a sandbox may clear. */
const resumed = async (context: CheckContext, held: string): Promise<{ orderId: string; resume: Answered }> => {
  const off = (id: string) => permitted(context, 'resume', id, 'the news fails, and is then switched off')
  const resume = await off(held)
  if (resume.response.status !== 404 || context.environment !== 'sandbox')
    return { orderId: held, resume: requireSuccess(resume) }
  const { id: orderId } = await newOrder(context)
  receiverOf(context).answers.set(orderId, { kind: 'status', status: 503 })
  requireSuccess(await permitted(context, 'hold', orderId, 'nobody will take the news of this one either'))
  return { orderId, resume: requireSuccess(await off(orderId)) }
}

export default check({
  id: 'webhooks.disabling-stops-retries',
  verifies: [rule, stops, cancelled],
  needs: ['webhook', 'orders', 'control'],
  phase: 'last',
  async run(context) {
    const { expect, shared, control, patience } = context
    // Held, and every delivery of it is refused.
    const { orderId: held, eventId, record, deliveriesInTheEnd } = await shared(deadLetter)
    const { inbox } = receiverOf(context)
    const { orderId, resume } = await resumed(context, held)
    const isResumed = (delivery: Delivery) =>
      orderOf(delivery) === orderId && envelopeOf(delivery).type === 'order.resumed'
    const first = await inbox.wait(isResumed, patience.feed)
    if (!first) throw blocked('failing-event-not-delivered', resume)
    const { id } = envelopeOf(first)
    const cancel = await act(context, 'cancel', orderId, 'nobody waits for the news any longer')
    const { done, restored } = await restoring(context, async () => {
      const off = requireSuccess(await setWebhook(context, { enabled: false }))
      const offAt = off.startedAt + off.ms
      await control!.advanceClock((gapMs() + latenessMs) / 1000)
      const isRetry = (delivery: Delivery) =>
        envelopeOf(delivery).id === id && delivery.id !== first.id && delivery.receivedAt > offAt
      return { off, retry: await inbox.wait(isRetry, silenceMs) }
    })
    const { off, retry } = done
    expect(rule).equal(
      computedFrom(retry ? `${String(id)} again` : 'nothing', off, first, ...(retry ? [retry] : [])),
      'nothing',
    )
    if (record?.status === 'dead_lettered') {
      const known = new Set(attemptsAt(eventId, inbox.all).slice(0, deliveriesInTheEnd))
      const again = await inbox.wait((one) => envelopeOf(one).id === eventId && !known.has(one), silenceMs)
      expect(stops).equal(
        computedFrom(again ? `${eventId} again` : 'nothing', off, restored, ...(again ? [again] : [])),
        'nothing',
      )
    } else expect(stops).notTested('not-dead-lettered')
    if (!succeeded(cancel)) throw switchedOff(cancel) ?? blocked(refusedBy(cancel), cancel)
    expect(cancelled).equal(seen(await readOrder(context, orderId), '/status/code'), 'cancelled')
  },
})
