// What reruns make of a cause.
import t from 'tap'
import { recordedReason } from '../../reports/reasons/reason.ts'
import { labelOf } from './label.ts'

const noAnswer = recordedReason('target-lost')

t.test('the label follows from the reruns', async (t) => {
  const label = (...tries: Parameters<typeof labelOf>[0]) => labelOf(tries).label
  t.equal(label('again', 'again'), 'deterministic')
  t.equal(label('again', 'held'), 'intermittent')
  t.equal(label('held', 'held'), 'unreproduced')
  t.equal(label('again', { inconclusive: noAnswer }), 'deterministic')
  t.match(labelOf(['again', { inconclusive: noAnswer }]), { reason_code: 'target-lost', tries: { made: 1, again: 1 } })
  t.match(labelOf([{ inconclusive: noAnswer }]), {
    label: 'unrepeated',
    reason_code: 'target-lost',
    tries: { made: 0 },
  })
  t.equal(label(), 'unrepeated')
})
