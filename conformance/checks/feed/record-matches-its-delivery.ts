// What was delivered is in the feed, with the same id, type, time and data.
import { computedFrom } from '../../evidence/seen.ts'
import { instantOf } from '../../steps/instant-of.ts'
import { runEvents } from '../../scenarios/run-events.ts'
import { deliveredOf, readFeed, recordsOf, type SeenEvent } from '../../steps/events-of.ts'
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { outOfPatience } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const same = ['feed.record-matches-its-delivery', 'feed.record-data-equals-delivered-data']

export default check({
  id: 'feed.record-matches-its-delivery',
  verifies: [...same, 'feed.holds-every-event'],
  needs: ['orders', 'sandbox', 'webhook'],
  phase: 'last',
  async run(context) {
    const { shared, expect, eventually, patience } = context
    const { placed } = await shared(exampleSequence)
    // What is delivered from now on may be in the feed a moment later.
    const delivered = deliveredOf(context, placed.id)
    const isWhole = (records: readonly SeenEvent[]) =>
      delivered.every(({ id }) => records.some((record) => record.id === id))
    const known = (await shared(runEvents)).events.filter(({ data }) => data['order_id'] === placed.id)
    const read = async () => recordsOf(await readFeed(context, { order_id: placed.id }))
    const feed = isWhole(known) ? known : await eventually(read, isWhole, patience.feed)
    const records = new Map(feed.map((record) => [record.id, record]))
    if (delivered.length === 0) throw outOfPatience('sequence-not-delivered')
    for (const { id, type, createdAt, data, source } of delivered) {
      const record = records.get(id)
      const both = [{ id: source }, { id: record?.source ?? [...records.values()][0]?.source ?? source }]
      const there = expect('feed.holds-every-event').that(
        computedFrom(record?.id, ...both),
        () => record !== undefined,
        id,
      )
      if (!there || !record) continue
      expect(same[0]!).equal(computedFrom({ type: record.type, at: instantOf(record.createdAt) }, ...both), {
        type,
        at: instantOf(createdAt),
      })
      expect(same[1]!).equal(computedFrom(record.data, ...both), data)
    }
  },
})
