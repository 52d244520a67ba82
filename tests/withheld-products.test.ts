// A product that one lender may order and another may not: judged whichever of the two the profile calls main.
import t, { type Test } from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { createSimulator } from '../in-process.ts'
import type { SimulatorOptions } from '../simulator/simulator.ts'
import { judge } from './judge-target.ts'
import { verdictsIn } from './small-profiles.ts'

const rule = 'create.product-not-offered-to-the-lender-refused'

type Company = { id: string; catalog: { code: string; active: boolean; withheld_from: string[] }[] }
type Profile = { control_url: string; credentials: Record<string, { client_id: string }> }

/** Nothing is withheld from main, and its first product is withheld from the other lender; or nothing at all is. */
const judged = async (t: Test, isWithheld: boolean, options: SimulatorOptions = {}) => {
  const simulator = await createSimulator({ clock: { mode: 'manual' }, ...options })
  t.teardown(() => simulator.close())
  const profile = simulator.profile() as unknown as Profile
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(profile.control_url + path, {
      ...(body && { method: 'PATCH', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return (await answer.json()) as { data: never[] }
  }
  const clients: { client_id: string; lender_id: string }[] = (await ask('/clients')).data
  const lenderOf = (role: string) =>
    clients.find(({ client_id }) => client_id === profile.credentials[role]!.client_id)!.lender_id
  const companies: Company[] = (await ask('/companies')).data
  for (const { id, catalog } of companies) {
    const first = catalog.find(({ active, withheld_from }) => active && withheld_from.length === 0)
    for (const product of catalog) {
      const withheld_from = isWithheld && product === first ? [lenderOf('other_lender')] : []
      await ask(`/companies/${id}/products/${product.code}`, { withheld_from })
    }
  }
  const checks = (await loadChecks()).filter(({ id }) => id === 'create.single-violations-are-refused')
  const run = await judge(profile, { checks, options: { rerun: false } })
  const sent = run.events.flatMap((event) =>
    event.type === 'exchange' && event.exchange.operation === 'createOrder' && event.exchange.role === 'other_lender'
      ? [event.exchange.response?.status]
      : [],
  )
  return { sent, verdict: verdictsIn(run).get(rule) }
}

t.test('what main may order and the other lender may not is ordered by the other lender', async (t) => {
  const { sent, verdict } = await judged(t, true)
  t.strictSame(sent, [422])
  t.match(verdict, { verdict: 'pass' })
})

t.test('a target that sells it is found', async (t) => {
  const { sent, verdict } = await judged(t, true, { defect: 'withheld-product-sold' })
  t.strictSame(sent, [201])
  t.match(verdict, { verdict: 'fail' })
})

t.test('where nothing is withheld, the rule is not tested, and the other lender orders nothing', async (t) => {
  const { sent, verdict } = await judged(t, false)
  t.strictSame(sent, [])
  t.match(verdict, { verdict: 'not-tested', reason_code: 'no-withheld-product' })
})
