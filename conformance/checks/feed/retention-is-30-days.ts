// An event is in the feed until it is thirty days old, whatever became of its delivery: the clock is moved to the last hour of that.
import { lastHour } from '../../scenarios/last-hour.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { recordsOf } from '../../steps/events-of.ts'
import { check } from '../../kit/check.ts'

const rules = ['feed.retention-30-days', 'feed.holds-every-event']

export default check({
  id: 'feed.retention-is-30-days',
  verifies: rules,
  needs: ['orders', 'sandbox', 'control'],
  phase: 'last',
  async run({ expect, shared }) {
    const { gone, pages, undelivered } = await shared(lastHour)
    expect(rules).equal(computedFrom(gone, ...pages), [])
    for (const { event, next } of undelivered) {
      const ids = recordsOf([next]).map(({ id }) => id)
      expect(rules).equal(computedFrom(ids, next), [event.id])
    }
  },
})
