// An order that nobody ever had is answered 404 not_found, whatever is asked of it.
import { seen } from '../../run/seen.ts'
import { unknownLike } from '../../steps/unknown-id.ts'
import { entriesAt } from '../../steps/read.ts'
import { check } from '../check.ts'

const status = 'errors.unknown-resource-is-404'
const code = 'errors.unknown-resource-is-not-found'

const calls: [operationId: string, json?: unknown][] = [
  ['getOrder'],
  ['holdOrder', { reason: 'an order that is not there' }],
  ['resumeOrder', {}],
  ['cancelOrder', { reason: 'an order that is not there' }],
  ['listMessages'],
  ['listDocuments'],
  ['listRevisionRequests'],
]

export default check({
  id: 'errors.unknown-order-is-not-found',
  verifies: [status, code],
  needs: [],
  async run({ client, expect }) {
    const [order] = entriesAt(await client.call('listOrders', { query: { per_page: 1 } }), '/data')
    // The form of a real id where there is one, so that nothing but its absence can be the reason.
    const params = { order_id: unknownLike(String(order?.['id'] ?? 'ord_01J0000000000000000000000Z')) }
    for (const [operationId, json] of calls) {
      const answer = await client.call(operationId, json === undefined ? { params } : { params, json })
      expect(status).status(answer, 404)
      expect(code).equal(seen(answer, '/code'), 'not_found')
    }
  },
})
