// The outline of a value.
import t from 'tap'
import { shapeOf, shapeOfExpectation, shapeOfPointer } from './shape.ts'

t.test('the outline of a value leaves out what differs from one sight to the next', async (t) => {
  const one = { id: 'ord_01ABC', at: '2026-03-02T15:04:05.000Z', count: 3, texts: ['assay-1f2e-12', 'assay-9a9a-7'] }
  const other = { count: 41, texts: ['assay-77aa-1'], at: '2027-01-01T00:00:00Z', id: 'ord_99ZZZ' }
  t.equal(shapeOf(one), shapeOf(other))
  t.not(shapeOf('on_hold'), shapeOf('cancelled'))
  t.not(shapeOf(null), shapeOf(undefined))
  t.equal(shapeOfExpectation('refused with 409 (hold on o3)'), shapeOfExpectation('refused with 409 (hold on o1)'))
  t.equal(shapeOfPointer('/data/12/status/code'), '/data/*/status/code')
  t.ok(shapeOf({ deep: [[[[['x'.repeat(5_000)]]]]] }).length < 300)
})
