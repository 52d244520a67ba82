// An event stands in the feed while its deliveries fail: none turns up in front of one that a reader of its order had read before.
import { blocked } from '../../evidence/inconclusive.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'
import { secondAttempts } from '../../scenarios/second-attempts.ts'
import { recordsOf } from '../../steps/events-of.ts'

const rule = 'feed.reading-forward-skips-nothing'

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
  },
})
