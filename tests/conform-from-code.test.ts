// `conform` called from code: the report that the command writes, and no trace in the process that calls it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import t, { type Test } from 'tap'
import { conform, type Reporter, type RunEvent } from '../conformance/conform.ts'
import { fileReporters, readRecord, reportOf } from '../reports/report.ts'
import { createSimulator, type SimulatorOptions } from '../in-process.ts'
import { loadFixture } from './fixture-files.ts'
import { happens } from './wait-for.ts'

const open = async (test: Test, options: SimulatorOptions = {}) => {
  const simulator = await createSimulator(options)
  test.teardown(() => simulator.close())
  return simulator.profile()
}

const collector = (): Reporter & { events: RunEvent[] } => {
  const events: RunEvent[] = []
  return { events, event: (event) => void events.push(event) }
}

const names = ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection', 'beforeExit', 'exit', 'warning']
const listeners = () => names.map((name) => process.listenerCount(name))

/** One run, with all that several tests look at: what it gave, what it wrote, and what the process was like meanwhile. */
const whole = await (async () => {
  const profile = await open(t)
  const folder = t.testdir({ out: {}, home: { 'assay.baseline.yaml': 'a file that no run may read' } })
  const [directory, at] = [join(folder, 'out'), join(folder, 'home')]
  const own = collector()
  const during: number[][] = []
  const watching: Reporter = { event: () => void during.push(listeners()) }
  const reporters = [own, watching, ...(await fileReporters(directory))]
  const exits: unknown[] = []
  const { restore } = t.capture(process, 'exit', (code: unknown) => void exits.push(code))
  const home = process.cwd()
  process.chdir(at)
  process.env['ASSAY_ONLY'] = 'no.such-check'
  const before = listeners()
  try {
    const report = await conform(profile, { areas: ['account'], seed: 7, reporters })
    const seen = { before, during, after: listeners(), exits, exitCode: process.exitCode, files: readdirSync(at) }
    return { report, directory, own, seen }
  } finally {
    restore()
    process.chdir(home)
    delete process.env['ASSAY_ONLY']
  }
})()

/** Two runs at once: one with a reporter that throws, one of a target with a defect. */
const two = await (async () => {
  const [sound, faulty] = [await open(t), await open(t, { defect: 'account-client-id-left-out' })]
  const own = collector()
  const broken: Reporter = {
    name: 'mine',
    event() {
      throw new Error('no disk')
    },
  }
  const warned = happens<[Error & { code?: string }]>(process, 'warning')
  const options = { areas: ['account'], rerun: false }
  const [one, other] = await Promise.all([
    conform(sound, { ...options, reporters: [broken, own] }),
    conform(faulty, options),
  ])
  return { one, other, own, warning: (await warned)[0] }
})()

t.test('a script is tried beside a server that keeps the contract, which ends with the run', async (t) => {
  const own = collector()
  const profile = await open(t, { defect: 'account-client-id-left-out' })
  const rule = 'account.has-client-id'
  await conform(profile, { areas: ['account'], seed: 7, reporters: [own] })
  const [cause] = own.events.flatMap((event) => (event.type === 'cause' && event.rules.includes(rule) ? [event] : []))
  t.equal(cause?.calls?.length, 1)
})

t.test('the report is what report.json has, typed, and what the record gives again', async (t) => {
  const { report, directory, own } = whole
  t.equal(report.outcome, 'complete')
  t.equal(report.exit_code, 0, report.reason?.message ?? '')
  t.equal(report.seed, 7)
  t.ok(report.rules.some(({ id, verdict }) => id.startsWith('account.') && verdict === 'pass'))
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  ajvFormats.default(ajv)
  const fits = ajv.compile(loadFixture<object>('schemas/report.schema.json'))
  t.ok(fits(report), ajv.errorsText(fits.errors))
  t.strictSame(report, JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')))
  const { events, cut } = await readRecord(directory)
  t.notOk(cut)
  t.strictSame(events, own.events)
  t.strictSame(await reportOf(events), report)
})

t.test('a run leaves the process as it was, and writes nothing', async (t) => {
  const { before, during, after, exits, exitCode, files } = whole.seen
  t.strictSame([...new Set([...during, after].map(String))], [String(before)], `listeners of ${names.join()}`)
  t.ok(during.length > 10)
  t.strictSame(exits, [])
  t.equal(exitCode, undefined)
  t.strictSame(files, ['assay.baseline.yaml'])
})

t.test('two runs at once in one process do not meet', async (t) => {
  t.equal(two.one.exit_code, 0)
  t.equal(two.other.exit_code, 1)
  t.not(two.one.run, two.other.run)
})

t.test('a violated rule is in the report, and is no error', async (t) => {
  const report = two.other
  t.equal(report.exit_code, 1)
  t.ok(report.findings.length > 0)
  for (const { rule, requests } of report.findings) {
    t.match(report.rules.find(({ id }) => id === rule)?.verdict, 'fail')
    for (const id of requests) t.ok(report.exchanges[id], `${id} is in the report`)
  }
})

t.test('a reporter that throws is dropped with a warning', async (t) => {
  t.equal(two.one.exit_code, 0)
  t.equal(two.own.events.at(-1)?.type, 'run-finished')
  t.match(two.warning, { code: 'reporter_failed', message: /^mine: no disk/ })
})

t.test('a signal ends the run after the check under way, with a report', async (t) => {
  const profile = await open(t)
  const controller = new AbortController()
  const own = collector()
  const stop: Reporter = { event: ({ type }) => void (type === 'check-finished' && controller.abort()) }
  const report = await conform(profile, { areas: ['create'], reporters: [own, stop], signal: controller.signal })
  t.equal(report.outcome, 'interrupted')
  t.equal(report.exit_code, 2)
  t.ok(report.checks.length >= 1 && report.checks.length < report.summary.checks.planned)
  t.equal(own.events.at(-1)?.type, 'run-finished')

  const reason = new Error('changed my mind')
  const nothing = collector()
  const never = conform(profile, { signal: AbortSignal.abort(reason), reporters: [nothing] })
  await t.rejects(never, reason)
  t.strictSame(nothing.events, [])
})

t.test('what cannot be used is refused before a request', async (t) => {
  const profile = await open(t)
  const main = { client_id: 'a', client_secret: 'b' }
  const wrong = (given: unknown, options: unknown, code: string, message: RegExp) =>
    t.rejects(conform(given as typeof profile, options as object), { code, message }, code)
  await wrong(profile, { ony: [] }, 'unknown_option', /no option ony; it knows only, areas, /)
  await wrong(profile, { budget: 3 }, 'invalid_option', /budget must be a whole number of 20 or more, but is 3/)
  await wrong(profile, { reporters: [{}] }, 'invalid_option', /reporters must be/)
  await wrong(profile, { only: ['no.such'] }, 'unknown_check', /no\.such/)
  await wrong(profile, { baseline: 'no-such.yaml' }, 'unreadable_baseline', /no-such\.yaml/)
  await wrong(undefined, {}, 'invalid_profile', /credentials\.main/)
  await wrong({ credentials: { main }, sandbox_base_url: 'ftp://a' }, {}, 'invalid_profile', /sandbox_base_url/)
  await wrong({ ...profile, bse_url: 'x' }, {}, 'unknown_profile_key', /bse_url/)
  await t.rejects(fileReporters(t.testdir(), ['terminal' as never]), { code: 'unknown_reporter' })
})
