// Somebody interrupts a run: the first signal ends it with a report of what was judged, the second at once.
import { existsSync, readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import type { Test } from 'tap'
import { stringify } from 'yaml'
import { createSimulator } from '../simulator/simulator.ts'
import { loadFixture } from './fixture-files.ts'
import { assay } from './places.ts'
import { recordOf } from './records.ts'
import { startAssay, type Ended } from './run-assay.ts'
import { countOf, untilRecorded } from './until-recorded.ts'
import { happens } from './wait-for.ts'

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
  loadFixture('schemas/report.schema.json'),
)

/** The program with code that runs before it. */
const programAfter = (code: string): string[] => ['--import', `data:text/javascript,${encodeURIComponent(code)}`, assay]

/** @param profile - of the target; without one, the embedded simulator */
const underWay = async (t: Test, profile?: string, program: readonly string[] = [assay]) => {
  const directory = t.testdir(profile === undefined ? {} : { 'target.yaml': profile })
  const target = profile === undefined ? [] : ['--target', join(directory, 'target.yaml')]
  const started = startAssay(['conform', ...target, '--report-dir', directory, '--seed', '5'], { program })
  t.teardown(() => started.child.kill('SIGKILL'))
  await untilRecorded(directory, started.child, (text) => countOf('check-finished', text) >= 3)
  return { ...started, directory }
}

const interruptedBy: Record<'SIGINT' | 'SIGTERM', (t: Test) => Promise<Ended & { directory: string }>> = {
  SIGINT: () => recordOf('interrupted'),
  async SIGTERM(t) {
    const { child, ended, directory } = await underWay(t)
    child.kill('SIGTERM')
    return { ...(await ended), directory }
  },
}

for (const [signal, end] of Object.entries(interruptedBy)) {
  t.test(`${signal} leaves a report of what was judged`, async (t) => {
    const { code, output, directory } = await end(t)
    t.equal(code, 2, output.slice(-1000))
    const report = JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as {
      outcome: string
      line: string
      summary: { rules: Record<string, number> }
    }
    t.match(report, { outcome: 'interrupted', exit_code: 2, line: /^interrupted: / })
    t.ok(report.summary.rules['pass']! > 0)
    t.ok(report.summary.rules['not-tested']! > 0)
    t.equal(report.summary.rules['error'], 0)
    t.ok(validate(report), JSON.stringify(validate.errors))
    t.notMatch(output, /\n {4}at /, 'no stack trace')
  })
}

/** The simulator behind a line that can be held up, and the profile of it. */
const behindALine = async (t: Test) => {
  const simulator = await createSimulator()
  const { control_url: _control, ...profile } = simulator.profile()
  const { hostname, port } = new URL(profile.sandbox_base_url)
  let isHeldUp = false
  const line = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.on('data', (chunk) => isHeldUp || far.write(chunk)).on('close', () => far.destroy())
    far.on('data', (chunk) => isHeldUp || near.write(chunk)).on('close', () => near.destroy())
    for (const socket of [near, far]) socket.on('error', () => socket.destroy())
  })
  line.listen(0, hostname)
  await happens(line, 'listening')
  t.teardown(() => Promise.all([simulator.close(), line.close()]))
  const along = (url: string) => url.replace(`:${port}/`, `:${(line.address() as AddressInfo).port}/`)
  const text = stringify({ ...profile, sandbox_base_url: along(profile.sandbox_base_url) })
  return { text, holdUp: () => void (isHeldUp = true) }
}

/** The second signal comes from within, so that it is there before the run could end after the first, however busy the machine is. */
const interruptsAgain = `
  const write = process.stderr.write.bind(process.stderr)
  process.stderr.write = (text, ...rest) => {
    if (/Interrupt again to stop at once/.test(text)) process.kill(process.pid, 'SIGINT')
    return write(text, ...rest)
  }`

t.test('a second signal stops at once', async (t) => {
  // Nothing is answered any more, so that the end of the run takes its time.
  const { text, holdUp } = await behindALine(t)
  const { child, ended, directory } = await underWay(t, text, programAfter(interruptsAgain))
  holdUp()
  child.kill('SIGINT')
  const { code, output } = await ended
  t.match(output, /Interrupt again to stop at once/)
  t.equal(code, 2)
  t.notOk(existsSync(join(directory, 'report.json')), 'no report was waited for')
  t.ok(readFileSync(join(directory, 'run.ndjson'), 'utf8').endsWith('\n'), 'the run record ends with a whole line')
  t.notMatch(output, /\n {4}at /, 'no stack trace')
})

for (const [when, type, count] of [
  ['before any verdict', 'exchange', 2],
  ['in the middle of a check', 'check-finished', 3],
] as const)
  t.test(`what is never answered is given up, ${when}, and the report written`, async (t) => {
    const { text, holdUp } = await behindALine(t)
    const directory = t.testdir({ 'target.yaml': text })
    // An answer may take longer than the test may.
    const target = ['--target', join(directory, 'target.yaml'), '--timeout', '600']
    const { child, ended } = startAssay(['conform', ...target, '--report-dir', directory, '--seed', '5'])
    t.teardown(() => child.kill('SIGKILL'))
    await untilRecorded(directory, child, (record) => countOf(type, record) >= count)
    holdUp()
    child.kill('SIGINT')
    const { code, output } = await ended
    t.equal(code, 2, output.slice(-1000))
    t.match(JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')), { outcome: 'interrupted', exit_code: 2 })
  })

/** A long wait never ends on its own. */
const waitsForEver = `
  import timers from 'node:timers/promises'
  import { syncBuiltinESMExports } from 'node:module'
  const { setTimeout } = timers
  timers.setTimeout = (ms, ...rest) => setTimeout(ms > 30_000 ? 2 ** 31 - 1 : ms, ...rest)
  syncBuiltinESMExports()`

t.test('a wait that the target asked for before any verdict ends with the interrupt', async (t) => {
  const seconds = 55
  const target = createHttpServer((_request, response) =>
    response.writeHead(503, { 'retry-after': `${seconds}` }).end(),
  )
  target.listen(0, '127.0.0.1')
  await happens(target, 'listening')
  t.teardown(() => target.close())
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/v1`
  const main = { client_id: 'cli_a', client_secret: 'a-secret-of-ours', environment: 'sandbox' }
  const directory = t.testdir({ 'target.yaml': stringify({ sandbox_base_url: url, credentials: { main } }) })
  const args = ['conform', join(directory, 'target.yaml'), '--report-dir', directory]
  const { child, ended } = startAssay(args, { program: programAfter(waitsForEver) })
  t.teardown(() => child.kill('SIGKILL'))
  await untilRecorded(directory, child, (record) => countOf('exchange', record) >= 1)
  child.kill('SIGINT')
  t.equal((await ended).code, 2)
  t.match(JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')), { outcome: 'interrupted', exit_code: 2 })
})
