// Where the refusal of an amendment or a revision request tells the status of the order, it tells the true one.
import { grandTour } from '../../journeys/grand-tour.ts'
import { seen } from '../../run/seen.ts'
import { placeOrder } from '../../steps/place-order.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { notApplicable } from '../../target/unjudged.ts'
import { check } from '../check.ts'

const rule = 'errors.current-status-is-the-order-status-code'

export default check({
  id: 'errors.current-status-is-the-orders',
  verifies: [rule],
  needs: ['orders'],
  async run(context) {
    const { client, expect, observe, orders, shared } = context
    const tour = await shared(grandTour)
    const open = tour.orders.fresh
    const closed = (await placeOrder(context)).id
    const cancel = await client.call('cancelOrder', { params: { order_id: closed }, json: { reason: 'A test.' } })
    if (succeeded(cancel)) orders.settled(closed)
    const refusals = [
      ['createRevisionRequest', open, { kind: 'correction', reason: 'There is no report yet.' }],
      ...(succeeded(cancel) ? [['amendOrder', closed, { appraiser_instructions: 'Too late.' }] as const] : []),
    ] as const
    let told = 0
    for (const [operation, order_id, json] of refusals) {
      const answer = await client.call(operation, { params: { order_id }, json })
      if (answer.response.status !== 409) continue
      const present = typeof fieldAt(answer, '/current_status') === 'string'
      observe('errors.current-status-on-other-refusals', present ? 'present' : 'absent', answer)
      if (!present) continue
      told += 1
      const order = await readOrder(context, order_id)
      expect(rule).equal({ ...seen(answer, '/current_status'), requests: [answer.id, order.id] }, statusOf(order))
    }
    if (told === 0) throw notApplicable('such refusals of the target carry no current_status')
  },
})
