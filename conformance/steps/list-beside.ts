// An item of the order list held against a read of the same order.
import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../contract/is-object.ts'
import { seen } from '../evidence/seen.ts'
import type { Answered } from '../evidence/exchange.ts'
import type { CheckContext, StepContext } from '../kit/context.ts'
import { sameInstant } from '../contract/same-instant.ts'
import { ordersWithReference } from './list-orders.ts'
import { readOrder } from './order-state.ts'
import { blocked } from '../evidence/inconclusive.ts'
import { entriesAt, textAt } from './read.ts'

export const agrees = 'list.order-item-agrees-with-the-order'

// What the order has too; the address is summed up in the item's own words.
const shared = ['id', 'order_number', 'lender_reference', 'status', 'order_type', 'dates']

type Item = Record<string, unknown>
type Beside = { item: Item; order: Answered; list: Answered[] }

/** Times of one instant may be written to the second in one place and more finely in the other. */
const isSame = (one: unknown, other: unknown): boolean =>
  isObject(one) && isObject(other)
    ? Object.keys({ ...one, ...other }).every((field) => isSame(one[field], other[field]))
    : one === other || (typeof one === 'string' && typeof other === 'string' && sameInstant(one, other))

export const isShown = (item: Item, order: Answered): boolean =>
  shared.every((field) => isSame(item[field], seen(order, `/${field}`).value))

const mostLooks = 3

/** The item of an order that is the same before and after the list is read; null where it changes each time. */
export const readBeside = async (context: StepContext, id: string, reference: string): Promise<Beside | null> => {
  for (let look = 1; look <= mostLooks; look += 1) {
    const before = await readOrder(context, id)
    const list = await ordersWithReference(context, reference)
    const order = await readOrder(context, id)
    const item = entriesAt(list, '/data').find((entry) => entry['id'] === id) ?? {}
    if (isDeepStrictEqual(seen(before, '').value, seen(order, '').value)) return { item, order, list: [list] }
  }
  return null
}

export const expectAgreement = ({ expect }: CheckContext, { item, order, list }: Beside): void => {
  for (const field of shared) {
    const shown = seen(order, `/${field}`).value
    const listed = { value: item[field], pointer: `/${field}`, requests: [...list.map((page) => page.id), order.id] }
    expect(agrees).that(listed, (value) => isSame(value, shown), shown)
  }
}

/** Waits until the list shows an order as a read does. @throws Inconclusive where the order changes each time. */
export const expectListed = async (context: CheckContext, order: Answered): Promise<void> => {
  const [id, reference] = ['/id', '/lender_reference'].map((pointer) => textAt(order, pointer)) as [string, string]
  const beside = await context.eventually(
    () => readBeside(context, id, reference),
    (shown) => shown === null || isShown(shown.item, shown.order),
    context.patience.state,
  )
  if (beside === null) throw blocked('order-keeps-changing', order)
  expectAgreement(context, beside)
}
