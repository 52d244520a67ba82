// Every event of the orders of this run reaches our receiver, signed, with the endpoint that was configured.
import { absent, atMost, oneOf } from '../../evidence/expected.ts'
import { runEvents, type RunEvents } from '../../scenarios/run-events.ts'
import { envelopeOf } from '../../evidence/delivery.ts'
import { rightSignature } from '../../evidence/signature-fault.ts'
import { computedFrom, seenSignature } from '../../evidence/seen.ts'
import { awaitDelivery } from '../../steps/events-of.ts'
import { webhookIsOurs } from '../../steps/own-webhook.ts'
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { heldOrder } from '../../scenarios/held-order.ts'
import { expectSent } from '../../steps/expect-sent.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const arrives = ['delivery.subscribed-event-is-delivered', 'delivery.attempt-1-when-raised']
const star = 'webhooks.star-subscribes-to-every-type'
const real = 'delivery.test-is-not-true-on-a-real-event'
const signed = 'sandbox.advance-events-are-delivered-signed'

// An attempt under way may be booked as failed for the time being: ten seconds of it, a minute, and something to spare.
const secondAttemptMs = 90_000

type Lateness = { late: number; source: string }

/** How late the promptest first attempt of each type was; where none was made, how overdue the one is that is so most. */
const latenessOf = ({ events, records }: RunEvents): Map<string, Lateness> => {
  const raised = new Map(events.map(({ id, createdAt }) => [id, Date.parse(createdAt)]))
  const latest = Math.max(...records.map(({ lastAttemptAt }) => lastAttemptAt ?? 0))
  const promptest = new Map<string, Lateness>()
  const overdue = new Map<string, Lateness>()
  for (const { eventId, type, status, attempts, lastAttemptAt, nextAttemptAt, source } of records) {
    const since = raised.get(eventId)
    if (status === 'not_subscribed' || since === undefined) continue
    if (attempts === 1 && lastAttemptAt !== null) {
      const late = Math.max(0, lastAttemptAt - since)
      if (late < (promptest.get(type)?.late ?? Infinity)) promptest.set(type, { late, source })
    } else if (attempts === 0 && nextAttemptAt !== null) {
      // One that was just raised shows nothing yet, unless it is put off for longer than until a second attempt.
      const late = Math.max(0, latest - since, nextAttemptAt - since - secondAttemptMs)
      if (late >= (overdue.get(type)?.late ?? 0)) overdue.set(type, { late, source })
    }
  }
  return new Map([...overdue, ...promptest])
}

export default check({
  id: 'delivery.every-event-is-delivered',
  verifies: [...arrives, star, signed, real],
  needs: ['orders', 'sandbox', 'receiver'],
  phase: 'last',
  async run(context) {
    const { shared, expect, patience, receiver } = context
    const { placed, events } = await shared(exampleSequence)
    // What comes to the order after its sequence may have met another configuration of the webhook.
    const end = Math.max(...events.map(({ createdAt }) => Date.parse(createdAt)))
    const records = (await shared(runEvents)).events.filter(({ data }) => data['order_id'] === placed.id)
    const raised = records.filter(({ createdAt }) => !(Date.parse(createdAt) > end))
    if (raised.length === 0) throw blocked('no-event-of-sequence')
    const delivered = receiver?.inbox.all.length ?? 0
    const came = new Set((receiver?.inbox.all ?? []).map((one) => envelopeOf(one).id))
    if (raised.some(({ id }) => !came.has(id))) await webhookIsOurs(context)
    for (const record of raised) {
      const { id, type, source } = record
      const delivery = await awaitDelivery(context, record)
      const shown = computedFrom(delivery ? `${type} ${id}` : undefined, { id: delivery?.id ?? source })
      const seen = { ...shown, failure: { kind: 'missing_event', key: type } as const }
      expect(arrives).that(seen, () => delivery !== undefined, `${type} ${id}`)
      // Where nothing comes at all, it is not for the subscription.
      if (delivered > 0) expect(star).that(seen, () => delivery !== undefined, `${type} ${id}`)
      if (!delivery) continue
      const { test } = envelopeOf(delivery)
      expect(real).that(computedFrom(test, delivery), () => test !== true, oneOf([absent, false]))
      expect(signed).equal(seenSignature(delivery), rightSignature)
    }
    // What comes of itself, as the end of a hold, is sent like what is done.
    for (const event of (await shared(heldOrder)).events) await expectSent(context, event)
    // Of every type of the run the promptest will do: one event may be late for many reasons, a type for none.
    for (const [type, { late, source }] of latenessOf(await shared(runEvents)))
      expect('delivery.attempt-1-when-raised').that(
        { value: `${Math.round(late / 1000)} s after ${type}`, requests: [source] },
        () => late <= patience.delivery,
        atMost(`${Math.round(patience.delivery / 1000)} s after ${type}`),
      )
  },
})
