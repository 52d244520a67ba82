// A client that keeps the contract has nothing to answer for, and its life shows every rule that a journal can show.
import t from 'tap'
import { createSimulator } from '../../simulator/simulator.ts'
import { elsewhere } from '../../conformance/audit/elsewhere.ts'
import { auditOf } from './audit-journal.ts'
import { runClientOn } from './client-run.ts'
import { sandboxOrigin } from './client-scene.ts'

t.test('the good client passes, and leaves no judged rule without an occasion', async (t) => {
  const simulator = await createSimulator({ clock: { mode: 'manual' }, publicOrigin: sandboxOrigin })
  t.teardown(() => simulator.close())
  const { failed, untested, findings } = auditOf(await runClientOn(simulator))
  t.strictSame(failed, [], JSON.stringify(findings, null, 2))
  t.strictSame(
    untested,
    elsewhere.map(({ rule }) => rule),
  )
})
