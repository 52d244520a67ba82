// A simulator that answers like a deployment: what a report saw of one is answered by the other, and a file that is no report is refused.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { conformCommand } from '../../conformance/cli/conform.ts'
import type { Choice } from '../../simulator/behaviour/readings/choose.ts'
import { simulateCommand } from '../../simulator/cli/command.ts'
import { readLikeness } from '../../simulator/behaviour/likeness/read-likeness.ts'
import { startSimulator, type StartOptions, type StartedSimulator } from '../../simulator/start/start-simulator.ts'
import { callCommand } from '../call-command.ts'
import { startAssay } from '../run-assay.ts'
import { simulatedTarget } from '../simulated-target.ts'

t.setTimeout(180_000)

const conform = async (simulator: StartOptions, directory: string, ...args: string[]): Promise<number> => {
  const { file } = await simulatedTarget(t, simulator)
  const command = conformCommand({ embedded: { command: process.execPath, args: [] } })
  const all = ['--target', file, '--seed', '1', '--report-dir', directory, ...args]
  return (await callCommand(command, all)).code
}

type Likeness = { order_types: unknown[]; status_labels: Record<string, string>; words: Record<string, string> }
type Report = { likeness: Likeness; readings: { freedom: string; reading: string }[] }

const reportIn = (directory: string): Report =>
  JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as Report

const likeOf = async (path: string): Promise<StartedSimulator> => {
  const simulator = await startSimulator({ port: 0, controlPort: 0, like: readLikeness(path) })
  t.teardown(() => simulator.close())
  return simulator
}

const tokenOf = async ({ sandboxUrl, profile }: StartedSimulator): Promise<string> => {
  const { client_id, client_secret } = profile().credentials.main!
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const answer = await fetch(`${sandboxUrl}/oauth/token`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

const written = (directory: string, report: unknown): string => {
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'report.json'), JSON.stringify(report))
  return directory
}

t.test('what one run saw of a deployment, the next run sees of the simulator that is like it', async (t) => {
  const directory = t.testdir()
  const first = join(directory, 'deployment')
  const readings = [
    'lifecycle.labels=company-wording',
    'amend.closed-refusal-code=another-code',
    'transport.ping-text=another-word',
    'errors.extra-fields=further-fields',
    'conventions.timestamp-offset=numeric-zero',
  ]
  const areas = ['account', 'catalog', 'amend', 'errors', 'transport'].flatMap((area) => ['--area', area])
  const taken = { readings: Object.fromEntries(readings.map((reading) => reading.split('='))) as Choice }
  t.equal(await conform(taken, first, ...areas), 0)
  const deployment = reportIn(first)
  t.ok(deployment.likeness.order_types.length > 5)
  t.equal(deployment.likeness.words['amend.closed-refusal-code'], 'order_closed')

  // A deployment of other words and another catalog than the simulator has anywhere.
  deployment.likeness.words['amend.closed-refusal-code'] = 'too_late'
  deployment.likeness.status_labels['new'] = 'Freshly placed'
  const [product] = deployment.likeness.order_types as { code: string; name: string }[]
  product!.name = 'A product of theirs'
  const theirs = written(join(directory, 'theirs'), deployment)

  const second = join(directory, 'simulated')
  t.equal(await conform({ like: readLikeness(theirs) }, second, ...areas), 0)
  const simulated = reportIn(second)
  t.strictSame(simulated.likeness.order_types, deployment.likeness.order_types, 'the catalog is theirs')
  t.equal(simulated.likeness.status_labels['new'], 'Freshly placed')
  t.equal(simulated.likeness.words['amend.closed-refusal-code'], 'too_late')
  const seen = new Set(simulated.readings.map(({ freedom, reading }) => `${freedom}=${reading}`))
  for (const reading of readings.filter((one) => !one.startsWith('lifecycle.'))) t.ok(seen.has(reading), reading)
})

t.test('fees, add-ons for accessory units and unknown readings', async (t) => {
  const product = {
    code: 'ONLY',
    name: 'The only product',
    report_format: 'uad_3_6',
    appraiser_certification: 'none',
    active: true,
    loan_types: [],
    add_ons: [
      { code: 'A', name: 'Always' },
      { code: 'B', name: 'For units' },
    ],
    loan_purposes: ['purchase'],
    property_types: [],
    with_adu_only: ['B'],
  }
  const likeness = {
    company: 'Their company',
    lender: 'Their lender',
    order_types: [product, { code: 7 }],
    status_labels: {},
    fees: { ONLY: '812.40' },
    words: { 'no.such-freedom': 'x', 'auth.missing-token-code': 'who_are_you' },
  }
  const readings = [
    { freedom: 'create.success-status', reading: 'unlisted: 207' },
    { freedom: 'no.such-freedom', reading: 'x' },
    { freedom: 'auth.missing-token-code', reading: 'another-code' },
  ]
  const path = written(t.testdir(), { readings, likeness })
  t.strictSame(readLikeness(path).left, ['create.success-status=unlisted: 207', 'no.such-freedom=x'])
  const simulator = await likeOf(path)
  t.match(await (await fetch(`${simulator.sandboxUrl}/account`)).json(), { code: 'who_are_you' })
  const headers = { authorization: `Bearer ${await tokenOf(simulator)}` }
  const list = async (query: string): Promise<string> =>
    (await fetch(`${simulator.sandboxUrl}${query}`, { headers })).text()
  const { with_adu_only: _none, ...shown } = product
  t.match(JSON.parse(await list('/order-types?has_adu=true')), { data: [shown] })
  t.match(JSON.parse(await list('/order-types')).data[0].add_ons.length, 1)
  t.match(JSON.parse(await list('/account')), { company: { name: 'Their company' }, lender: { name: 'Their lender' } })
})

t.test('what is no report of a run is refused with a sentence', async (t) => {
  const directory = t.testdir({ 'a.json': '{"readings": 1}', 'b.json': 'not json' })
  for (const [file, code] of [
    ['a.json', 'not_a_report'],
    ['b.json', 'unreadable_report'],
    ['missing.json', 'unreadable_report'],
  ] as const) {
    const { code: exit, err: said } = await callCommand(simulateCommand(), ['--like', join(directory, file)])
    t.equal(exit, 3, said)
    t.match(said, new RegExp(`^${code}: .*${file}`))
    t.notMatch(said, /\n {4}at /)
  }
})

t.test('readings that it cannot take are named at the start, and written down', async (t) => {
  const left = [
    'a.freedom=one',
    'another.freedom=two',
    'create.no-such=three',
    'list.no-such=four\nsandbox_base_url: x',
  ]
  const readings = [...left, 'transport.ping-text=another-word'].map((one) => {
    const at = one.indexOf('=')
    return { freedom: one.slice(0, at), reading: one.slice(at + 1) }
  })
  const likeness = { company: null, lender: null, order_types: [], status_labels: {}, fees: {}, words: {} }
  const start = async (name: string, seen: typeof readings, ...flags: string[]) => {
    const directory = t.testdir({ [name]: {} })
    const report = written(join(directory, name), { readings: seen, likeness })
    const profile = join(directory, 'target.yaml')
    const args = ['--port', '0', '--control-port', '0', '--profile-out', profile, '--like', report, ...flags]
    const { child, until, ended } = startAssay(['simulate', ...args])
    t.teardown(() => child.kill('SIGKILL'))
    await until(/^\{"ready".*\}$/m)
    child.kill('SIGTERM')
    const { out: line, err: said } = await ended
    const text = readFileSync(profile, 'utf8')
    return { said, ready: JSON.parse(line) as { left_out: string[]; readings: object }, text }
  }
  const { said, ready, text } = await start('some', readings, '--log-level', 'info')
  t.match(
    said,
    / {2}left out {4}4 readings of the report cannot be taken: a\.freedom=one, another\.freedom=two, create\.no-such=three, … \(/,
  )
  t.match(said, /"reading":"list\.no-such=four/, 'the log tells all')
  t.strictSame(ready.left_out, left)
  t.match(ready.readings, { 'transport.ping-text': 'another-word' })
  t.match(text, /\n# This simulator is not like the deployment in 4 readings:\n# {3}a\.freedom=one\n/)
  t.match(
    (parse(text) as { sandbox_base_url: string }).sandbox_base_url,
    /^http:/,
    'what a report holds stays a comment',
  )
  const none = await start('none', readings.slice(-1))
  t.notMatch(none.said, 'left out')
  t.strictSame(none.ready.left_out, [])
  t.strictSame(
    none.text.match(/#.*/g)?.filter((line) => !line.includes('$schema')),
    [],
  )
})
