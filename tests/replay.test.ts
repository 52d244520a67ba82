// From a broken target to its cause: grouped, labelled, shortened to a plan, and replayed with the defect and without it.
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import type { Test } from 'tap'
import { replayCommand } from '../conformance/cli/replay.ts'
import type { StartOptions } from '../simulator/start/start-simulator.ts'
import { callCommand } from './call-command.ts'
import { loadFixture } from './fixture-files.ts'
import { recordOf } from './records.ts'
import { runAssay } from './run-assay.ts'
import { simulatedTarget } from './simulated-target.ts'

type Report = {
  findings: { rule: string; cause: string; label: string; plan: string }[]
  causes: { id: string; label: string; tries: object; plan: string; plan_steps: number | null; requests: number }[]
}

const replay = (...args: string[]) =>
  callCommand(replayCommand({ embedded: { command: process.execPath, args: [] } }), args)

const replayAgainst = async (t: Test, file: string, options: StartOptions = {}) => {
  const target = await simulatedTarget(t, options)
  return replay(file, '--target', target.file)
}

const validate = (name: string) =>
  new Ajv2020({ strict: false, validateFormats: false }).compile(loadFixture(`schemas/${name}.schema.json`))

t.test('a fault of the order machine comes down to the shortest plan that shows it', async (t) => {
  const { code, output, at, report: read } = await recordOf('hold')
  const report = read<Report>()
  t.equal(code, 1, output.slice(-2000))
  const rule = 'actions.hold-refused-in-report-complete'
  t.match(report.causes, [{ id: rule, label: 'deterministic', tries: { made: 2, again: 2 }, plan_steps: 3 }])
  t.ok(report.causes[0]!.requests <= 60, `${report.causes[0]!.requests} requests to shorten it and try it again`)
  t.match(report.findings, [{ rule, cause: rule, label: 'deterministic', plan: `plans/${rule}.json` }])
  t.match(output, /create → advance report_complete → hold/)
  t.match(output, /reproduced 2 of 2 times/)
  const ofReport = validate('report')
  t.ok(ofReport(report), JSON.stringify(ofReport.errors))

  const file = at(report.causes[0]!.plan)
  const ofPlan = validate('plan')
  t.ok(ofPlan(JSON.parse(readFileSync(file, 'utf8'))), JSON.stringify(ofPlan.errors))
  const broken = await runAssay(['replay', file, '--', '--defect', 'hold-after-delivery'])
  t.equal(broken.code, 1, broken.output)
  t.match(broken.output, /3 {2}o1 hold +expected 409 +received 200, on_hold\n +✗ actions\.hold-refused/)
  t.match(broken.output, `\n\nThe rule is violated again: ${rule}\n  `, 'on lines of their own')
  t.notMatch(broken.output, '\\n', 'no line break is written out')

  const sound = await replayAgainst(t, file)
  t.equal(sound.code, 0, sound.output)
  t.match(sound.output, /o1 hold +expected 409 +received 409, report_complete/)
  t.match(sound.output, `The rule passes: ${rule}`)
})

t.test('a habit seen in every answer is one cause, shown again by the cheapest check', async (t) => {
  const { code, output, at, report: read } = await recordOf('broken')
  const report = read<Report>()
  t.equal(code, 1, output.slice(-2000))
  t.equal(report.causes.length, 1)
  t.ok(report.findings.length > 10, `${report.findings.length} findings`)
  t.match(report.causes, [{ label: 'deterministic', plan_steps: null }])
  const file = at(report.causes[0]!.plan)
  t.match(JSON.parse(readFileSync(file, 'utf8')), { run: { check: /^account\./ } })
  const broken = await replayAgainst(t, file, { defect: 'no-remaining-header' })
  t.equal(broken.code, 1, broken.output)
  t.match(broken.output, /GET \/sandbox\/v1\/account .*received 200/)
  const sound = await replayAgainst(t, file)
  t.equal(sound.code, 0, sound.output)
})

t.test('the plans of a folder are replayed in turn, and the worst outcome is the exit code', async (t) => {
  const { at } = await recordOf('hold')
  const { at: ofBroken, report } = await recordOf('broken')
  const plans = t.testdir({
    'a.json': readFileSync(ofBroken(report<Report>().causes[0]!.plan), 'utf8'),
    'b.json': readFileSync(at('plans/actions.hold-refused-in-report-complete.json'), 'utf8'),
  })
  const { code, output } = await replayAgainst(t, plans, { defect: 'no-remaining-header' })
  t.equal(code, 1, output)
  t.match(output, /== .*a\.json\n[^]*violated again[^]*\n\n== .*b\.json\n/)
  t.match(output, '\n\n2 plans: 1 violated again, 1 pass, 0 not judged\n')

  const empty = await replay(t.testdir())
  t.equal(empty.code, 3, empty.output)
  t.match(empty.output, /^no_plan_file: .* must hold plan files/)
})

t.test('a file that cannot be replayed is a usage error, said in a sentence', async (t) => {
  const { code, output } = await replay(join(t.testdir(), 'missing.json'))
  t.equal(code, 3, output)
  t.match(output, /^unreadable_plan: .*ENOENT/)
  t.notMatch(output, /\n {4}at /, 'no stack trace')
})
