// From a broken target to its cause: grouped, labelled, shortened to a plan, and replayed with the defect and without it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { loadFixture } from './fixture-files.ts'
import { assay } from './places.ts'

t.setTimeout(180_000)

const run = async (...args: string[]) => {
  const child = spawn(process.execPath, [assay, ...args], { env: { ...process.env, NODE_OPTIONS: '' } })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

type Report = {
  findings: { rule: string; cause: string; label: string; plan: string }[]
  causes: { id: string; label: string; tries: object; plan: string; plan_steps: number | null; requests: number }[]
}

const conform = async (directory: string, ...args: string[]) => {
  const { code, output } = await run('conform', '--seed', '1', '--report-dir', directory, ...args)
  return { code, output, report: JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as Report }
}

const validate = (name: string) =>
  new Ajv2020({ strict: false, validateFormats: false }).compile(loadFixture(`schemas/${name}.schema.json`))

t.test('a fault of the order machine comes down to the shortest plan that shows it', async (t) => {
  const directory = t.testdir()
  const defect = ['--', '--defect', 'hold-after-delivery']
  const { code, output, report } = await conform(directory, '--only', 'actions.other-statuses-refuse', ...defect)
  t.equal(code, 1, output.slice(-2000))
  const rule = 'actions.hold-refused-in-report-complete'
  t.match(report.causes, [{ id: rule, label: 'deterministic', tries: { made: 2, again: 2 }, plan_steps: 3 }])
  t.ok(report.causes[0]!.requests <= 60, `${report.causes[0]!.requests} requests to shorten it and try it again`)
  t.match(report.findings, [{ rule, cause: rule, label: 'deterministic', plan: `plans/${rule}.json` }])
  t.match(output, /create → advance report_complete → hold/)
  t.match(output, /2 of 2 second tries — deterministic/)
  const ofReport = validate('report')
  t.ok(ofReport(report), JSON.stringify(ofReport.errors))

  const file = join(directory, report.causes[0]!.plan)
  const ofPlan = validate('plan')
  t.ok(ofPlan(JSON.parse(readFileSync(file, 'utf8'))), JSON.stringify(ofPlan.errors))
  const [broken, sound] = await Promise.all([run('replay', file, ...defect), run('replay', file)])

  t.equal(broken.code, 1, broken.output)
  t.match(broken.output, /3 {2}o1 hold +expected refused with 409 +received 200, on_hold\n +✗ actions\.hold-refused/)
  t.match(broken.output, `The rule is violated again: ${rule}`)

  t.equal(sound.code, 0, sound.output)
  t.match(sound.output, /o1 hold +expected refused with 409 +received 409, report_complete/)
  t.match(sound.output, `The rule passes: ${rule}`)
})

t.test('a habit seen in every answer is one cause, shown again by the cheapest check', async (t) => {
  const directory = t.testdir()
  const defect = ['--', '--defect', 'no-remaining-header']
  const { code, output, report } = await conform(directory, '--area', 'account', ...defect)
  t.equal(code, 1, output.slice(-2000))
  t.equal(report.causes.length, 1)
  t.ok(report.findings.length > 10, `${report.findings.length} findings`)
  t.match(report.causes, [{ label: 'deterministic', plan_steps: null }])
  const file = join(directory, report.causes[0]!.plan)
  t.match(JSON.parse(readFileSync(file, 'utf8')), { run: { check: /^account\./ } })
  const [broken, sound] = await Promise.all([run('replay', file, ...defect), run('replay', file)])
  t.equal(broken.code, 1, broken.output)
  t.match(broken.output, /GET \/sandbox\/v1\/account .*received 200/)
  t.equal(sound.code, 0, sound.output)
})

t.test('a file that cannot be replayed is a usage error, said in a sentence', async (t) => {
  const { code, output } = await run('replay', join(t.testdir(), 'missing.json'))
  t.equal(code, 3, output)
  t.match(output, /^unreadable_plan: .*ENOENT/)
  t.notMatch(output, /\n {4}at /, 'no stack trace')
})
