// Revision requests created at the same instant are listed by their ids, in one direction.
import { correspondence } from '../../scenarios/correspondence.ts'
import { revisionBurst } from '../../scenarios/revision-burst.ts'
import { compareTies } from '../../steps/compare-ages.ts'
import { agedItems, getPage, itemsOf } from '../../steps/walk-pages.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'
import { portWith } from '../../sut/control.ts'

const rule = 'list.revision-requests-of-equal-age-sorted-by-id'

export default check({
  id: 'list.revision-requests-of-equal-age-run-by-id',
  verifies: [rule],
  needs: ['orders'],
  async run(context) {
    const { shared } = context
    const orderId = portWith(context, 'cancelForCompany', 'openPortalRevision')
      ? await shared(revisionBurst)
      : (await shared(correspondence)).orderId
    const list = { operationId: 'listRevisionRequests', params: { order_id: orderId } } as const
    const page = await getPage(context, list, { per_page: limits().per_page_max })
    compareTies(context, rule, [agedItems(itemsOf([page]))], page)
  },
})
