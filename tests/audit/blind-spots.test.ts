// A recording is not the wire: whatever a recorder leaves out, the good client violates nothing.
import t from 'tap'
import { createSimulator } from '../../simulator/simulator.ts'
import { auditOf } from './audit-journal.ts'
import { blindSpots, others, type Entry } from './blind-spots.ts'
import { runClientOn } from './client-run.ts'
import { sandboxOrigin } from './client-scene.ts'

const recorded = async (): Promise<string> => {
  const simulator = await createSimulator({ clock: { mode: 'manual' }, publicOrigin: sandboxOrigin })
  try {
    return await runClientOn(simulator)
  } finally {
    await simulator.close()
  }
}

t.test('the good client, and what recorders do not see', async (t) => {
  const har = await recorded()
  const whole = auditOf(har)
  t.strictSame(whole.failed, [])
  for (const [name, spoil] of Object.entries(blindSpots))
    t.test(name, async (t) => {
      const { log } = JSON.parse(har) as { log: { entries: Entry[] } }
      for (const [index, entry] of log.entries.entries()) spoil(entry, index)
      const { failed, findings } = auditOf(JSON.stringify({ log }))
      t.strictSame(failed, [], JSON.stringify(findings, null, 2))
    })
  t.test('calls to others', async (t) => {
    const { log } = JSON.parse(har) as { log: { entries: object[] } }
    const { failed, passed, elsewhere } = auditOf(JSON.stringify({ log: { entries: [...others, ...log.entries] } }))
    t.strictSame(failed, [])
    t.strictSame(passed, whole.passed, 'the rest is judged as it was')
    t.equal(
      [...elsewhere.values()].reduce((sum, count) => sum + count, 0),
      others.length,
      'and these are counted',
    )
  })
})
