// The filters by order number and by reference list the orders that have them, and none that has another.
import { includes, only } from '../../evidence/expected.ts'
import { derived, valueAt } from '../../evidence/seen.ts'
import { orderBook } from '../../scenarios/order-book.ts'
import { recentOrders } from '../../scenarios/recent-orders.ts'
import { getPage, itemsOf } from '../../steps/walk-pages.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const rules = {
  order_number: ['list.order-number-filter-finds-the-order', 'list.order-number-filter-excludes-others'],
  lender_reference: ['list.lender-reference-filter-finds-the-orders', 'list.lender-reference-filter-excludes-others'],
} as const

const both = 'list.filters-together-list-what-fits-both'

/** Where none of the orders of the book ever is. */
const elsewhere = 'report_rejected_for_correction'

export default check({
  id: 'list.text-filters-find-their-orders',
  verifies: [...rules.order_number, ...rules.lender_reference, both],
  needs: ['orders'],
  async run(context) {
    const { expect, shared, recordReading, eventually, patience } = context
    const { reference, orders, other } = await shared(orderBook)
    await shared(recentOrders)
    const wanted = orders[0]!
    const list = (query: Record<string, string>) => getPage(context, { operationId: 'listOrders', query })
    const cases = [
      { field: 'order_number', text: wanted.number, id: wanted.id },
      { field: 'lender_reference', text: other.reference, id: other.id },
    ] as const
    for (const { field, text, id } of cases) {
      const page = await eventually(
        () => list({ [field]: text, per_page: String(limits().per_page_max) }),
        (found) => itemsOf([found]).some((item) => item['id'] === id),
        patience.state,
      )
      const items = itemsOf([page])
      const ids = items.map((item) => item['id'])
      const shown = items.map((item) => String(item[field]).toLowerCase())
      const [finds, excludes] = rules[field]
      expect(finds).that(derived(ids, page), () => ids.includes(id), includes(id))
      const fits = shown.every((value) => value === text.toLowerCase())
      expect(excludes).that(derived(shown, page), () => fits, `only ${text}`)
    }
    const nobodys = await list({ order_number: wanted.number, lender_reference: other.reference })
    for (const [, excludes] of Object.values(rules)) expect(excludes).equal(derived(itemsOf([nobodys]), nobodys), [])
    expect(both).equal(derived(itemsOf([nobodys]), nobodys), [])
    const moved = await list({ order_number: wanted.number, status: elsewhere })
    const codes = itemsOf([moved]).map((item) => valueAt(item, '/status/code'))
    expect(both).that(derived(codes, moved), () => codes.every((code) => code === elsewhere), only(elsewhere))

    // What a text begins or ends with is another text.
    for (const field of ['order_number', 'lender_reference'] as const) {
      const whole = field === 'order_number' ? wanted.number : wanted.reference
      for (const text of [whole.slice(0, -1), whole.slice(1)]) {
        const part = await list({ [field]: text })
        const strangers = itemsOf([part]).filter((item) => String(item[field]).toLowerCase() !== text.toLowerCase())
        expect(rules[field][1]).equal(derived(strangers, part), [])
      }
    }

    const upper = await list({ lender_reference: reference.toUpperCase() })
    const matched = itemsOf([upper]).some((item) => item['id'] === wanted.id)
    recordReading('list.text-filter-case', matched ? 'case-insensitive' : 'exact', upper)
    const strangers = itemsOf([upper]).filter(
      (item) => String(item['lender_reference']).toLowerCase() !== reference.toLowerCase(),
    )
    expect(rules.lender_reference[1]).equal(derived(strangers, upper), [])
  },
})
