// The clock moved to the last hour in which the feed must hold the first events of the run, and what it holds then.
import type { Scenario } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { blocked } from '../evidence/inconclusive.ts'
import { limits } from '../contract/limits.ts'
import { findEvent, readFeed, recordsOf, type SeenEvent } from '../steps/events-of.ts'
import { fieldAt, requireSuccess, succeeded } from '../steps/read.ts'
import { runAfter } from './run-after.ts'
import { deadLetter } from './dead-letter.ts'
import { exampleSequence } from './example-sequence.ts'
import { runEvents, type RunEvents } from './run-events.ts'
import { silence } from './undelivered-events.ts'

type LastHour = {
  pages: Answered[]
  /** Events that must still be there, and are not. */
  gone: string[]
  /** Events that were not delivered, each with the page behind the event before it. */
  undelivered: { event: SeenEvent; next: Answered }[]
}

const hour = 3_600

/** An event that was not delivered, and the one right before it, both no older than the oldest that the feed must still hold. */
const undelivered = ({ events, records }: RunEvents, status: string, oldest: SeenEvent) => {
  const isFit = (index: number): boolean =>
    records[index]!.status === status && Date.parse(events[index - 1]!.createdAt) >= Date.parse(oldest.createdAt)
  const index = events.findIndex((_event, at) => at > 0 && isFit(at))
  return index < 0 ? null : { before: events[index - 1]!, event: events[index]! }
}

export const lastHour: Scenario<LastHour> = {
  id: 'last-hour',
  async run(context) {
    const { client, shared, control, now } = context
    const kept = limits().event_retention_days * 24 * hour - hour
    const { placed, events } = await shared(exampleSequence)
    if (context.receiver) {
      await runAfter(context, silence)
      await runAfter(context, deadLetter)
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
    const isWhole = succeeded(filtered) && fieldAt(filtered, '/next_cursor') === null
    const pages = isWhole ? [filtered] : await readFeed(context, query)
    const ids = recordsOf(pages).map(({ id }) => id)
    const isDue = ({ id, via }: SeenEvent) => via === 'feed' && (query.after === undefined || id > query.after)
    const found: LastHour['undelivered'] = []
    for (const status of ['not_subscribed', 'dead_lettered']) {
      const one = undelivered(whole, status, event)
      if (!one) continue
      const next = requireSuccess(await client.call('listEvents', { query: { after: one.before.id, per_page: 1 } }))
      found.push({ event: one.event, next })
    }
    return {
      pages,
      gone: events.filter((one) => isDue(one) && !ids.includes(one.id)).map(({ id }) => id),
      undelivered: found,
    }
  },
}
