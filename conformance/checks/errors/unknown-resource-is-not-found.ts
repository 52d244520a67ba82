// An order or a document that nobody ever had is answered 404 not_found, whatever is asked of it, each time alike.
import { seen } from '../../evidence/seen.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import { mayBeMisnamed } from '../../scenarios/amendments.ts'
import { resourceProbesAt } from '../../scenarios/probes.ts'
import { unknownLike } from '../../steps/unknown-id.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import type { CheckContext } from '../../kit/context.ts'
import { check } from '../../kit/check.ts'

const status = 'errors.unknown-resource-is-404'
const code = 'errors.unknown-resource-is-not-found'
const stable = 'errors.code-is-stable'

const mostTries = 3

/** An id that no order has: where ids are counted up, the next one may well have one, which must be left alone. */
const nobodys = async (context: CheckContext, id: string): Promise<{ id: string; read: Answered }> => {
  let free = id
  for (let tried = 1; tried <= mostTries; tried += 1) {
    const read = await context.client.call('getOrder', { params: { order_id: free } })
    if (fieldAt(read, '/id') !== free) return { id: free, read }
    free = unknownLike(free)
  }
  throw blocked('no-unknown-id')
}

export default check({
  id: 'errors.unknown-resource-is-not-found',
  verifies: [status, code, stable],
  needs: [],
  async run(context) {
    const { client, expect } = context
    const [order] = entriesAt(await client.call('listOrders', { query: { per_page: 1 } }), '/data')
    // The form of a real id where there is one, so that nothing but its absence can be the reason.
    const { id, read } = await nobodys(context, unknownLike(String(order?.['id'] ?? 'ord_01J0000000000000000000000Z')))
    const document = `doc_${id.replace(/^ord_/, '')}`
    const probes = resourceProbesAt(context, {
      fresh: id,
      held: id,
      corrected: id,
      document,
      move: 'appraiser_assigned',
    })
    for (const { operation, options } of probes) {
      const answer = await client.call(operation, options)
      if (operation === 'amendOrder' && (await mayBeMisnamed(context, answer))) continue
      expect(status).status(answer, 404)
      expect(code).equal(seen(answer, '/code'), 'not_found')
      if (operation === 'getOrder') expect(stable).equal(seen(answer, '/code'), fieldAt(read, '/code'))
    }
  },
})
