// The filters by order number and by reference list the orders that have them, and none that has another.
import { includes, only } from '../../evidence/expected.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { computedFrom, valueAt } from '../../evidence/seen.ts'
import { orderBook } from '../../scenarios/order-book.ts'
import { recentOrders } from '../../scenarios/recent-orders.ts'
import { sinceFirstOf } from '../../steps/in-seconds.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { getPage, itemsOf } from '../../steps/walk-pages.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const rules = {
  order_number: ['list.order-number-filter-finds-the-order', 'list.order-number-filter-excludes-others'],
  lender_reference: ['list.lender-reference-filter-finds-the-orders', 'list.lender-reference-filter-excludes-others'],
} as const

const both = 'list.filters-together-list-what-fits-both'

/** Whether a search could take the one number for the other. */
const isAlike = (one: unknown, other: string): boolean => {
  const [first, second] = [String(one).toLowerCase(), other.toLowerCase()]
  return first.includes(second) || second.includes(first)
}

/** Where none of the orders of the book ever is. */
const elsewhere = 'report_rejected_for_correction'

export default check({
  id: 'list.text-filters-find-their-orders',
  verifies: [...rules.order_number, ...rules.lender_reference, both],
  needs: ['orders'],
  async run(context) {
    const { expect, shared, recordReading, eventually, patience } = context
    const { reference, orders, other, replaced } = await shared(orderBook)
    await shared(recentOrders)
    const wanted = orders[0]!
    // One that may be closed is found as well.
    const closed = orders.find(({ status }) => status === 'cancelled') ?? wanted
    const list = (query: Record<string, string | undefined>) => getPage(context, { operationId: 'listOrders', query })
    const cases = [
      { field: 'order_number', text: closed.number, id: closed.id },
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
      expect(finds).that(computedFrom(ids, page), () => ids.includes(id), includes(id))
      const fits = shown.every((value) => value === text.toLowerCase())
      expect(excludes).that(computedFrom(shown, page), () => fits, `only ${text}`)
    }
    // Beside every other filter that it fits, as others do whose numbers are not alike.
    const wantedIn = (page: Answered) => itemsOf([page]).find((item) => item['id'] === wanted.id)
    const since = sinceFirstOf(orders)
    const beside = await eventually(
      () =>
        list({
          order_number: wanted.number,
          lender_reference: wanted.reference,
          status: wanted.status,
          updated_since: since,
        }),
      (page) => wantedIn(page) !== undefined,
      patience.state,
    )
    const idsIn = (items: Record<string, unknown>[]) => items.map((item) => item['id'])
    // One that has moved on meanwhile fits no longer.
    if (wantedIn(beside) || statusOf(await readOrder(context, wanted.id)) === wanted.status)
      expect(both).that(
        computedFrom(idsIn(itemsOf([beside])), beside),
        (ids) => (ids as unknown[]).includes(wanted.id),
        includes(wanted.id),
      )
    const unlike = itemsOf([beside]).filter(({ order_number: number }) => !isAlike(number, wanted.number))
    expect(both).equal(computedFrom(idsIn(unlike), beside), [])

    const nobodys = await list({ order_number: wanted.number, lender_reference: other.reference })
    for (const [, excludes] of Object.values(rules))
      expect(excludes).equal(computedFrom(itemsOf([nobodys]), nobodys), [])
    expect(both).equal(computedFrom(itemsOf([nobodys]), nobodys), [])
    const moved = await list({ order_number: wanted.number, status: elsewhere })
    const codes = itemsOf([moved]).map((item) => valueAt(item, '/status/code'))
    expect(both).that(computedFrom(codes, moved), () => codes.every((code) => code === elsewhere), only(elsewhere))

    // What a text begins or ends with is another text, and so is a pattern that fits it; an amended reference begins with the one
    // that it replaced.
    const parts = {
      order_number: [wanted.number.slice(0, -1), wanted.number.slice(1)],
      lender_reference: [
        replaced ?? wanted.reference.slice(0, -1),
        wanted.reference.slice(1),
        `_${wanted.reference.slice(1, -1)}%`,
      ],
    }
    for (const field of ['order_number', 'lender_reference'] as const)
      // What is left of a text of one letter is empty, and an empty filter may be none.
      for (const text of parts[field].filter((part) => part !== '')) {
        const read = () => list({ [field]: text })
        const strangersIn = (page: Answered) =>
          itemsOf([page]).filter((item) => String(item[field]).toLowerCase() !== text.toLowerCase())
        const isNone = (page: Answered) => strangersIn(page).length === 0
        const part = await (text === replaced ? eventually(read, isNone, patience.state) : read())
        expect(rules[field][1]).equal(computedFrom(strangersIn(part), part), [])
      }

    const upper = await list({ lender_reference: reference.toUpperCase() })
    const matched = itemsOf([upper]).some((item) => item['id'] === wanted.id)
    recordReading('list.text-filter-case', matched ? 'case-insensitive' : 'exact', upper)
    const strangers = itemsOf([upper]).filter(
      (item) => String(item['lender_reference']).toLowerCase() !== reference.toLowerCase(),
    )
    expect(rules.lender_reference[1]).equal(computedFrom(strangers, upper), [])
  },
})
