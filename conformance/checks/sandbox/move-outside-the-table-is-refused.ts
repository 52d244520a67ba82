// A move backwards, to the same status or to a status no advance leads to is refused by the book and changes nothing.
import { seen } from '../../run/seen.ts'
import { advance } from '../../steps/advance.ts'
import { eventsOf } from '../../steps/events-of.ts'
import { newOrder } from '../../steps/place-order.ts'
import { must } from '../../steps/read.ts'
import { derived } from '../../run/seen.ts'
import { check } from '../check.ts'

const from = 'appraiser_assigned'

const refusals: [rule: string, to: string][] = [
  ['sandbox.advance-backwards-refused', 'new'],
  ['sandbox.advance-to-the-same-status-refused', from],
  ['sandbox.advance-to-pending-review-refused', 'pending_review'],
  ['sandbox.advance-to-on-hold-refused', 'on_hold'],
  ['sandbox.advance-to-off-hold-refused', 'off_hold'],
  ['sandbox.advance-to-cancelled-refused', 'cancelled'],
  ['sandbox.advance-to-reactivated-refused', 'reactivated'],
  ['sandbox.advance-to-revision-requested-refused', 'revision_requested'],
  ['sandbox.advance-to-reconsideration-requested-refused', 'reconsideration_requested'],
]

const code = 'sandbox.refused-advance-has-its-code'
const current = ['sandbox.refused-advance-has-current-status', 'errors.current-status-is-the-order-status-code']

export default check({
  id: 'sandbox.move-outside-the-table-is-refused',
  verifies: [
    ...refusals.map(([rule]) => rule),
    code,
    ...current,
    'sandbox.refused-advance-names-the-status-asked-for',
    'sandbox.refused-advance-leaves-the-status',
    'sandbox.refused-advance-raises-no-event',
  ],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect } = context
    const { id } = await newOrder(context)
    must((await advance(context, id, from)).answer, 'the order could not be assigned')
    const before = await eventsOf(context, id)
    for (const [rule, to] of refusals) {
      const { answer, order } = await advance(context, id, to)
      expect(rule).status(answer, 409)
      expect(code).equal(seen(answer, '/code'), 'action_not_allowed_in_status')
      expect(current).equal(seen(answer, '/current_status'), from)
      expect('sandbox.refused-advance-names-the-status-asked-for').equal(seen(answer, '/details/0/value'), to)
      expect('sandbox.refused-advance-leaves-the-status').equal(seen(order, '/status/code'), from)
    }
    const known = new Set(before.map((event) => event.id))
    const later = (await eventsOf(context, id)).filter((event) => !known.has(event.id))
    const raised = later.filter(({ data }) => {
      const { code: reached } = (data['status'] ?? {}) as { code?: unknown }
      return refusals.some(([, to]) => to === reached && to !== from)
    })
    expect('sandbox.refused-advance-raises-no-event').equal(
      derived(
        raised.map(({ type }) => type),
        ...raised.map(({ source }) => ({ id: source })),
      ),
      [],
    )
  },
})
