// Jest as it is installed, in CommonJS. Run: npx jest --testMatch '**/jest.test.cjs'
const { conform } = require('assay')
const { createSimulator } = require('assay/simulator')

let simulator
beforeAll(async () => {
  simulator = await createSimulator({ clock: { mode: 'manual' } })
})
beforeEach(() => simulator.reset())
afterAll(() => simulator.close())

// A lender: your client talks to the simulator, which judges it.
test('a client keeps the contract', async () => {
  const { client_id, client_secret } = simulator.profile().credentials.main
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const { access_token } = await (await fetch(`${simulator.sandboxUrl}/oauth/token`, { method: 'POST', body })).json()
  const headers = { authorization: `Bearer ${access_token}` }
  const answer = await fetch(`${simulator.sandboxUrl}/account`, { headers })
  expect(answer.status).toBe(200)
  await simulator.expectConforming()
})

// An implementer: give conform the profile of your server, here of the simulator. Leave `areas` out to test the whole contract.
test('the server conforms', async () => {
  const report = await conform(simulator.profile(), { areas: ['account'] })
  expect(report.findings).toEqual([])
  expect(report.exit_code).toBe(0)
}, 600_000)
