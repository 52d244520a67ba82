// How the events of the example's order are delivered.
import { clocksApartMs } from '../../contract/clocks.ts'
import { instantIn } from '../../contract/instant.ts'
import { blocked, outOfPatience } from '../../evidence/inconclusive.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { claims } from '../../kit/claims.ts'
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { codeOf, deliveredOf, findEvent, type SeenEvent } from '../../steps/events-of.ts'
import { fieldAt } from '../../steps/read.ts'
import { receiverOf } from '../../steps/set-webhook.ts'

const createdAt = 'delivery.created-at-is-when-raised'
const onlyThere = 'delivery.only-the-configured-endpoint-is-called'

export default claims(exampleSequence, ['webhook', 'orders', 'sandbox'], {
  // The creation time of an event is that of what it reports.
  'delivery.event-says-when-it-was-raised': {
    verifies: [createdAt],
    phase: 'last',
    judge({ placed, created }, context) {
      const { expect } = context
      const events = deliveredOf(context, placed.id)
      const expectAt = (event: SeenEvent | undefined, at: unknown) => {
        if (!event || Number.isNaN(instantIn(at))) return 0
        const near = (value: unknown) => Math.abs(instantIn(value) - instantIn(at)) <= clocksApartMs
        expect(createdAt).that(computedFrom(event.createdAt, { id: event.source }), near, `about ${String(at)}`)
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
  },
  // No event comes to another path of our receiver than the one that was configured.
  'delivery.nothing-goes-to-another-path': {
    verifies: [onlyThere],
    phase: 'last',
    needs: ['receiver', 'orders', 'sandbox'],
    judge({ placed }, context) {
      const { expect } = context
      const { inbox, strays } = receiverOf(context)
      const astray = strays.filter(({ eventId }) => eventId !== null)
      if (astray.length === 0 && inbox.all.length === 0) throw blocked('no-real-event', placed.answer)
      const paths = [...new Set(astray.map(({ path }) => path))]
      expect(onlyThere).equal(computedFrom(paths, placed.answer), [])
    },
  },
})
