// An event stands in the feed while its deliveries fail: none turns up in front of one that a reader of its order had read before.
import { blocked, notTested } from '../../evidence/inconclusive.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'
import { secondAttempts } from '../../scenarios/second-attempts.ts'
import { deliveryRecords, verdictOf, type DeliveryRecord } from '../../steps/delivery-record.ts'
import { recordsOf } from '../../steps/events-of.ts'

const rule = 'feed.reading-forward-skips-nothing'

/** Whether what had failed was tried once more between the two looks. */
const isTriedSince = (before: readonly DeliveryRecord[], after: readonly DeliveryRecord[]): boolean =>
  before
    .filter((one) => verdictOf(one) === 'failed')
    .some(({ eventId, attempts }) => {
      const since = after.find((one) => one.eventId === eventId)
      return since !== undefined && (since.attempts > attempts || verdictOf(since) === 'taken')
    })

export default check({
  id: 'feed.failing-event-keeps-its-place',
  verifies: [rule],
  needs: ['webhook', 'orders', 'sandbox'],
  phase: 'last',
  async run({ expect, shared }) {
    const { feed, slowOver, firstOver, later } = await shared(secondAttempts)
    const read = new Set<string>()
    let cursor: string | undefined
    let judged = 0
    // In the first three some deliveries have failed, and in the last one a second attempt was taken.
    for (const pages of [feed, slowOver, firstOver, later]) {
      const ids = recordsOf(pages).map(({ id }) => id)
      const passed = cursor === undefined ? -1 : ids.indexOf(cursor)
      if (passed >= 0) {
        judged += 1
        const late = ids.slice(0, passed).filter((id) => !read.has(id))
        expect(rule).equal(computedFrom(late, ...pages), [])
      }
      for (const id of ids) read.add(id)
      cursor = ids.at(-1) ?? cursor
    }
    if (judged === 0) throw blocked('no-event-of-order', ...later)
    // Four looks at a feed in which nothing failed show nothing of what does.
    const [last, ...looks] = [later, firstOver, slowOver, feed].map(deliveryRecords)
    if (!looks.some((before) => isTriedSince(before, last!))) expect(rule).unfinished(notTested('no-failure-read-on'))
  },
})
