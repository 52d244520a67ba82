// A second run on one target: what the first left is no trouble, what others own is left alone, and a run that is under way
// stops it.
import t, { type Test } from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { areaOf } from '../conformance/run/select-checks.ts'
import { startReceiver } from '../conformance/receiver/receiver.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { judge, type JudgedRun } from './judge-target.ts'
import { verdictsIn } from './small-profiles.ts'

const id = 'webhooks.test-works-in-production'

const started = async (t: Test) => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const checks = (await loadChecks()).filter((check) => check.id === id)
  const run = (): Promise<JudgedRun> => judge(simulator.profile(), { checks, options: { rerun: false } })
  const put = async (environment: 'main' | 'production', json: object): Promise<void> => {
    const { credentials, sandbox_base_url: sandbox, production_base_url: production } = simulator.profile()
    const base = environment === 'main' ? sandbox : production
    const { client_id, client_secret } = credentials[environment]!
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
    const { access_token: token } = (await (await fetch(`${base}/oauth/token`, { method: 'POST', body })).json()) as {
      access_token: string
    }
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    await fetch(`${base}/webhook`, { method: 'PUT', headers, body: JSON.stringify(json) })
  }
  return { run, put }
}

const verdictsOf = (judged: JudgedRun): string[] =>
  judged.events.flatMap((event) =>
    event.type === 'check-finished' && event.check === id
      ? (event.outcomes ?? []).map(({ rule, verdict, reason_code: code }) => `${rule} ${code ?? verdict}`)
      : [],
  )

const secret = 'a-webhook-secret-of-more-than-32-characters'

t.test('a run judges production as the run before it did', async (t) => {
  const { run } = await started(t)
  const first = verdictsOf(await run())
  t.ok(first.length > 0 && first.every((one) => one.endsWith(' pass')), first.join('\n'))
  t.strictSame(verdictsOf(await run()), first)
})

t.test('a webhook of somebody else in production is left alone, and what is then not tested says why', async (t) => {
  const { run, put } = await started(t)
  await put('production', { url: 'https://127.0.0.1:9/own', secret })
  const outcomes = verdictsOf(await run())
  t.notMatch(outcomes.join('\n'), /nothing-compared|error/)
  t.ok(outcomes.includes('webhooks.put-sets-enabled webhook-of-production-in-use'), outcomes.join('\n'))
})

t.test('the receiver of a run that is under way stops another', async (t) => {
  const { run, put } = await started(t)
  const receiver = await startReceiver({ path: '/assay/0000bbbb' })
  await put('main', { url: receiver.url, secret, enabled: true })
  const { result } = await run()
  t.match(result, { exit_code: 2, reason: { code: 'another_run', message: /assay\/0000bbbb/ } })
  await receiver.close()
  const after = await run()
  t.equal(after.result.outcome, 'complete', 'one that is gone does not')
  t.ok(verdictsIn(after).size > 0)
})

t.test('a server that shows our URL in another form is no other run', async (t) => {
  const simulator = await createSimulator({ readings: { 'webhooks.url-form': 'normalised' } })
  t.teardown(() => simulator.close())
  const profile = { ...simulator.profile(), webhook: { public_url: 'https://ASSAY.invalid' } }
  const checks = (await loadChecks()).filter((check) => check.id === id)
  const { result } = await judge(profile, { checks, options: { rerun: false } })
  t.equal(result.outcome, 'complete', JSON.stringify(result.reason))
})

t.test('of two runs beside each other at least one stops, and none blames the target', async (t) => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const checks = (await loadChecks()).filter((check) => areaOf(check) === 'create')
  const runs = ['aaaa0001', 'bbbb0002'].map((run) =>
    judge(simulator.profile(), { run, checks, options: { rerun: false } }),
  )
  const results = (await Promise.all(runs)).map(({ result }) => result)
  const shown = JSON.stringify(results)
  t.ok(
    results.some(({ exit_code: code, reason }) => code === 2 && reason?.code === 'another_run'),
    shown,
  )
  t.notOk(
    results.some(({ exit_code: code }) => code === 1),
    shown,
  )
})
