// An item of the order list held against a read of the same order.
import { isDeepStrictEqual } from 'node:util'
import { seen, valueAt } from '../evidence/seen.ts'
import type { Answered } from '../evidence/exchange.ts'
import type { CheckContext, StepContext } from '../kit/context.ts'
import { comparable } from './comparable.ts'
import { sameInstant } from '../contract/same-instant.ts'
import { ordersWithReference } from './list-orders.ts'
import { readOrder } from './order-state.ts'
import { blocked } from '../evidence/inconclusive.ts'
import { entriesAt, textAt } from './read.ts'

export const agrees = 'list.order-item-agrees-with-the-order'

/** The fields of the objects in an item. */
export const itemFields = {
  status: ['code', 'label', 'changed_at'],
  order_type: ['code', 'name', 'report_format', 'appraiser_certification'],
  dates: ['created_at', 'updated_at', 'due_date', 'appointment_at', 'completed_at'],
}

// What the order has too; the address is summed up in the item's own words, and either may have fields that nobody knows.
const shared = [
  '/id',
  '/order_number',
  '/lender_reference',
  ...Object.entries(itemFields).flatMap(([part, fields]) => fields.map((field) => `/${part}/${field}`)),
]

type Item = Record<string, unknown>
/** `isReworded`: a text that the company rewords at any time was another one right before. */
type Beside = { item: Item; order: Answered; list: Answered[]; isReworded?: boolean }

const wording = new Set(['/status/label', '/order_type/name'])

const compared = (isReworded = false): string[] => shared.filter((pointer) => !isReworded || !wording.has(pointer))

/** Times of one instant may be written to the second in one place and more finely in the other. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'string' && typeof other === 'string' && sameInstant(one, other))

/** What either lacks, other rules say; an order that is not listed has no id there. */
const agree = (pointer: string, listed: unknown, read: unknown): boolean =>
  (pointer !== '/id' && (listed === undefined || read === undefined)) || isSame(listed, read)

export const isShown = (item: Item, order: Answered, isReworded?: boolean): boolean =>
  compared(isReworded).every((pointer) => agree(pointer, valueAt(item, pointer), seen(order, pointer).value))

const mostLooks = 3

/** The item of an order that is the same before and after the list is read; null where it changes each time. */
export const readBeside = async (context: StepContext, id: string, reference: string): Promise<Beside | null> => {
  for (let look = 1; look <= mostLooks; look += 1) {
    const before = await readOrder(context, id)
    const list = await ordersWithReference(context, reference)
    const order = await readOrder(context, id)
    const item = entriesAt(list, '/data').find((entry) => entry['id'] === id) ?? {}
    const [was, is] = [before, order].map((one) => seen(one, '').value)
    if (!isDeepStrictEqual(comparable(was), comparable(is))) continue
    return { item, order, list: [list], isReworded: !isDeepStrictEqual(was, is) }
  }
  return null
}

export const expectAgreement = ({ expect }: CheckContext, { item, order, list, isReworded }: Beside): void => {
  const [place = { at: '', pages: list }] = list.flatMap((page) =>
    entriesAt(page, '/data').flatMap(({ id }, index) =>
      id === item['id'] ? [{ at: `/data/${index}`, pages: [page] }] : [],
    ),
  )
  const requests = [order.id, ...place.pages.map(({ id }) => id)]
  for (const pointer of compared(isReworded)) {
    const read = seen(order, pointer).value
    const listed = { value: valueAt(item, pointer), pointer: place.at + pointer, requests }
    expect(agrees).that(listed, (value) => agree(pointer, value, read), read)
  }
}

/** Whether a list that was read right before an order, or after it, shows it so; both are read again where it does not. */
export const expectItem = async (context: CheckContext, list: Answered, order: Answered): Promise<void> => {
  const item = entriesAt(list, '/data').find(({ id }) => id === textAt(order, '/id')) ?? {}
  if (isShown(item, order)) expectAgreement(context, { item, order, list: [list] })
  else await expectListed(context, order)
}

/** Waits until the list shows an order as a read does. @throws Inconclusive where the order changes each time. */
const expectListed = async (context: CheckContext, order: Answered): Promise<void> => {
  const [id, reference] = ['/id', '/lender_reference'].map((pointer) => textAt(order, pointer)) as [string, string]
  const beside = await context.eventually(
    () => readBeside(context, id, reference),
    (shown) => shown === null || isShown(shown.item, shown.order, shown.isReworded),
    context.patience.state,
  )
  if (beside === null) throw blocked('order-keeps-changing', order)
  expectAgreement(context, beside)
}
