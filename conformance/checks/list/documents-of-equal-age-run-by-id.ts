// Documents created at the same instant are listed by their ids, in one direction.
import { companyCalls, companySide } from '../../scenarios/company-side.ts'
import { correspondence } from '../../scenarios/correspondence.ts'
import { compareTies } from '../../steps/compare-ages.ts'
import { agedItems, getPage, itemsOf } from '../../steps/walk-pages.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'
import { portWith } from '../../sut/control.ts'

const rule = 'list.documents-of-equal-age-sorted-by-id'

export default check({
  id: 'list.documents-of-equal-age-run-by-id',
  verifies: [rule],
  needs: ['orders'],
  async run(context) {
    const { shared } = context
    const { orderId } = await shared(correspondence)
    const list = { operationId: 'listDocuments', params: { order_id: orderId } } as const
    const pages = [await getPage(context, list, { per_page: limits().per_page_max })]
    // The company's files come several at a time.
    if (portWith(context, ...companyCalls)) pages.push((await shared(companySide)).documents)
    compareTies(
      context,
      rule,
      pages.map((page) => agedItems(itemsOf([page]))),
      ...pages,
    )
  },
})
