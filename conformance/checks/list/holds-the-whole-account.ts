// The unfiltered list holds every order of the account, newest first, on pages of fifty as on one of a hundred.
import { includes } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { orderBook } from '../../scenarios/order-book.ts'
import { recentOrders } from '../../scenarios/recent-orders.ts'
import { compareNewestFirst } from '../../steps/compare-ages.ts'
import { agedOrders } from '../../steps/list-orders.ts'
import { requireSuccess } from '../../steps/read.ts'
import { getPage, itemsOf } from '../../steps/walk-pages.ts'
import type { CheckContext } from '../../kit/context.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { limits } from '../../contract/limits.ts'
import { check } from '../../kit/check.ts'

const whole = 'list.orders-cover-the-whole-account'
const newest = 'list.orders-newest-first'
const once = 'list.pages-hold-every-item-once'

const idsOf = (page: Answered): string[] => itemsOf([page]).map(({ id }) => String(id))

const mostLooks = 3

/** The second page of half the largest size, beside the whole page that it is the second half of. */
const compareHalves = async (context: CheckContext, page: Answered): Promise<void> => {
  const list = { operationId: 'listOrders' } as const
  const per_page = limits().per_page_max / 2
  let before = page
  for (let look = 1; look <= mostLooks; look += 1) {
    const half = requireSuccess(await getPage(context, list, { page: 2, per_page }))
    const [shown, wanted] = [idsOf(half), idsOf(before).slice(per_page)].map((ids) => ids.toSorted())
    // An order that was placed meanwhile moves all others.
    const isSame = String(shown) === String(wanted)
    const after = isSame ? before : requireSuccess(await getPage(context, list, { per_page: limits().per_page_max }))
    if (String(idsOf(after)) === String(idsOf(before)))
      return void context.expect(once).equal(computedFrom(shown, half, before), wanted)
    before = after
  }
  context.expect(once).notTested('list-keeps-changing')
}

export default check({
  id: 'list.holds-the-whole-account',
  verifies: [whole, newest, once],
  needs: ['orders'],
  async run(context) {
    const { expect, shared } = context
    const { orders, other } = await shared(orderBook)
    const { pages, items } = await shared(recentOrders)
    const ids = items.map(({ id }) => id)
    for (const { id } of [...orders, other])
      expect(whole).that(computedFrom(ids, ...pages), () => ids.includes(id), includes(id))
    compareNewestFirst(context, newest, agedOrders(items), ...pages)
    await compareHalves(context, pages[0]!)
  },
})
