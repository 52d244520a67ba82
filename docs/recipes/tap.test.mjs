// tap. Run: npx tap --disable-coverage tap.test.mjs (tap measures your own sources, of which there are none here)
import t from 'tap'
import { conform } from 'assay'
import { createSimulator } from 'assay/simulator'

t.setTimeout(600_000)
const simulator = await createSimulator({ clock: { mode: 'manual' } })
t.teardown(() => simulator.close())

// A lender: your client talks to the simulator, which judges it.
t.test('a client keeps the contract', async (t) => {
  const { client_id, client_secret } = simulator.profile().credentials.main
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const { access_token } = await (await fetch(`${simulator.sandboxUrl}/oauth/token`, { method: 'POST', body })).json()
  const headers = { authorization: `Bearer ${access_token}` }
  const answer = await fetch(`${simulator.sandboxUrl}/account`, { headers })
  t.equal(answer.status, 200)
  await simulator.expectConforming()
})

// An implementer: give conform the profile of your server, here of the simulator. Leave `areas` out to test the whole contract.
t.test('the server conforms', async (t) => {
  const report = await conform(simulator.profile(), { areas: ['account'] })
  t.strictSame(report.findings, [])
  t.equal(report.exit_code, 0, report.reason?.message)
})
