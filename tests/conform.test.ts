// The suite end to end: a clean simulator passes, a broken one fails by name, and what is no target is said to be none.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import type { Test } from 'tap'
import { conformCommand } from '../conformance/cli/conform.ts'
import { createSimulator } from '../in-process.ts'
import type { SimulatorOptions } from '../simulator/simulator.ts'
import { callCommand } from './call-command.ts'
import { fixtureNames, loadFixture } from './fixture-files.ts'
import { recordOf } from './records.ts'
import { simulatedTarget } from './simulated-target.ts'
import { ended } from './wait-for.ts'

type Report = {
  summary: { rules: Record<string, number>; requests: number }
  phases: { phase: string; planned: number; spent: number }[]
  rules: { id: string; verdict: string }[]
  findings: { rule: string; check: string; requests: unknown[]; curl: string }[]
}

const embedded = { command: process.execPath, args: [] }

const conform = async (t: Test, args: string[], env: Record<string, string> = {}) => {
  const directory = t.testdir()
  const called = await callCommand(conformCommand({ embedded }), ['--report-dir', directory, ...args], { env })
  return { ...called, report: () => JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as Report }
}

t.test('the clean simulator breaks no rule, and the report is what its schema says', async (t) => {
  const { code, output, report } = await recordOf('clean')
  t.equal(code, 0, output.slice(-2000))
  const { summary, phases, rules, findings } = report<Report>()
  t.equal(summary.rules['fail'], 0)
  t.strictSame(findings, [])
  t.ok((summary.rules['pass'] ?? 0) > 500, `${summary.rules['pass']} rules were seen to hold`)
  // A window of the rate limit is used up by what the run sends anyway, unless the machine is slow; what is polled grows with its load, too.
  const planned = phases.reduce((sum, phase) => sum + phase.planned, 0)
  t.ok(planned <= 1750, `${planned} requests are planned, of 1,750 at most`)
  const limits = phases.find(({ phase }) => phase === 'checks.limits')!
  const sent = summary.requests - Math.max(0, limits.spent - limits.planned)
  t.ok(sent <= 1800, `${sent} requests, of 1,800 at most`)
  const service = fixtureNames()
    .filter((name) => name.startsWith('rules/'))
    .flatMap((name) => loadFixture<{ rules: { id: string; party?: string }[] }>(name).rules)
    .filter(({ party }) => party !== 'client')
  t.strictSame(
    rules.map(({ id }) => id).toSorted(),
    service.map(({ id }) => id).toSorted(),
    'every rule has its verdict',
  )
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    loadFixture('schemas/report.schema.json'),
  )
  t.ok(validate(report()), JSON.stringify(validate.errors))
})

/** With what is run to show it: checks of the rule, or an area; rules of every exchange are judged whatever is run. */
const firstDefects = [
  ['contacts-not-required', 'create.borrower-contacts-required', '--only=create.borrower-contacts-required'],
  [
    'signature-without-timestamp',
    'delivery.signature-covers-t-and-raw-body',
    '--only=delivery.signature-covers-t-and-raw-body',
  ],
  ['no-remaining-header', 'limits.remaining-header-on-every-response', '--area=transport'],
  ['tampered-link-accepted', 'downloads.altered-signature-refused', '--only=downloads.altered-signature-refused'],
  [
    'replay-makes-a-second-order',
    'idempotency.replay-places-no-second-order',
    '--only=idempotency.replay-places-no-second-order',
  ],
] as const

for (const [defect, rule, selection] of firstDefects) {
  t.test(`the defect ${defect} fails ${rule}`, async (t) => {
    const { file } = await simulatedTarget(t, { defect })
    const { code, output, report } = await conform(t, ['--target', file, selection])
    t.equal(code, 1, output.slice(-2000))
    t.match(output, rule)
    const finding = report().findings.find((found) => found.rule === rule)
    t.ok(finding && finding.requests.length > 0, 'the finding shows the requests')
  })
}

t.test('the defect hold-after-delivery fails actions.hold-refused-in-report-complete', async (t) => {
  const { code, output, report } = await recordOf('hold')
  t.equal(code, 1, output.slice(-2000))
  t.match(output, 'actions.hold-refused-in-report-complete')
  const finding = report<Report>().findings.find(({ rule }) => rule === 'actions.hold-refused-in-report-complete')
  t.ok(finding && finding.requests.length > 0, 'the finding shows the requests')
})

const serve = async (t: Test, listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

const noTargets: Record<string, RequestListener> = {
  'answers 404 to everything': (_request, response) => response.writeHead(404).end(),
  'answers HTML': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
  'closes every connection': (request) => request.socket.destroy(),
  'never answers': () => undefined,
}

for (const [what, listener] of Object.entries(noTargets)) {
  t.test(`a server that ${what} cannot be judged, which is said in a sentence`, async (t) => {
    const base = await serve(t, listener)
    const args = ['--base-url', base, '--client-id', 'cli_x', '--environment', 'sandbox', '--timeout', '1']
    const { code, output } = await conform(t, args, { ASSAY_CLIENT_SECRET: 'secret' })
    t.equal(code, 2, output)
    t.notMatch(output, /\n {4}at /, 'no stack trace')
    t.notMatch(output, /Conforms|No rule violated/, 'it is not reported as a pass')
  })
}

t.test('wrong usage is exit code 3 with a code and a sentence', async (t) => {
  const cases: [string[], RegExp][] = [
    [['--target', 'missing.yaml'], /missing\.yaml/],
    [['--only', 'no.such-rule'], /no\.such-rule/],
    [['--area', 'nowhere'], /nowhere/],
    [['--frobnicate'], /--frobnicate/],
  ]
  for (const [args, message] of cases) {
    const { code, output } = await conform(t, args)
    t.equal(code, 3, `${args.join(' ')}: ${output}`)
    t.match(output, message)
    t.notMatch(output, /\n {4}at /, 'no stack trace')
  }
})

t.test('--require makes a run that judged too little fail, and says so', async (t) => {
  const { file } = await simulatedTarget(t)
  const run = ['--target', file, '--area', 'account']
  const { code, output, report } = await conform(t, [...run, '--require', '95%'])
  t.equal(code, 2, output.slice(-2000))
  t.match(output, /too_little_judged: \d+ of [\d,]+ rules were judged/)
  t.ok((report().summary.rules['pass'] ?? 0) > 0)
  t.equal((await conform(t, [...run, '--require', '1%'])).code, 0)
  t.equal((await conform(t, ['--require', 'all'])).code, 3)
})

t.test('the curl script of a finding shows the broken rule again', async (t) => {
  const defect = 'hold-after-delivery'
  const { report } = await recordOf('hold')
  const finding = report<Report>().findings.find(({ rule }) => rule === 'actions.hold-refused-in-report-complete')!
  const rerun = async (options: SimulatorOptions) => {
    const simulator = await createSimulator(options)
    const { client_id, client_secret } = simulator.profile().credentials.main!
    const env = {
      ...process.env,
      ASSAY_BASE_URL: simulator.sandboxUrl,
      ASSAY_CLIENT_ID: client_id,
      ASSAY_CLIENT_SECRET: client_secret,
    }
    const shell = spawn('sh', ['-c', finding.curl], { env })
    let output = ''
    shell.stdout.on('data', (chunk: Buffer) => (output += chunk))
    const [code] = await ended(shell)
    await simulator.close()
    const statuses = [...output.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
    return { code, statuses, last: output.trimEnd().split('\n').at(-1) }
  }
  const broken = await rerun({ defect })
  const sound = await rerun({})
  t.match(broken, { code: 1, last: 'expected 409, received 200' })
  t.match(sound, { code: 0, last: 'expected 409, received 409' })
  t.strictSame([broken.statuses.at(-1), sound.statuses.at(-1)], [200, 409])
  t.equal(broken.statuses.length, 3, 'the shortened plan')
  t.equal(sound.statuses.length, 3)
})
