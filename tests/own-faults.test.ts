// A fault of assay that nothing catches: the run ends with its report and exit code 2, and says that the fault is its own.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import type { Test } from 'tap'
import { stringify } from 'yaml'
import { catchOwnFaults } from '../conformance/engine/own-faults.ts'
import type { RunEvent } from '../reports/run-record.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { loadFixture } from './fixture-files.ts'
import { assay } from './places.ts'
import { runAssay, startAssay } from './run-assay.ts'

const dist = new URL('..', import.meta.url).href

const leaky = 'account.identifies-the-credential'

/** The command as it is, with two checks: one does what is given before it does its own. */
const program = (leak: string): string => `
import { conformCommand } from '${dist}conformance/cli/conform.js'
import { fitCheck } from '${dist}conformance/checks/load-checks.js'
import { Inconclusive } from '${dist}conformance/evidence/inconclusive.js'

const leaking = (check) => ({
  ...check,
  async run(context) {
    ${leak}
    await check.run(context)
  },
})
const fit = async (file) => fitCheck(file, (await import('${dist}conformance/checks/' + file)).default)
const load = async () => [
  leaking(await fit('account/identifies-the-credential.js')),
  await fit('versioning/base-address-ends-in-v1.js'),
]
await conformCommand({ embedded: { command: process.execPath, args: [] }, load }).parseAsync(process.argv.slice(2), { from: 'user' })
`

type Report = {
  outcome: string
  exit_code: number
  line: string
  reason: { code: string; message: string } | null
  rules: { id: string; verdict: string; reason_code?: string }[]
}

const simulator = await createSimulator()
t.teardown(() => simulator.close())

/** With main alone and without a control port, as a short run will do. */
const target = (): string => {
  const { control_url: _control, credentials, ...profile } = simulator.profile()
  return stringify({ ...profile, credentials: { main: credentials.main } })
}

const conform = async (t: Test, leak: string) => {
  const directory = t.testdir({ 'program.mjs': program(leak), 'target.yaml': target() })
  const only = [leaky, 'versioning.base-address-ends-in-v1'].flatMap((id) => ['--only', id])
  const args = ['--target', join(directory, 'target.yaml'), ...only, '--seed', '5', '--report-dir', directory]
  const { code, output } = await runAssay(args, { program: [join(directory, 'program.mjs')] })
  const record = readFileSync(join(directory, 'run.ndjson'), 'utf8')
  const events = record
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RunEvent)
  const report = JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as Report
  return { code, output, record, last: events.at(-1), report }
}

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
  loadFixture('schemas/report.schema.json'),
)

const leaks: Record<string, { leak: string; says: RegExp }> = {
  'a rejection that nothing waits for': {
    leak: "void Promise.reject(new TypeError('x.flat is not a function')); await new Promise(setImmediate)",
    says: /a promise was rejected that nothing waited for while account\.identifies-the-credential was under way: x\.flat is not a function/,
  },
  'a rejection, after which its check hangs': {
    leak: "void Promise.reject(new Error('left alone')); await new Promise(() => {})",
    says: /was under way: left alone/,
  },
  'a rejection with nothing': {
    leak: 'void Promise.reject()',
    says: /nothing waited for while \S+ was under way: undefined\. This says nothing/,
  },
  'a callback that throws': {
    leak: "setTimeout(() => { throw new RangeError('out of its range') }, 1); await new Promise(() => {})",
    says: /something was thrown that nothing caught while account\.\S+ was under way: out of its range/,
  },
  'a check that waits for what never comes': {
    leak: 'await new Promise(() => {})',
    says: /the run came to a standstill while account\.\S+ was under way/,
  },
}

for (const [name, { leak, says }] of Object.entries(leaks)) {
  t.test(name, async (t) => {
    const { code, output, last, report } = await conform(t, leak)
    t.equal(code, 2, output.slice(-1000))
    t.match(last, { type: 'run-finished', outcome: 'crashed', exit_code: 2, reason: { code: 'suite_failed' } })
    t.match(report, { outcome: 'crashed', exit_code: 2, line: /^crashed: / })
    t.match(report.reason?.message, says)
    t.match(report.reason?.message, /says nothing of the target.*report it with/)
    t.ok(validate(report), JSON.stringify(validate.errors))
    t.match(output, says)
    t.notMatch(output, /\n {4}at /, 'no stack trace')
    t.ok(
      report.rules.some((rule) => rule.verdict === 'pass'),
      'what came before stands',
    )
    if (!leak.includes('await new Promise(() => {})')) return
    const own = report.rules.find(({ id }) => id === 'account.client-id-is-the-one-of-the-credential')
    t.equal(own?.verdict, 'error', 'the check is not believed')
    const unshown = report.rules.filter(({ reason_code: code }) => code === 'assay-failed-before')
    t.ok(unshown.length > 0, 'the rest was not begun')
  })
}

t.test('a secret in the words of a fault is masked', async (t) => {
  const { code, output, record } = await conform(
    t,
    "void Promise.reject(new Error('with ' + context.profile.credentials.main.client_secret + '!'))",
  )
  t.equal(code, 2)
  t.match(output, /with •••!/)
  t.match(record, /with •••!/)
})

t.test('a run in which nothing happens any more, and that does not even end', async (t) => {
  const faults = catchOwnFaults({ report: () => undefined, quietMs: 10, graceMs: 10 })
  const late = setInterval(() => undefined, 1_000)
  await t.rejects(faults.guard(new Promise(() => undefined)), { code: 'suite_failed', message: /nothing happened for/ })
  clearInterval(late)
  t.ok(faults.signal.aborted)
  t.ok(faults.ended(), 'the process is not to wait for it')
})

t.test('a call without an answer that nothing waits for ends no run', async (t) => {
  const { code, report, output } = await conform(
    t,
    "void Promise.reject(new Inconclusive('inconclusive', 'target-lost'))",
  )
  t.equal(code, 0, output.slice(-1000))
  t.equal(report.outcome, 'complete')
})

for (const [what, leak] of Object.entries({
  'a rejection that nothing waits for': "Promise.reject(new Error('left alone'))",
  'an error that nothing catches': "(() => { throw new Error('left alone') })()",
}))
  t.test(`${what} in a command that makes no report`, async (t) => {
    // As soon as the simulator says that it is ready.
    const late = `const { stdout } = process, write = stdout.write.bind(stdout)
      stdout.write = (...given) => { setImmediate(() => ${leak}); return write(...given) }`
    const program = ['--import', `data:text/javascript,${encodeURIComponent(late)}`, assay]
    const { code, out, err: said } = await runAssay(['simulate', '--port', '0', '--control-port', '0'], { program })
    t.match(out, '"ready":true')
    t.equal(code, 2, said)
    const [last] = said.trimEnd().split('\n').toReversed()
    t.match(last, /^suite_failed: assay itself failed: the command could not go on: left alone/)
    t.notMatch(said, /\n {4}at /, 'no stack trace')
  })

t.test('a reader of the terminal that leaves ends no run, and is no fault', async (t) => {
  const directory = t.testdir({ 'target.yaml': target() })
  const only = ['--only', leaky, '--seed', '5', '--report-dir', directory]
  const { child, ended } = startAssay(['conform', '--target', join(directory, 'target.yaml'), ...only])
  child.stdout.destroy()
  const { code, err: said } = await ended
  t.equal(code, 0, said)
  t.equal(said, '')
  t.match(JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')), { outcome: 'complete', exit_code: 0 })
})
