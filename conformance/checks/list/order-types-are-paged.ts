// The catalog is paged as every list is: an account that may place no order has no other list to show it.
import { catalog } from '../../steps/catalog.ts'
import { comparePages, pagingRules } from '../../steps/compare-pages.ts'
import { check } from '../../kit/check.ts'

export default check({
  id: 'list.order-types-are-paged',
  verifies: pagingRules([]),
  needs: [],
  async run(context) {
    // Small pages are looked at by catalog.is-sorted-and-paged.
    const { pages: known } = await context.shared(catalog)
    await comparePages(context, { list: { operationId: 'listOrderTypes' }, sizes: [], key: 'code', known })
  },
})
