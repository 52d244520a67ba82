// An event is in the feed until it is thirty days old, whatever became of its delivery: the clock is moved to the last hour of that.
import { deadLetter } from '../../scenarios/dead-letter.ts'
import { afterwards } from '../../scenarios/afterwards.ts'
import { silence } from '../../scenarios/undelivered-events.ts'
import { runEvents, type RunEvents } from '../../scenarios/run-events.ts'
import { derived } from '../../evidence/seen.ts'
import { findEvent, readFeed, recordsOf, type SeenEvent } from '../../steps/events-of.ts'
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { requireSuccess, succeeded } from '../../steps/read.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const rules = ['feed.retention-30-days', 'feed.holds-every-event']
const hour = 3_600

/** An event that was not delivered, and the one right before it, both no older than the oldest that the feed must still hold. */
const undelivered = ({ events, records }: RunEvents, status: string, oldest: SeenEvent) => {
  const isFit = (index: number): boolean =>
    records[index]!.status === status && Date.parse(events[index - 1]!.createdAt) >= Date.parse(oldest.createdAt)
  const index = events.findIndex((_event, at) => at > 0 && isFit(at))
  return index < 0 ? null : { before: events[index - 1]!, event: events[index]! }
}

export default check({
  id: 'feed.retention-is-30-days',
  verifies: rules,
  needs: ['orders', 'sandbox', 'control'],
  phase: 'last',
  async run(context) {
    const { client, expect, shared, control, now } = context
    const kept = limits().event_retention_days * 24 * hour - hour
    const { placed, events } = await shared(exampleSequence)
    if (context.receiver) {
      await afterwards(context, silence)
      await afterwards(context, deadLetter)
    }
    // The walk through the feed of the run comes before the clock is moved, so that time takes nothing from it.
    const whole = await shared(runEvents)
    const event = findEvent(events, { type: 'order.created' })
    if (!event) throw blocked('no-event-of-order', placed.answer)
    const age = (now() - Date.parse(event.createdAt)) / 1000
    if (age > kept) throw blocked('retention-over', placed.answer)
    await control!.advanceClock(Math.floor(kept - age))
    // A sandbox that clears orders away may refuse to filter by one that is gone; its events are behind the first one.
    const filtered = await client.call('listEvents', {
      query: { order_id: placed.id, per_page: limits().per_page_max },
    })
    const query = succeeded(filtered) ? { order_id: placed.id } : { after: event.id }
    const pages = await readFeed(context, query)
    const ids = recordsOf(pages).map(({ id }) => id)
    const isDue = ({ id, via }: SeenEvent) => via === 'feed' && (query.after === undefined || id > query.after)
    const gone = events.filter((one) => isDue(one) && !ids.includes(one.id)).map(({ id }) => id)
    expect(rules).equal(derived(gone, ...pages), [])
    for (const status of ['not_subscribed', 'dead_lettered']) {
      const found = undelivered(whole, status, event)
      if (!found) continue
      const next = requireSuccess(await client.call('listEvents', { query: { after: found.before.id, per_page: 1 } }))
      expect(rules).equal(
        derived(
          recordsOf([next]).map(({ id }) => id),
          next,
        ),
        [found.event.id],
      )
    }
  },
})
