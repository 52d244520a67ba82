// A property in a territory: where the profile names no postal code of one, the reason says which code to add.
import t from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { createSimulator } from '../in-process.ts'
import { catalogue } from '../reports/reasons/catalogue.ts'
import { judge } from './judge-target.ts'
import { verdictsIn } from './small-profiles.ts'

const rule = 'order.property-in-a-territory-is-taken'

const verdictWith = async (resolvable: string[]) => {
  const simulator = await createSimulator({ clock: { mode: 'manual' } })
  t.teardown(() => simulator.close())
  const checks = (await loadChecks()).filter(({ id }) => id === 'create.valid-orders-are-accepted')
  const profile = { ...simulator.profile(), postal_codes: { resolvable, unresolvable: ['00000'] } }
  return verdictsIn(await judge(profile, { checks, options: { rerun: false } })).get(rule)
}

t.test('the remedy names the kind of code and where it goes', async (t) => {
  const left = await verdictWith(['78701'])
  t.match(left, { verdict: 'not-tested', reason_code: 'no-territory-postal-code' })
  t.match(catalogue['no-territory-postal-code'].remedy(), /postal code of a territory .*`postal_codes.resolvable`/)
})
