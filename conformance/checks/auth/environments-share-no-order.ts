// Neither environment reads, lists or changes an order of the other, whichever of the lender's credentials asks.
import { ofType } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import type { Answered } from '../../evidence/exchange.ts'
import type { CheckContext } from '../../kit/context.ts'
import { mayBeMisnamed } from '../../scenarios/amendments.ts'
import { grandWalk, moveLeft, type GrandWalk } from '../../scenarios/grand-walk.ts'
import { named, resourceProbesAt } from '../../scenarios/probes.ts'
import { productionWalk } from '../../scenarios/production-walk.ts'
import { expectUntouched } from '../../scenarios/untouched.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const read = 'auth.order-of-one-environment-is-404-in-the-other'
const listed = 'list.orders-are-of-one-environment'

/** Ids are opaque, so that each environment may have an order of one id; its reference distinguishes the two. */
const isOwn = (answer: Answered, reference: string | null): boolean =>
  answer.response.status < 300 && reference !== null && fieldAt(answer, '/lender_reference') !== reference

const reads = ['listMessages', 'listDocuments', 'listRevisionRequests', 'getDocument']
// Nothing that could place or bill; an order that is not on hold takes no resume, wherever it is found.
const writes = ['amendOrder', 'resumeOrder']

/** Calls in production on an order of the sandbox whose id has just been found unused there; writes if no read finds it either. */
const probeThere = async (context: CheckContext, walk: GrandWalk): Promise<void> => {
  const { client, expect } = context
  const { fresh } = walk.orders
  const aims = { fresh, held: fresh, corrected: null, document: walk.documentId, move: moveLeft(walk) }
  const probes = resourceProbesAt(context, aims)
  const call = async (operation: string): Promise<Answered | null> => {
    const [probe] = named(probes, operation)
    return probe ? client.call(operation, { ...probe.options, role: 'production' }) : null
  }
  let isHidden = true
  for (const operation of reads) {
    const answer = await call(operation)
    const isTheirs =
      operation === 'getDocument' && answer && succeeded(answer) && fieldAt(answer, '/order_id') !== fresh
    if (answer && !isTheirs) isHidden = expect(read).status(answer, 404) && isHidden
  }
  if (!isHidden) return
  for (const operation of writes) {
    const answer = (await call(operation))!
    // What the company switched off may be refused whatever the order.
    if (fieldAt(answer, '/code') === 'action_not_permitted_for_client') continue
    if (operation === 'amendOrder' && (await mayBeMisnamed(context, answer))) continue
    expect(read).status(answer, 404)
    if (succeeded(answer)) await expectUntouched(context, walk, read)
  }
}

export default check({
  id: 'auth.environments-share-no-order',
  verifies: [read, listed],
  needs: ['orders', 'sandbox', 'role:production'],
  async run(context) {
    const { client, expect, shared } = context
    const { token, granted, sandboxOrder, order } = await shared(productionWalk)
    if (granted === null || !sandboxOrder) throw blocked('no-production-token', token)
    const walk = await shared(grandWalk)
    const { mark } = walk
    if (!isOwn(sandboxOrder.read, mark)) expect(read).status(sandboxOrder.read, 404)
    const shown = (list: Answered, fits: (item: Record<string, unknown>) => boolean) =>
      computedFrom(
        entriesAt(list, '/data')
          .filter(fits)
          .map(({ id }) => id),
        list,
      )
    expect(listed).equal(
      shown(sandboxOrder.listed, (item) => item['lender_reference'] === mark),
      [],
    )
    if (sandboxOrder.read.response.status === 404) await probeThere(context, walk)
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
