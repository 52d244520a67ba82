// None of the specimens of the run is in the feed.
import { runEvents } from '../../scenarios/run-events.ts'
import { specimens } from '../../scenarios/specimens.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { fieldAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rule = 'feed.specimen-is-not-in-the-feed'

export default check({
  id: 'feed.specimens-stay-out',
  verifies: [rule],
  needs: ['orders', 'sandbox', 'webhook'],
  phase: 'last',
  async run({ expect, shared }) {
    const { all } = await shared(specimens)
    const { pages, events } = await shared(runEvents)
    const sent = new Set(all.map(({ answer }) => fieldAt(answer, '/event_id')))
    const synthetic = events.filter(({ id, data }) => sent.has(id) || String(data['order_id']).startsWith('ord_test_'))
    expect(rule).equal(
      computedFrom(
        synthetic.map(({ id }) => id),
        all[0]!.answer,
        ...pages,
      ),
      [],
    )
  },
})
