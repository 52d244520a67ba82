// What every other look at orders starts with is served: the catalog, placing an order, and reading it.
import { grandWalk } from '../../scenarios/grand-walk.ts'
import type { CheckContext } from '../../kit/context.ts'
import { plainest, productsOf } from '../../steps/catalog.ts'
import { orderBody } from '../../steps/order-body.ts'
import { create } from '../../steps/place-order.ts'
import { entriesAt, fieldAt, refusedBy, succeeded } from '../../steps/read.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { notTested, reason, Inconclusive } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const rules = {
  listOrderTypes: 'transport.serves-get-order-types',
  createOrder: 'transport.serves-post-orders',
  getOrder: 'transport.serves-get-order',
}
const keyed = 'idempotency.key-accepted-on-create'

type Answers = Partial<Record<string, Answered>>

/** A refusal of what was sent speaks of neither the operation nor its key. */
const isOfBody = (answer: Answered): boolean => {
  const details = entriesAt(answer, '/details')
  const isOfKey = details.some(({ field }) => /key/i.test(String(field)))
  return [400, 422].includes(answer.response.status) && details.length > 0 && !isOfKey
}

/** The walk does not set out without these operations; then they are called one by one. */
const byHand = async (context: CheckContext): Promise<Answers> => {
  const { client } = context
  const listOrderTypes = await client.call('listOrderTypes', { query: { per_page: limits().per_page_max } })
  if (!succeeded(listOrderTypes)) return { listOrderTypes }
  const [product] = plainest(productsOf(listOrderTypes))
  if (!product) throw notTested(reason('no-active-product', { role: 'main' }))
  const createOrder = await create(context, orderBody(context, product))
  const id = fieldAt(createOrder, '/id')
  if (typeof id !== 'string') return { listOrderTypes, createOrder }
  return { listOrderTypes, createOrder, getOrder: await client.call('getOrder', { params: { order_id: id } }) }
}

const walked = async (context: CheckContext): Promise<Answers> => {
  try {
    return (await context.shared(grandWalk)).answers
  } catch (error) {
    if (error instanceof Inconclusive) return byHand(context)
    throw error
  }
}

export default check({
  id: 'transport.orders-are-placed-and-read',
  verifies: [...Object.values(rules), keyed],
  needs: ['orders'],
  async run(context) {
    const answers = await walked(context)
    for (const [operation, rule] of Object.entries(rules)) {
      const answer = answers[operation]
      // What comes after a refusal was not called.
      if (!answer) throw notTested(reason('not-called', { operations: [operation] }))
      const asserted = operation === 'createOrder' ? [rule, keyed] : [rule]
      if (isOfBody(answer)) for (const one of asserted) context.expect(one).notTested(refusedBy(answer))
      else context.expect(asserted).status(answer, '2xx')
    }
  },
})
