// What reruns make of a cause.
import t from 'tap'
import { labelOf } from './label.ts'

t.test('the label says what became of the second tries', async (t) => {
  const label = (...tries: Parameters<typeof labelOf>[0]) => labelOf(tries).label
  t.equal(label('again', 'again'), 'deterministic')
  t.equal(label('again', 'held'), 'intermittent')
  t.equal(label('held', 'held'), 'unreproduced')
  t.equal(label('again', { inconclusive: 'no answer' }), 'deterministic')
  t.match(labelOf(['again', { inconclusive: 'no answer' }]), { reason: 'no answer', tries: { made: 1, again: 1 } })
  t.match(labelOf([{ inconclusive: 'no answer' }]), { label: 'unrepeated', reason: 'no answer', tries: { made: 0 } })
  t.equal(label(), 'unrepeated')
})
