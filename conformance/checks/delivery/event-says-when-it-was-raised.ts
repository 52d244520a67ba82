// The creation time of an event is that of what it reports.
import { clocksApartMs } from '../../contract/clocks.ts'
import { instantIn } from '../../contract/instant.ts'
import { deliveredOf, findEvent, type SeenEvent } from '../../steps/events-of.ts'
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { fieldAt } from '../../steps/read.ts'
import { outOfPatience } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'delivery.created-at-is-when-raised'

const codeOf = (value: unknown): unknown => (value as { code?: unknown } | null | undefined)?.code

export default check({
  id: 'delivery.event-says-when-it-was-raised',
  verifies: [rule],
  needs: ['webhook', 'orders', 'sandbox'],
  phase: 'last',
  async run(context) {
    const { expect, shared } = context
    const { placed, created } = await shared(exampleSequence)
    const events = deliveredOf(context, placed.id)
    const expectAt = (event: SeenEvent | undefined, at: unknown) => {
      if (!event || Number.isNaN(instantIn(at))) return 0
      const near = (value: unknown) => Math.abs(instantIn(value) - instantIn(at)) <= clocksApartMs
      expect(rule).that(computedFrom(event.createdAt, { id: event.source }), near, `about ${String(at)}`)
      return 1
    }
    let looked = expectAt(findEvent(events, { type: 'order.created' }), fieldAt(created, '/dates/created_at'))
    const completed = findEvent(events, { type: 'order.completed', fits: ({ revision }) => revision !== true })
    looked += expectAt(completed, completed?.data['completed_at'])
    const to = 'awaiting_review'
    const changed = findEvent(events, { type: 'order.status_changed', fits: ({ status }) => codeOf(status) === to })
    looked += expectAt(changed, (changed?.data['status'] as { changed_at?: unknown } | undefined)?.changed_at)
    if (looked === 0) throw outOfPatience('sequence-not-delivered')
  },
})
