// Documents created at the same instant are listed by their ids, in one direction.
import { companyCalls, companySide } from '../../scenarios/company-side.ts'
import { correspondenceDocuments } from '../../scenarios/correspondence-lists.ts'
import { compareTies } from '../../steps/compare-ages.ts'
import { agedItems, itemsOf } from '../../steps/walk-pages.ts'
import { check } from '../../kit/check.ts'
import { portWith } from '../../sut/control.ts'

const rule = 'list.documents-of-equal-age-sorted-by-id'

export default check({
  id: 'list.documents-of-equal-age-run-by-id',
  verifies: [rule],
  needs: ['orders'],
  async run(context) {
    const { shared } = context
    const pages = [...(await shared(correspondenceDocuments))]
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
