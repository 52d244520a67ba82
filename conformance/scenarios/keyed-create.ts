// One create under a key, other bodies under that key, the same body under keys that are like it, and the first call again.
import type { Answered } from '../evidence/exchange.ts'
import type { Scenario } from '../kit/context.ts'
import { isUnusable } from '../steps/amend.ts'
import { pickProduct } from '../steps/catalog.ts'
import { orderBody } from '../steps/order-body.ts'
import { create, placeOrder, type PlacedOrder } from '../steps/place-order.ts'
import { succeeded } from '../steps/read.ts'

type KeyedCreate = {
  placed: PlacedOrder
  /** The reference that one of the other bodies has. */
  reference: string
  others: Answered[]
  likes: Answered[]
  cancelled: Answered
  /** The first call again, once its order was cancelled, and twice more. */
  again: Answered
  further: Answered[]
}

const coBorrower = { role: 'co_borrower', first_name: 'Noor', last_name: 'Sample' }

/** As long as a UUID, which any limit lets through. */
const longKey = (marker: string): string => marker.padEnd(36, 'y')

/** Keys that differ from another in the case of their letters, and in the very last sign alone. */
const likeKeys = (key: string): string[] => [key.toUpperCase(), `${key.slice(0, -1)}x`]

/** Of a hundred signs and more, which may be too long for the target; they differ in the last one. */
const veryLongKeys = (key: string): string[] => ['a', 'b'].map((last) => key.padEnd(100, 'z') + last)

export const keyedCreate: Scenario<KeyedCreate> = {
  id: 'keyed-create',
  async run(context) {
    const { client, marker, orders } = context
    const notes = [{ type: 'order', text: `The gate is open until six (${marker()}).` }]
    const key = longKey(marker())
    const product = await pickProduct(context)
    const [borrower] = orderBody(context, product).borrowers
    const borrowers = [borrower!, coBorrower]
    const loan = { ...orderBody(context, product).loan, investor: 'Example Investors' }
    const placed = await placeOrder(context, { product, change: { notes, borrowers, loan, complex: true }, key })
    const { body } = placed
    const reference = marker()
    // Each differs in one thing alone: near its beginning, in a flag, in the case of one letter at its very end, in which of two names
    // is which, and deeper inside in where a text ends that has quotes in it.
    const bodies = [
      { ...body, lender_reference: reference },
      { ...body, complex: false },
      { ...body, notes: notes.map(({ type, text }) => ({ type, text: text.replace('six', 'Six') })) },
      {
        ...body,
        borrowers: [borrower!, { ...coBorrower, first_name: coBorrower.last_name, last_name: coBorrower.first_name }],
      },
      { ...body, loan: { ...loan, investor: `${loan.investor}","number":"${loan.number}`, number: undefined } },
    ]
    const others: Answered[] = []
    for (const other of bodies) others.push(await create(context, other, { key }))
    const likes: Answered[] = []
    for (const like of likeKeys(key)) likes.push(await create(context, body, { key: like }))
    for (const long of veryLongKeys(key)) {
      const answer = await create(context, body, { key: long })
      if (isUnusable(answer)) break
      likes.push(answer)
    }
    // The key stands for the first answer, whatever the order's status since.
    const params = { order_id: placed.id }
    const cancelled = await client.call('cancelOrder', { params, json: { reason: 'The loan was withdrawn.' } })
    if (succeeded(cancelled)) orders.settled(placed.id)
    const again = await create(context, body, { key })
    const further = [await create(context, body, { key }), await create(context, body, { key })]
    return { placed, reference, others, likes, cancelled, again, further }
  },
}
