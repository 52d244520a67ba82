// Playwright. Run: npx playwright test playwright.spec.ts (calls need no browser; your pages do)
import { expect, test } from '@playwright/test'
import { conform } from 'assay'
import { createSimulator, type Simulator } from 'assay/simulator'

let simulator: Simulator
test.beforeAll(async () => {
  simulator = await createSimulator({ clock: { mode: 'manual' } })
})
test.afterAll(() => simulator.close())

// A lender: your client talks to the simulator, which judges it. Start the server behind your pages with `simulator.sandboxUrl`.
test('a client keeps the contract', async ({ request }) => {
  const { client_id, client_secret } = simulator.profile().credentials.main
  const form = { grant_type: 'client_credentials', client_id, client_secret }
  const { access_token } = await (await request.post(`${simulator.sandboxUrl}/oauth/token`, { form })).json()
  const answer = await request.get(`${simulator.sandboxUrl}/account`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect(answer.status()).toBe(200)
  await simulator.expectConforming()
})

// An implementer: give conform the profile of your server, here of the simulator. Leave `areas` out to test the whole contract.
test('the server conforms', async () => {
  test.setTimeout(600_000)
  const report = await conform(simulator.profile(), { areas: ['account'] })
  expect(report.findings).toEqual([])
  expect(report.exit_code, report.reason?.message).toBe(0)
})
