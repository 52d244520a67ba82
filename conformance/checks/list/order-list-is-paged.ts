// The order list walks every order once, newest first, whatever the page size, and is empty past its end.
import { derived, seen } from '../../run/seen.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import { placeOrder } from '../../steps/place-order.ts'
import type { Answered } from '../../target/exchange.ts'
import { check } from '../check.ts'

const rules = {
  page: 'list.page-reports-the-page-asked-for',
  size: ['list.per-page-reports-the-size-asked-for', 'list.per-page-1-accepted'],
  largest: 'list.per-page-100-accepted',
  most: ['list.page-holds-at-most-per-page-items', 'list.page-never-holds-over-100-items'],
  pages: 'list.total-pages-follows-from-total',
  first: ['list.pages-are-counted-from-1', 'list.page-defaults-to-the-first'],
  usual: 'list.per-page-defaults-to-25',
  order: 'list.orders-newest-first',
  empty: ['list.past-the-end-has-empty-data', 'list.past-the-end-keeps-the-envelope'],
  not404: 'list.past-the-end-is-not-404',
}

const times = (answers: readonly Answered[]): number[] =>
  answers
    .flatMap((answer) => entriesAt(answer, '/data'))
    .map(({ dates }) => Date.parse(String((dates as { created_at?: unknown } | undefined)?.created_at)))

const descends = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || values[index - 1]! >= value)

const expectedPages = (answer: Answered, size: number): number => Math.ceil(Number(fieldAt(answer, '/total')) / size)

export default check({
  id: 'list.order-list-is-paged',
  verifies: [...Object.values(rules).flat(), 'transport.serves-get-orders'],
  needs: ['orders'],
  async run(context) {
    const { client, expect } = context
    for (let made = 0; made < 2; made += 1) await placeOrder(context)
    const list = (query: Record<string, number>) => client.call('listOrders', { query })
    const plain = await list({})
    expect('transport.serves-get-orders').status(plain, 200)
    expect(rules.first).equal(seen(plain, '/page'), 1)
    expect(rules.usual).equal(seen(plain, '/per_page'), 25)

    const singles = [await list({ page: 1, per_page: 1 }), await list({ page: 2, per_page: 1 })]
    for (const [index, answer] of singles.entries()) {
      expect(rules.page).equal(seen(answer, '/page'), index + 1)
      expect(rules.size).equal(seen(answer, '/per_page'), 1)
      expect(rules.most).that(seen(answer, '/data'), (data) => Array.isArray(data) && data.length === 1, 'one order')
      expect(rules.pages).equal(seen(answer, '/total_pages'), expectedPages(answer, 1))
    }
    const largest = await list({ page: 1, per_page: 100 })
    expect(rules.largest).status(largest, 200)
    expect(rules.largest).equal(seen(largest, '/per_page'), 100)
    expect(rules.most).that(seen(largest, '/data'), (data) => Array.isArray(data) && data.length <= 100, 'at most 100')
    expect(rules.order).that(derived(times([largest]), largest), () => descends(times([largest])), 'falling created_at')
    expect(rules.order).that(derived(times(singles), ...singles), () => descends(times(singles)), 'falling created_at')

    const beyond = await list({ page: expectedPages(largest, 100) + 5, per_page: 100 })
    expect(rules.not404).that({ ...seen(beyond), value: beyond.response.status }, (status) => status !== 404, 'not 404')
    expect(rules.empty[0]!).equal(seen(beyond, '/data'), [])
    for (const field of ['page', 'per_page', 'total', 'total_pages'])
      expect(rules.empty[1]!).that(seen(beyond, `/${field}`), Number.isInteger, 'a whole number')
  },
})
