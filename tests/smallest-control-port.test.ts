// The smallest control port has a clock alone: what needs time is judged, and what needs more is not tested, and never blocked.
// Silent for up to 300 s.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { check } from '../conformance/kit/check.ts'
import type { StepContext } from '../conformance/kit/context.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { judge } from './judge-target.ts'
import { root } from './places.ts'
import { verdictsIn } from './small-profiles.ts'
import { ended, firstLine } from './wait-for.ts'

/** What nobody but the company can bring about. */
const ofCompany = [
  'actions.resume-restores-the-status-held-before',
  'order.updated-at-moves-with-the-fee',
  'revisions.reconsideration-accepted-in-revision-requested',
  'revisions.request-not-taken-forward-is-declined',
]

const isOfClock = (call: string): boolean => ['GET /clock', 'POST /clock/advance'].includes(call)

/** The control port of a simulator, of which nothing is left but its clock, or what is named. */
const clockOf = async (t: Test, control: string, isOffered = isOfClock, operations?: string[]): Promise<string> => {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (operations && request.url === '/capabilities') return void response.end(JSON.stringify({ operations }))
    const answer = isOffered(`${request.method} ${request.url}`)
      ? await fetch(control + request.url, {
          method: request.method!,
          ...(body !== '' && { body, headers: { 'content-type': 'application/json' } }),
        })
      : new Response('{"code":"not_found","message":"Not here.","details":[]}', { status: 404 })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

t.test('a clock alone is enough for time, and for nothing of the company', async (t) => {
  const simulator = await createSimulator({ clock: { mode: 'manual' } })
  t.teardown(() => simulator.close())
  const profile = simulator.profile() as { control_url: string }
  const control_url = await clockOf(t, profile.control_url)
  const ids = ['auth.token-lives-sixty-minutes', 'order.portal-order-is-of-the-account']
  const checks = (await loadChecks()).filter(({ id }) => ids.includes(id))
  t.equal(checks.length, 2)
  const judged = await judge({ ...profile, control_url }, { checks, options: { rerun: false } })
  const verdicts = verdictsIn(judged)
  const [time, company] = checks
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ verifies }) => verifies.map((rule) => verdicts.get(rule)))
  t.ok(
    time!.some((one) => one?.verdict === 'pass'),
    JSON.stringify(time),
  )
  for (const one of company!) t.match(one, { verdict: 'not-tested', reason_code: 'control-lacks' })
})

t.test('all that the port lacks for a check is named, and what needs none of it is judged', async (t) => {
  const simulator = await createSimulator({ clock: { mode: 'manual' } })
  t.teardown(() => simulator.close())
  const profile = simulator.profile() as { control_url: string }
  const isFile = (call: string): boolean => /^POST \/orders\/\w+\/documents$/.test(call)
  const operations = ['getClock', 'advanceClock', 'addDocument']
  const control_url = await clockOf(t, profile.control_url, (call) => isOfClock(call) || isFile(call), operations)
  const ids = ['documents.company-files-are-on-the-order', 'list.documents-of-equal-age-run-by-id']
  const checks = (await loadChecks()).filter(({ id }) => ids.includes(id))
  t.equal(checks.length, ids.length)
  const verdicts = verdictsIn(await judge({ ...profile, control_url }, { checks, options: { rerun: false } }))
  for (const rule of checks.find(({ id }) => id === ids[0])!.verifies)
    t.match(verdicts.get(rule), {
      verdict: 'not-tested',
      reason:
        'the control port does not offer getCompanyOrder, assignAppraiser, postMessage, addInternalNote, changeFee, deliverReport',
    })
  t.notMatch(verdicts.get('list.documents-of-equal-age-sorted-by-id'), { reason_code: 'control-lacks' })
})

t.test('a move that the port does not offer is no move: what stands is what the target showed', async (t) => {
  const readings = { 'amend.due-date-outcome': 'at-once' }
  const simulator = await createSimulator({ clock: { mode: 'manual' }, readings })
  t.teardown(() => simulator.close())
  const profile = simulator.profile() as { control_url: string }
  const control_url = await clockOf(t, profile.control_url)
  const ids = ['amend.accepted-due-date-is-the-orders', 'events.company-moves-raise-their-events']
  const checks = (await loadChecks()).filter(({ id }) => ids.includes(id))
  const verdicts = verdictsIn(await judge({ ...profile, control_url }, { checks, options: { rerun: false } }))
  t.equal(verdicts.get('events.due-date-changed-has-previous-due-date')?.verdict, 'pass')
  t.match(verdicts.get('amend.accepted-due-date-becomes-the-orders'), { reason_code: 'control-lacks' })
  for (const rule of checks.find(({ id }) => id === ids[1])!.verifies) {
    const one = verdicts.get(rule)
    t.ok(one?.verdict === 'pass' || one?.reason_code === 'control-lacks', `${rule}: ${JSON.stringify(one)}`)
  }
})

t.test('what a run without a control port judges, one with a clock alone judges too', async (t) => {
  const simulator = await createSimulator({ clock: { mode: 'manual' } })
  t.teardown(() => simulator.close())
  const profile = simulator.profile() as { control_url: string }
  const control_url = await clockOf(t, profile.control_url)
  const ids = [
    'actions.other-statuses-refuse',
    'lifecycle.company-places-what-it-reviewed',
    'lifecycle.company-revises-a-reconsidered-report',
    'order.updated-at-moves-with-every-change',
    'sandbox.every-listed-move-is-accepted',
  ]
  const checks = (await loadChecks()).filter(({ id }) => ids.includes(id))
  t.equal(checks.length, ids.length)
  const judged = verdictsIn(await judge({ ...profile, control_url }, { checks, options: { rerun: false } }))
  const of = (verdict: string) => [...judged].filter(([, one]) => one.verdict === verdict)
  t.ok(of('pass').length > 100, `${of('pass').length} rules`)
  const lost = of('not-tested').filter(([, one]) => one.reason_code === 'control-lacks')
  t.strictSame(
    lost.map(([rule]) => rule).filter((rule) => !ofCompany.includes(rule)),
    [],
  )
})

t.test(
  'where a port is there, no reason says that there is none, nor that an order left where it never was',
  async (t) => {
    const simulator = await createSimulator({ clock: { mode: 'manual' } })
    t.teardown(() => simulator.close())
    const profile = simulator.profile() as { control_url: string }
    const control_url = await clockOf(t, profile.control_url)
    const ids = [
      'actions.reactivated-order-takes-hold-and-cancel',
      'documents.delivered-company-files',
      'events.company-moves-raise-their-events',
      'events.spontaneous-changes-are-shown',
      'lifecycle.company-places-what-it-reviewed',
      'lifecycle.company-revises-a-reconsidered-report',
      'revisions.revised-report-answers-the-request',
    ]
    const checks = (await loadChecks()).filter(({ id }) => ids.includes(id))
    const verdicts = verdictsIn(await judge({ ...profile, control_url }, { checks, options: { rerun: false } }))
    for (const { verifies } of checks)
      for (const rule of verifies)
        t.notMatch(verdicts.get(rule)?.reason_code ?? '', /no-control-url|status-already-left|webhook-not-ours/, rule)
  },
)

t.test('a port that begins no rate limit window leaves one to be used up, and the plan counts it', async (t) => {
  const simulator = await createSimulator({ clock: { mode: 'manual' } })
  t.teardown(() => simulator.close())
  const profile = simulator.profile() as { control_url: string }
  const given: Pick<StepContext, 'effort' | 'randomRequests'>[] = []
  const probe = check({
    id: 'account.probe',
    verifies: [],
    needs: [],
    async run({ effort, randomRequests }) {
      given.push({ effort, randomRequests })
    },
  })
  const checks = [probe, ...(await loadChecks()).filter(({ id }) => id === 'limits.over-the-rate-is-429')]
  const plannedWith = async (control_url: string) => {
    const { events, requests } = await judge({ ...profile, control_url }, { checks, options: { budget: 200 } })
    const plans = events.flatMap((event) => (event.type === 'requests-planned' ? [event.phases] : []))
    const limits = plans.map((phases) => phases.find(({ phase }) => phase === 'checks.limits')?.requests ?? 0)
    return { limits, requests }
  }
  const whole = await plannedWith(profile.control_url)
  t.equal(whole.limits.length, 1)
  t.ok(whole.limits[0]! > 0)
  const clock = await plannedWith(await clockOf(t, profile.control_url))
  t.strictSame(clock.limits, [...whole.limits, 0], 'it does not fit any more')
  t.ok(clock.requests < 200, `${clock.requests} requests`)
  t.ok(given[0]!.randomRequests > 0)
  t.strictSame(given[1], { effort: 1, randomRequests: 0 }, 'nor do random plans')
})

t.test('what the port refuses is not said to lack a port', async (t) => {
  const simulator = await createSimulator({ clock: { mode: 'manual' } })
  t.teardown(() => simulator.close())
  const profile = simulator.profile() as { control_url: string }
  const control_url = await clockOf(t, profile.control_url, (call) => !/^PUT .*webhooks/.test(call))
  const checks = (await loadChecks()).filter(({ id }) => id === 'webhooks.last-write-wins')
  const verdicts = verdictsIn(await judge({ ...profile, control_url }, { checks, options: { rerun: false } }))
  t.match(verdicts.get('webhooks.last-write-wins'), { reason_code: 'control-refused' })
})

const examples: Record<string, [command: string, file: string]> = {
  JavaScript: [process.execPath, 'clock.mjs'],
  Python: ['python3', 'clock.py'],
}

const isThere = (command: string): boolean => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0

for (const [language, [command, file]] of Object.entries(examples))
  t.test(`the example in ${language} keeps the document of the port`, async (t) => {
    if (!isThere(command)) return void t.pass(`no ${command} here`)
    const child: ChildProcess = spawn(command, [join(root, 'examples/control-port', file), '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.teardown(async () => {
      child.kill()
      await ended(child)
    })
    const url = (await firstLine(child)).replace('control_url: ', '')
    const call = async (method: string, path: string, body?: unknown) => {
      const answer = await fetch(url + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    const before = await call('GET', '/clock')
    t.match(before, { status: 200, body: { mode: 'real', upcoming: [], now: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ } })
    const moved = await call('POST', '/clock/advance', { seconds: 3600 })
    t.match(moved, { status: 200, body: { fired: [] } })
    const seconds = (Date.parse(String(moved.body['now'])) - Date.parse(String(before.body['now']))) / 1000
    t.ok(seconds >= 3600, `${seconds} s`)
    t.match(await call('POST', '/clock/advance', { seconds: -1 }), { status: 422, body: { code: 'unusable' } })
    t.match(await call('POST', '/clock/advance', {}), { status: 422 })
    t.match(await call('GET', '/capabilities'), { status: 404 })
    t.equal((await fetch(`${url}/clock`, { headers: { origin: 'https://x.example.com' } })).status, 403)
  })
