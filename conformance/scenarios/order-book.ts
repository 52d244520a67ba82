// Six orders of three statuses, five of them under one reference of the lender: what lists and filters are judged with.
import type { Scenario, StepContext } from '../kit/context.ts'
import { instantIn } from '../contract/instant.ts'
import type { Answered } from '../evidence/exchange.ts'
import { isUnusable, sendAmendment } from '../steps/amend.ts'
import { pickProduct } from '../steps/catalog.ts'
import { orderBody, type OrderBody } from '../steps/order-body.ts'
import { readOrder } from '../steps/order-state.ts'
import { passTime } from '../steps/pass-time.ts'
import { create } from '../steps/place-order.ts'
import { fieldAt, requireSuccess, succeeded, textAt } from '../steps/read.ts'
import { acceptedFiles } from '../steps/tiny-files.ts'
import { uploadFile } from '../steps/upload-file.ts'

export type BookedOrder = {
  id: string
  number: string
  reference: string
  status: string
  /** In milliseconds; NaN where the order shows none. */
  updatedAt: number
  order: Answered
}

type OrderBook = {
  /** The reference that five of the orders share; no other reference begins with it. */
  reference: string
  /** Oldest first, which has changed since; the last four were created at the same time. */
  orders: BookedOrder[]
  /** The one with a reference of its own, amended since. */
  other: BookedOrder
  /** The reference that this one had before; null where it could not be amended. */
  replaced: string | null
}

const brokenStreet = '1200 Sample Street\nRear building'

const withStreet = (body: OrderBody, street: string): OrderBody => ({
  ...body,
  property: { ...body.property, address: { ...body.property.address, street } },
})

const place = async (context: StepContext, body: OrderBody): Promise<string> =>
  textAt(requireSuccess(await create(context, body)), '/id')

/** A street of two lines is unusual, so a refusal of it is no obstacle. */
const placeBroken = async (context: StepContext, body: OrderBody): Promise<string> => {
  const answer = await create(context, withStreet(body, brokenStreet))
  return succeeded(answer) ? textAt(answer, '/id') : place(context, body)
}

const book = async (context: StepContext, id: string): Promise<BookedOrder> => {
  const order = await readOrder(context, id)
  return {
    id,
    number: textAt(order, '/order_number'),
    reference: textAt(order, '/lender_reference'),
    status: textAt(order, '/status/code'),
    updatedAt: instantIn(fieldAt(order, '/dates/updated_at')),
    order,
  }
}

const act = async ({ client, orders }: StepContext, operationId: string, id: string): Promise<void> => {
  const answer = await client.call(operationId, { params: { order_id: id }, json: { reason: 'A test of lists.' } })
  if (operationId === 'cancelOrder' && succeeded(answer)) orders.settled(id)
}

const sendMessage = async ({ client, marker }: StepContext, id: string): Promise<void> => {
  const json = { recipient: 'manager', subject: 'The gate', body: `It is open (${marker()}).`, document_ids: [] }
  await client.call('sendMessage', { params: { order_id: id }, json })
}

export const orderBook: Scenario<OrderBook> = {
  id: 'order-book',
  async run(context) {
    const { client } = context
    const product = await pickProduct(context)
    const reference = `${context.marker()}-book`
    const body = (): OrderBody => ({ ...orderBody(context, product), lender_reference: reference })
    const first = `${context.marker()}-alone`
    const ids = [await place(context, body()), await place(context, { ...body(), lender_reference: first })]
    // A list that keeps what it showed would show the first reference later on.
    await client.call('listOrders', { query: { per_page: 5 } })
    // With signs that have to be written otherwise in a query; a company may not let a lender amend.
    const amended = await sendAmendment(context, ids[1]!, { lender_reference: `${first}+A%2BÉ` })
    if (isUnusable(amended)) await sendAmendment(context, ids[1]!, { lender_reference: `${first}+A%2BB` })
    await passTime(context, 2)
    ids.push(
      ...(await Promise.all([
        place(context, body()),
        place(context, body()),
        place(context, body()),
        placeBroken(context, body()),
      ])),
    )
    // A company may keep a lender from either; the statuses are then fewer.
    await act(context, 'holdOrder', ids[2]!)
    // It changes once more while it is held.
    await sendMessage(context, ids[2]!)
    await act(context, 'cancelOrder', ids[3]!)
    // The first of all changes late, and in nothing but its documents; where that is refused it stays the oldest.
    await uploadFile(context, ids[0]!, {
      kind: 'supporting',
      description: 'A made-up note.',
      file: acceptedFiles().text,
    })
    const booked: BookedOrder[] = []
    for (const id of ids) booked.push(await book(context, id))
    const other = booked.find(({ id }) => id === ids[1])!
    return {
      reference,
      orders: booked.filter(({ id }) => id !== ids[1]),
      other,
      replaced: other.reference === first ? null : first,
    }
  },
}
