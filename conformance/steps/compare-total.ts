// Whether a list that ends on its first page has as many items as it says.
import { limits } from '../contract/limits.ts'
import type { Answered } from '../evidence/exchange.ts'
import { seen } from '../evidence/seen.ts'
import type { CheckContext } from '../kit/context.ts'
import { fieldAt, succeeded } from './read.ts'
import { getPage, itemsOf, type List } from './walk-pages.ts'

export const countsItems = 'list.total-counts-every-matching-item'

const isCounted = (page: Answered): boolean => {
  const size = Number(fieldAt(page, '/per_page'))
  const count = itemsOf([page]).length
  return !succeeded(page) || count === 0 || !(count < size) || fieldAt(page, '/total') === count
}

/** What comes or goes between the count and the items does not do so each time that they are read. */
export const compareTotal = async (context: CheckContext, list: List, first: Answered): Promise<void> => {
  let page = first
  for (let time = 0; time < 2 && !isCounted(page); time += 1)
    page = await getPage(context, list, { page: 1, per_page: limits().per_page_max })
  context.expect(countsItems).that(seen(page, '/total'), () => isCounted(page), itemsOf([page]).length)
}
