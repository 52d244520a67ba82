// The preflight against a sound target: what a profile has wrong is a warning with its remedy, and never the target's failure.
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { reasonIn } from '../reports/recorded-reason.ts'
import { check } from '../conformance/kit/check.ts'
import type { Need } from '../conformance/kit/check.ts'
import { costOfPreflight, measuredCosts } from '../conformance/run/costs.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { judge } from './judge-target.ts'

const simulator = await createSimulator({ clock: { mode: 'real' } })
t.teardown(() => simulator.close())

type Profile = ReturnType<typeof simulator.profile>
type Roles = Profile['credentials']

/** As on a deployment: without the control port, unless a test asks for it. */
const profileWith = (change: (roles: Roles) => Roles, more: Record<string, unknown> = {}): Record<string, unknown> => {
  const { control_url: _control, tokens: _tokens, ...profile } = structuredClone(simulator.profile())
  return { ...profile, credentials: change(profile.credentials), ...more }
}

const needing = (...needs: Need[]) =>
  check({
    id: 'account.tells-the-account',
    verifies: ['account.answers-200'],
    needs,
    async run({ client, expect }) {
      expect('account.answers-200').status(await client.call('getAccount'), 200)
    },
  })

const reasonOf = async (profile: Record<string, unknown>, need: Need) => {
  const judged = await judge(profile, { checks: [needing(need)] })
  const end = judged.events.find((event) => event.type === 'check-finished')
  t.equal(judged.result.exit_code, 0, JSON.stringify(judged.result))
  t.notOk(
    judged.events.some((event) => event.type === 'finding'),
    'nothing is held against the target',
  )
  return {
    ...judged,
    reason: end?.type === 'check-finished' ? reasonIn(end) : undefined,
    warnings: judged.findings.filter(({ verdict }) => verdict === 'warning'),
  }
}

t.test('a whole profile is looked through in few requests, and nothing is wrong', async (t) => {
  const { findings, requests, result } = await judge(profileWith((roles) => roles))
  t.equal(result.exit_code, 0)
  t.strictSame(
    findings.filter(({ verdict }) => verdict !== 'ok'),
    [],
  )
  for (const about of ['address', 'tls', 'clock', 'credential', 'accounts', 'catalog', 'webhook'])
    t.ok(
      findings.some((finding) => finding.about === about),
      about,
    )
  const compared = findings.find(({ about }) => about === 'accounts')
  t.match(compared?.message, /main and main_second and production: len_\w+ at cmp_/)
  const named = Object.entries(compared?.facts['accounts'] ?? {})
  t.match(named[0]?.[0], /^len_\w+ at cmp_/)
  t.strictSame(
    named.map(([, roles]) => roles),
    [
      ['main', 'main_second', 'production'],
      ...['other_lender', 'other_company', 'card_billed', 'no_cancel', 'no_amend', 'no_appraiser_messages'].map(
        (role) => [role],
      ),
    ],
    'roles alone, and nothing of what the target answered',
  )
  const planned = costOfPreflight(measuredCosts(), () => true).requests
  t.ok(requests <= planned, `${requests} requests, ${planned} planned`)
})

const main = simulator.profile().credentials.main!
const other = simulator.profile().credentials.other_lender!
const second = simulator.profile().credentials.main_second!

const broken: Record<string, [code: string, need: Need, change: (roles: Roles) => Roles]> = {
  'a wrong secret': [
    'credential_refused',
    'role:other_lender',
    (roles) => ({ ...roles, other_lender: { ...other, client_secret: 'no-such-secret' } }),
  ],
  'a second credential of another lender': [
    'account_not_as_named',
    'role:main_second',
    (roles) => ({ ...roles, main_second: other }),
  ],
  'another lender that is the same': [
    'account_not_as_named',
    'role:other_lender',
    (roles) => ({ ...roles, other_lender: second }),
  ],
  'another company that is the same': [
    'account_not_as_named',
    'role:other_company',
    (roles) => ({ ...roles, other_company: other }),
  ],
  'one credential under two names': [
    'credential_named_twice',
    'role:main_second',
    (roles) => ({ ...roles, main_second: main }),
  ],
  'a revoked credential that works': [
    'credential_not_revoked',
    'role:revoked',
    (roles) => ({ ...roles, revoked: second }),
  ],
  'a production credential for the sandbox': [
    'credential_for_another_environment',
    'role:production',
    (roles) => ({ ...roles, production: second }),
  ],
}

for (const [what, [code, need, change]] of Object.entries(broken)) {
  t.test(`${what} is ${code}, and leaves untested what needs it`, async (t) => {
    const role = need.slice('role:'.length)
    const few = (roles: Roles): Roles => ({ main, [role]: change(roles)[role as keyof Roles] })
    const { reason, warnings } = await reasonOf(profileWith(few), need)
    t.match(warnings, [{ about: /credential|accounts/, subject: `credentials.${role}`, code }])
    t.match(warnings[0]?.message, /; [^;]+\. What needs it is not tested\.$/)
    t.match(reason, { reason: new RegExp(`credentials\\.${role}`), reason_kind: 'blocked' })
    t.match(reason?.remedy, `credentials.${role}`)
  })
}

t.test('an environment that is not there, and a control port that is none', async (t) => {
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address() as AddressInfo
      server.close(() => resolve(address))
    })
  })
  const gone = `http://127.0.0.1:${port}`
  const production = await reasonOf(
    profileWith(({ production }) => ({ main, production: production! }), { production_base_url: `${gone}/v1` }),
    'role:production',
  )
  t.match(production.warnings, [
    { about: 'address', subject: 'production_base_url', code: 'target_unreachable' },
    { about: 'credential', subject: 'credentials.production', code: 'no_base_address' },
  ])
  const control = await reasonOf(
    profileWith(() => ({ main }), { control_url: gone }),
    'control',
  )
  t.match(control.warnings, [{ about: 'control', code: 'control_unreachable' }])
  t.match(control.reason, { reason_code: 'control-unreachable', reason_parameters: { url: gone } })
})

t.test('a receiver that the target does not reach is diagnosed', async (t) => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  t.teardown(() => taken.close())
  const { port } = taken.address() as AddressInfo
  const cases: [webhook: Record<string, unknown>, code: string][] = [
    [{ listen: `127.0.0.1:${port}` }, 'receiver_not_started'],
    [{ tls: { cert: '/no/such.pem', key: '/no/such.pem' } }, 'unreadable_certificate'],
    [{ public_url: 'https://127.0.0.1:9' }, 'webhook_unreachable'],
    [{ public_url: 'http://127.0.0.1:9' }, 'webhook_refused'],
    [{ public_url: 'https://no-such-host.invalid' }, 'webhook_unreachable'],
  ]
  for (const [webhook, code] of cases) {
    const { reason, warnings } = await reasonOf(
      profileWith(() => ({ main }), { webhook }),
      'webhook',
    )
    t.match(warnings, [{ about: 'webhook', code }], code)
    t.match(reason, { reason_code: /^webhook-not-(offered|reached)$/, reason_parameters: { code } })
  }
})
