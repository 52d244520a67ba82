// Without a control port a run waits for the end of a rest, which must not end the hold that came meanwhile.
import t, { type Test } from 'tap'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { createSimulator } from '../../in-process.ts'
import type { SimulatorOptions } from '../../simulator/simulator.ts'
import { judge } from '../judge-target.ts'
import { verdictsIn } from '../small-profiles.ts'

const rule = 'actions.hold-moves-order-to-on-hold'

const verdictOf = async (t: Test, options: SimulatorOptions) => {
  const simulator = await createSimulator(options)
  t.teardown(() => simulator.close())
  const { control_url: _left, ...profile } = simulator.profile() as Record<string, unknown>
  const checks = (await loadChecks()).filter(({ id }) => id === 'actions.resumed-order-takes-hold-and-cancel')
  return verdictsIn(await judge(profile, { checks, options: { rerun: false } })).get(rule)
}

t.test('a rest that ends a second hold is seen, and one that does not is held against nobody', async (t) => {
  t.match(await verdictOf(t, { defect: 'end-of-off-hold-ends-a-second-hold' }), { verdict: 'fail' })
  t.match(await verdictOf(t, {}), { verdict: 'pass' })
})
