// Of every event of this run the feed and our receiver say the same, and each has what the other has.
import { runEvents } from '../../scenarios/run-events.ts'
import { envelopeOf } from '../../evidence/delivery.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { instantOf } from '../../steps/instant-of.ts'
import { receiverOf } from '../../steps/set-webhook.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const holds = 'feed.holds-every-event'
const matches = 'feed.record-matches-its-delivery'
const data = 'feed.record-data-equals-delivered-data'
const arrives = 'delivery.subscribed-event-is-delivered'
const counted = 'feed.delivery-has-attempts'

export default check({
  id: 'feed.shows-what-was-delivered',
  verifies: [holds, matches, data, arrives, counted],
  needs: ['orders', 'sandbox', 'webhook'],
  phase: 'last',
  async run(context) {
    const { expect, shared } = context
    const { after, events, records, pages } = await shared(runEvents)
    const { all } = receiverOf(context).inbox
    const byId = new Map(events.map((event) => [event.id, event]))
    // What was raised after the walk began to read its last page is not in it, and need not be.
    const last = events.at(-1)?.id ?? ''
    const real = all.filter((delivery) => {
      const { id, test } = envelopeOf(delivery)
      return test !== true && typeof id === 'string' && id > after && id <= last
    })
    for (const delivery of real) {
      const { id, type, created_at, data: sent } = envelopeOf(delivery)
      const record = byId.get(String(id))
      const shown = [delivery, { id: record?.source ?? pages[0]!.id }]
      if (!expect(holds).equal(computedFrom(record?.id ?? 'not in the feed', ...shown), id) || !record) continue
      expect(matches).equal(computedFrom([record.type, instantOf(record.createdAt)], ...shown), [
        type,
        instantOf(created_at),
      ])
      expect(data).equal(computedFrom(record.data, ...shown), sent)
    }
    // What the feed says was taken with a 2xx must have been here.
    const arrived = new Set(all.map((delivery) => envelopeOf(delivery).id))
    const taken = records.filter(
      ({ status, lastResponseStatus: answer }) =>
        status !== 'not_subscribed' && answer !== null && answer >= 200 && answer < 300,
    )
    const missing = taken.filter(({ eventId }) => !arrived.has(eventId))
    expect(arrives).equal(
      computedFrom(
        missing.map(({ eventId }) => eventId),
        ...pages,
      ),
      [],
    )
    const uncounted = taken.filter(({ attempts }) => attempts === 0)
    expect(counted).equal(
      computedFrom(
        uncounted.map(({ eventId }) => eventId),
        ...pages,
      ),
      [],
    )
    if (events.length === 0) throw blocked('no-event-of-run', ...pages)
  },
})
