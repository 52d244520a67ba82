// What a report says the target is, from what is known of it.
import t from 'tap'
import { demoClients } from '../contract/contract.ts'
import { parseProfile } from '../sut/profile.ts'
import { simulatedOf } from './simulated-target.ts'

const [demo] = demoClients()

const profile = (base: string, client_id = demo!, more: object = {}) =>
  parseProfile({ sandbox_base_url: base, credentials: { main: { client_id, client_secret: 's' } }, ...more })

t.test('a client id of the demo world says nothing of a host elsewhere', async (t) => {
  t.equal(simulatedOf(profile('https://example.com/v1'), false), null)
  t.equal(simulatedOf(profile('http://127.0.0.1:4010/sandbox/v1'), false), 'the demo world of the simulator')
  t.equal(simulatedOf(profile('http://127.0.0.1:4010/sandbox/v1', 'cli_own'), false), null)
  const control_url = 'https://example.com:4011'
  t.equal(
    simulatedOf(profile('https://example.com/v1', demo, { control_url }), false),
    'the demo world of the simulator',
  )
  t.equal(
    simulatedOf(profile('https://example.com/v1', 'cli_own', { control_url }), false),
    'a test environment with a control port',
  )
  t.equal(simulatedOf(profile('https://example.com/v1'), true), 'the embedded simulator')
})
