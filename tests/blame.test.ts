// What one check was told for is not held against the next: a trespass that changed an order is no fault of later refusals.
import t from 'tap'
import { loadChecks } from '../conformance/run/load-checks.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { judge } from './judge-target.ts'

const trespass = 'auth.another-company-reaches-nothing'
const refusals = ['errors.malformed-json-is-400', 'errors.other-content-type-is-415']

t.test('an order that another company has moved is blamed on nobody else', async (t) => {
  const simulator = await createSimulator({ defect: 'orders-of-everyone' })
  t.teardown(() => simulator.close())
  const all = await loadChecks()
  const checks = [trespass, ...refusals].map((id) => all.find((check) => check.id === id)!)
  const { events } = await judge(structuredClone(simulator.profile()) as Record<string, unknown>, { checks })
  const blamed = events.flatMap((event) => (event.type === 'finding' ? [event.check] : []))
  t.same([...new Set(blamed)], [trespass])
  const judged = events.flatMap((event) => (event.type === 'check-finished' ? [[event.check, event.verdict]] : []))
  for (const id of refusals) t.same(judged.find(([check]) => check === id)?.[1], 'pass', `${id} compared all the same`)
})
