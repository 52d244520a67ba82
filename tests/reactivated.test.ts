// Whatever keeps the lender from a cancel, an order that the company puts back in production is judged.
import t, { type Test } from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { createSimulator } from '../in-process.ts'
import type { SimulatorOptions } from '../simulator/simulator.ts'
import { judge } from './judge-target.ts'
import { verdictsIn } from './small-profiles.ts'

const rules = ['actions.resume-refused-in-reactivated', 'sandbox.reactivated-advances-no-other-way']

const verdictsOf = async (t: Test, options: SimulatorOptions) => {
  const simulator = await createSimulator({ clock: { mode: 'manual' }, ...options })
  t.teardown(() => simulator.close())
  const checks = (await loadChecks()).filter(({ id }) => id === 'lifecycle.reactivated-order-goes-on')
  return verdictsIn(await judge(simulator.profile(), { checks, options: { rerun: false } }))
}

t.test('an order that a bug keeps from being cancelled is cancelled by the company', async (t) => {
  const verdicts = await verdictsOf(t, { defect: 'cancel-refused-in-appraiser-assigned' })
  for (const rule of rules) t.match(verdicts.get(rule), { verdict: 'pass' }, rule)
})

t.test('one of a lender who may not cancel is, too', async (t) => {
  const verdicts = await verdictsOf(t, { readings: { 'actions.cancel-permission': 'status-403' } })
  for (const rule of rules) t.match(verdicts.get(rule), { verdict: 'pass' }, rule)
})
