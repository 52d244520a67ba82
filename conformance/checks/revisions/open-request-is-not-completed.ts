// Of several revision requests none is completed while no revised report has been delivered.
import { correspondence } from '../../scenarios/correspondence.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { awaitEvents, findEvent } from '../../steps/events-of.ts'
import { refusedBy, requireSuccess, succeeded } from '../../steps/read.ts'
import { itemsOf, walkPages } from '../../steps/walk-pages.ts'
import { check } from '../../kit/check.ts'

const rule = 'revisions.request-completes-by-a-revised-report-alone'

export default check({
  id: 'revisions.open-request-is-not-completed',
  verifies: [rule],
  needs: ['orders'],
  async run(context) {
    const { expect, shared } = context
    const { orderId, cancelled, revisions } = await shared(correspondence)
    const opened = revisions.filter(succeeded)
    if (opened.length < 2) throw notTested(refusedBy(revisions.at(-1) ?? cancelled))
    const requests = { operationId: 'listRevisionRequests', params: { order_id: orderId } } as const
    const lists = (await walkPages(context, requests)).map((page) => requireSuccess(page))
    const finished = itemsOf(lists).filter(({ status }) => status === 'completed')
    const report = { type: 'order.completed' }
    // The company may have worked on.
    const isDelivered = finished.length > 0 && findEvent(await awaitEvents(context, orderId, report), report)
    const ids = isDelivered ? [] : finished.map(({ id }) => id)
    expect(rule).equal(computedFrom(ids, ...lists, ...opened), [])
  },
})
