// Neither environment reads or lists an order of the other, whichever of the lender's credentials asks.
import { ofType } from '../../evidence/expected.ts'
import { derived, seen } from '../../evidence/seen.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { productionWalk } from '../../scenarios/production-walk.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const read = 'auth.order-of-one-environment-is-404-in-the-other'
const listed = 'list.orders-are-of-one-environment'

/** Ids are opaque, so that each environment may have an order of one id; its reference distinguishes the two. */
const isOwn = (answer: Answered, reference: string | null): boolean =>
  answer.response.status < 300 && reference !== null && fieldAt(answer, '/lender_reference') !== reference

export default check({
  id: 'auth.environments-share-no-order',
  verifies: [read, listed],
  needs: ['orders', 'sandbox', 'role:production'],
  async run({ client, expect, shared }) {
    const { token, granted, sandboxOrder, order } = await shared(productionWalk)
    if (granted === null || !sandboxOrder) throw blocked('no-production-token', token)
    const { mark } = await shared(grandWalk)
    if (!isOwn(sandboxOrder.read, mark)) expect(read).status(sandboxOrder.read, 404)
    const shown = (list: Answered, fits: (item: Record<string, unknown>) => boolean) =>
      derived(
        entriesAt(list, '/data')
          .filter(fits)
          .map(({ id }) => id),
        list,
      )
    expect(listed).equal(
      shown(sandboxOrder.listed, (item) => item['lender_reference'] === mark),
      [],
    )
    if (!order) return
    const theirs = await client.call('getOrder', { params: { order_id: order.id } })
    if (!isOwn(theirs, order.reference)) expect(read).status(theirs, 404)
    if (order.reference === null || theirs.response.status !== 404) return
    const list = await client.call('listOrders', { query: { lender_reference: order.reference } })
    expect(listed).equal(
      shown(list, ({ id }) => id === order.id),
      [],
    )
    expect(listed).that(seen(list, '/data'), Array.isArray, ofType(['array']))
  },
})
