// The catalog is listed once at every page size.
import { comparePages, pagingRules } from '../../steps/compare-pages.ts'
import { catalog } from '../../steps/catalog.ts'
import { check } from '../../kit/check.ts'

const largest = 50

export default check({
  id: 'list.order-types-are-paged',
  verifies: pagingRules([]),
  needs: [],
  async run(context) {
    const { products } = await context.shared(catalog)
    const size = Math.min(largest, Math.max(2, Math.ceil(products.length / 2)))
    await comparePages(context, { list: { operationId: 'listOrderTypes' }, sizes: [size], key: 'code' })
  },
})
