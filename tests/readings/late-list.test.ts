// A list that shows new orders moments later: that it is empty until then shows nothing of how it reads an odd query.
import t from 'tap'
import { judgeMix } from '../soundness.ts'

t.test('an empty status is not read off a list that is behind', async (t) => {
  const { outcome, held, misread } = await judgeMix({
    readings: { 'list.new-order-visibility': 'shortly-after' },
    only: ['list.odd-queries-do-no-harm'],
  })
  t.strictSame({ outcome, held, misread }, { outcome: 'complete', held: [], misread: [] })
})
