// Ages are compared to the last digit that the target writes, so that only what was created at one instant is a tie.
import t from 'tap'
import { ageOf, tiesIn } from './compare-ages.ts'
import { agedOrders } from './list-orders.ts'

const listed = (...times: unknown[]) =>
  agedOrders(times.map((created_at, index) => ({ id: `ord_${index}`, dates: { created_at } })))

t.test('microseconds tell two orders apart', async (t) => {
  t.same(tiesIn(listed('2026-11-22T10:00:19.005683Z', '2026-11-22T10:00:19.005252Z')), [])
  t.same(tiesIn(listed('2026-11-22T10:00:19.0056831Z', '2026-11-22T10:00:19.0056830001Z')), [])
})

t.test('one instant may be written in several ways', async (t) => {
  const times = ['2026-11-22T10:00:19.500Z', '2026-11-22T10:00:19.5+00:00', '2026-11-22T10:00:19.500000Z']
  t.same(tiesIn(listed(...times)), ['ascending', 'ascending'])
  t.same(tiesIn(listed('2026-11-22T10:00:19Z', '2026-11-22T10:00:19.000Z').toReversed()), ['descending'])
})

t.test('what has no age ties with nothing', async (t) => {
  t.same(tiesIn(listed(null, null, 'yesterday', 'yesterday', undefined)), [])
  t.equal(ageOf('yesterday'), null)
})
