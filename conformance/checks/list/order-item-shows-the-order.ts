// An item of the order list has the fields of a list item, with the values that a read of the order shows.
import { atLeast, excludes } from '../../evidence/expected.ts'
import { computedFrom, type Seen } from '../../evidence/seen.ts'
import { orderBook } from '../../scenarios/order-book.ts'
import { recentOrders } from '../../scenarios/recent-orders.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { agrees, expectAgreement, isShown, itemFields, readBeside } from '../../steps/list-beside.ts'
import { check } from '../../kit/check.ts'

const isText = (value: unknown): boolean => typeof value === 'string'
const isTextOrNull = (value: unknown): boolean => isText(value) || value === null
const isObjectOf = (fields: readonly string[]) => (value: unknown) =>
  typeof value === 'object' && value !== null && fields.every((field) => Object.hasOwn(value, field))

const { status: statusFields, order_type: typeFields, dates: dateFields } = itemFields

const fields: [rule: string, field: string, holds: (value: unknown) => boolean, expected: string][] = [
  ['list.order-item-has-id', 'id', isText, 'a string'],
  ['list.order-item-has-order-number', 'order_number', isText, 'a string'],
  ['list.order-item-has-lender-reference', 'lender_reference', isTextOrNull, 'a string or null'],
  ['list.order-item-has-status', 'status', isObjectOf(statusFields), `an object with ${statusFields.join(', ')}`],
  ['list.order-item-has-order-type', 'order_type', isObjectOf(typeFields), `an object with ${typeFields.join(', ')}`],
  ['list.order-item-has-address-summary', 'property_address_summary', isText, 'a string'],
  ['list.order-item-has-dates', 'dates', isObjectOf(dateFields), `an object with ${dateFields.join(', ')}`],
]

const oneLine = 'list.order-item-address-summary-is-one-line'

export default check({
  id: 'list.order-item-shows-the-order',
  verifies: [...fields.map(([rule]) => rule), agrees, oneLine],
  needs: ['orders'],
  async run(context) {
    const { expect } = context
    const { orders, other } = await context.shared(orderBook)
    const { pages, items } = await context.shared(recentOrders)
    let isChanging = false
    for (const { id, reference, order: before } of [...orders, other]) {
      const item = items.find((entry) => entry['id'] === id)
      if (!item) continue
      const at = (field: string): Seen => ({ ...computedFrom(item[field], ...pages), pointer: `/${field}` })
      for (const [rule, field, holds, expected] of fields) expect(rule).that(at(field), holds, expected)
      expect(oneLine).that(
        at('property_address_summary'),
        (text) => !/[\n\r\v\f\u0085\u2028\u2029]/.test(String(text)),
        excludes('\\n'),
      )
      const first = { item, order: before, list: pages }
      const beside = isShown(item, before) ? first : await readBeside(context, id, reference)
      if (beside === null) {
        isChanging = true
        continue
      }
      expectAgreement(context, beside)
    }
    if (isChanging) throw blocked('order-keeps-changing', ...pages)
    expect(agrees).that(computedFrom(items.length, ...pages), (count) => Number(count) > 0, atLeast(1))
  },
})
