// A token of the profile that the target never issued says nothing of how the target treats one whose hour is over.
import t, { type Test } from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { judge } from './judge-target.ts'
import { verdictsIn } from './small-profiles.ts'

const code = 'auth.expired-token-has-code-token-expired'

const verdictWith = async (t: Test, expired: string | undefined) => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const { control_url: _port, control_token: _token, ...profile } = simulator.profile() as Record<string, unknown>
  const tokens = { ...(profile['tokens'] as object), ...(expired !== undefined && { expired }) }
  const checks = (await loadChecks()).filter(({ id }) => id === 'auth.expired-token-is-refused')
  return verdictsIn(await judge({ ...profile, tokens }, { checks, options: { rerun: false } })).get(code)
}

t.test('a made-up token is named, and nobody is blamed', async (t) => {
  const verdict = await verdictWith(t, 'no-token-of-this-target')
  t.match(verdict, { verdict: 'not-tested', reason_code: 'token-unknown-to-target' })
  t.match(verdict?.remedy, 'tokens.expired')
})

t.test('a token of the target that is over is judged', async (t) => {
  t.match(await verdictWith(t, undefined), { verdict: 'pass' })
})
