// A usage error is one sentence and exit code 3, and leaves what the last run wrote as it was.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { stringify } from 'yaml'
import { readRecord } from '../reports/read-record.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { callAssay } from './call-command.ts'
import { runAssay } from './run-assay.ts'

const filesIn = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .map((file) => [file, readFileSync(file).toString('base64')]),
  )

/** With `target.yaml` of a running simulator. */
const folderFor = async (t: Test): Promise<{ folder: string; target: string; base: string }> => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const folder = t.testdir()
  const target = join(folder, 'target.yaml')
  writeFileSync(target, stringify(simulator.profile()))
  return { folder, target, base: simulator.sandboxUrl }
}

t.test('every usage error leaves the files of the last run byte for byte as they were', async (t) => {
  const { folder, target, base } = await folderFor(t)
  const reports = join(folder, 'out')
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const conform = (...args: string[]) => callAssay(['conform', '--report-dir', reports, ...args])
  const good = await conform('--target', target, '--only', 'account.identifies-the-credential', '--seed', '3')
  t.equal(good.code, 0, good.output.slice(-2000))
  const before = filesIn(reports)
  t.ok(before[join(reports, 'run.ndjson')], 'there is a record to lose')

  const unfilled = file(
    'unfilled.yaml',
    stringify({ version: 1, known: [{ rule: 'a.b', checks: ['c.d'], owner: '', reason: '', link: '', expires: '' }] }),
  )
  const cases: [what: string, ...args: string[]][] = [
    ['a target that is not there', '--target', join(folder, 'missing.yaml')],
    ['a target that is no YAML', '--target', file('broken.yaml', 'a: [1')],
    ['a target with an unknown key', '--target', file('typo.yaml', 'sandbox_base_urls: x')],
    ['a target that names an unset variable', '--target', file('unset.yaml', 'control_url: "${ASSAY_NOT_SET}"')],
    ['an unfilled baseline', '--target', target, '--baseline', unfilled],
    ['a baseline that is not there', '--target', target, '--baseline', join(folder, 'no.yaml')],
    ['an unknown check', '--target', target, '--only', 'no.such'],
    ['an unknown area', '--target', target, '--area', 'nowhere'],
    ['an unknown reporter', '--target', target, '--reporter', 'paper'],
    ['an unknown rule set', '--target', target, '--rule-set', '0.0.0-0'],
    ['an unknown option', '--target', target, '--bogus'],
    ['a value that does not fit', '--target', target, '--budget', 'few'],
    ['a shard without a seed', '--target', target, '--shard', '1/2'],
    ['an address without a client id', '--base-url', base],
    ['an address without a secret', '--base-url', base, '--client-id', 'cli_x'],
    ['an address without a scheme', '--base-url', '127.0.0.1:4010/v1', '--client-id', 'cli_x'],
    ['a client id without an address', '--client-id', 'cli_x'],
    ['an empty target', '--target', ''],
    ['a target and options of the simulator', '--target', target, '--', '--defect', 'hold-after-delivery'],
    ['a target and --embedded', '--target', target, '--embedded'],
    ['two profiles', target, target],
    ['a profile twice', target, '--target', target],
    ['an address as the profile', base],
    ['an unknown defect', '--', '--defect', 'no-such-defect'],
  ]
  for (const [what, ...args] of cases) {
    const { code, output } = await conform(...args)
    t.equal(code, 3, `${what}: ${output}`)
    t.match(output, /^[a-z_]+: [^\n]+[.?]\n/m, `${what}: a code and a sentence`)
    t.notMatch(output, /\n {4}at /, `${what}: no stack trace`)
    t.strictSame(filesIn(reports), before, what)
  }
})

t.test('a profile may be given as an argument', async (t) => {
  const { folder, target } = await folderFor(t)
  const args = ['--report-dir', join(folder, 'out'), '--only', 'account.identifies-the-credential']
  const { code, output } = await callAssay(['conform', target, ...args])
  t.equal(code, 0, output.slice(-2000))
})

t.test('in CI a target must be named', async (t) => {
  const directory = join(t.testdir(), 'out')
  const out = ['--report-dir', directory, '--only', 'account.identifies-the-credential']
  const ci = { CI: 'true', ASSAY_TARGET: undefined, ASSAY_BASE_URL: undefined, ASSAY_EMBEDDED: undefined }
  const { code, output } = await callAssay(['conform', ...out], ci)
  t.equal(code, 3, output)
  t.match(output, /no_target: A CI job must name its target \(CI is set\).*--embedded/)
  for (const variable of ['ASSAY_TARGET', 'ASSAY_BASE_URL'])
    t.equal((await callAssay(['conform', ...out], { ...ci, [variable]: '' })).code, 3, `${variable} is empty`)
  const other = await callAssay(['conform', ...out], { ...ci, CI: undefined, GITLAB_CI: 'true' })
  t.equal(other.code, 3, other.output)
  const replayed = await callAssay(['replay', 'no-plan.json'], ci)
  t.equal(replayed.code, 3)

  const embedded = await callAssay(['conform', '--embedded', ...out], ci)
  t.equal(embedded.code, 0, embedded.output.slice(-2000))
  const [started] = readRecord(directory).events
  t.match(started, { environment: { replay_with: ['--embedded'] } }, 'a replay names it as well')
  const named = await callAssay(['conform', ...out, '--', '--log-level', 'error'], ci)
  t.equal(named.code, 0, `options of the simulator name it: ${named.output.slice(-2000)}`)
})

t.test('without a CI variable the embedded simulator is the default', async (t) => {
  const out = ['--report-dir', join(t.testdir(), 'out'), '--only', 'account.identifies-the-credential']
  const { code, output } = await callAssay(['conform', ...out], { CI: undefined })
  t.equal(code, 0, output.slice(-2000))
})

t.test('a report folder that is refused late leaves no target running', async (t) => {
  const folder = t.testdir({ 'assay-run.lock': String(process.pid) })
  const { code, err } = await runAssay(['conform', '--embedded', '--area', 'account', '--report-dir', folder])
  t.equal(code, 3)
  t.match(err, /^foreign_report_dir: /)
})
