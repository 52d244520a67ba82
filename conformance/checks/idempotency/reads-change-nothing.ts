// An order that is read again and again, by itself and in lists, stays as it was and raises no event.
import { derived } from '../../evidence/seen.ts'
import { eventsOf } from '../../steps/events-of.ts'
import { readOrder } from '../../steps/order-state.ts'
import { newOrder } from '../../steps/place-order.ts'
import { jsonOf } from '../../evidence/exchange.ts'
import { check } from '../../kit/check.ts'

const rule = 'idempotency.get-is-safe-to-repeat'

export default check({
  id: 'idempotency.reads-change-nothing',
  verifies: [rule],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { client, expect } = context
    const { id } = await newOrder(context)
    const params = { order_id: id }
    const before = await readOrder(context, id)
    for (const operation of ['listMessages', 'listDocuments', 'listRevisionRequests'] as const)
      await client.call(operation, { params })
    const after = await readOrder(context, id)
    expect(rule).equal(derived(jsonOf(after.response.body), before, after), jsonOf(before.response.body))
    const types = (await eventsOf(context, id)).map(({ type, source }) => ({ type, source }))
    const unexpected = types.filter(({ type }) => type !== 'order.created' && type !== 'order.status_changed')
    expect(rule).equal(
      derived(
        unexpected.map(({ type }) => type),
        ...types.map(({ source }) => ({ id: source })),
      ),
      [],
    )
  },
})
