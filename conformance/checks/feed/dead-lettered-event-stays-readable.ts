// After the last failed attempt the event is still in the feed, marked as dead lettered.
import { deadLetter } from '../../journeys/dead-letter.ts'
import { derived } from '../../run/seen.ts'
import { check } from '../check.ts'

export default check({
  id: 'feed.dead-lettered-event-stays-readable',
  verifies: ['feed.dead-lettered-event-stays-readable', 'feed.dead-lettered-event-has-that-status'],
  needs: ['webhook', 'orders', 'control'],
  phase: 'last',
  async run({ expect, shared }) {
    const { eventId, record, feed } = await shared(deadLetter)
    expect('feed.dead-lettered-event-stays-readable').equal(
      derived(record?.eventId ?? 'not in the feed', ...feed),
      eventId,
    )
    if (record)
      expect('feed.dead-lettered-event-has-that-status').equal(derived(record.status, ...feed), 'dead_lettered')
  },
})
