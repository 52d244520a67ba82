// Reports and records that somebody else may have written, given to `assay merge`: each is refused in one sentence, and nothing is written.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { mergeCommand } from '../../conformance/cli/merge.ts'
import { readShard } from '../../conformance/merge/read-shards.ts'
import { suite } from '../../conformance/run/suite.ts'
import { callCommand } from '../call-command.ts'
import { recordOf } from '../records.ts'
import { removeMade } from '../remove-made.ts'

type Json = Record<string, unknown>

const parts = (await recordOf('shards')).at('parts')
const folder = t.testdir()

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** A copy of both shards, of which the first is spoiled. */
const copied = (): { at: string; report: string; record: string } => {
  const at = join(folder, 'parts')
  removeMade(at)
  cpSync(parts, at, { recursive: true })
  return { at, report: join(at, '1', 'report.json'), record: join(at, '1', 'run.ndjson') }
}

const refused = async (t: Test, what: string, at: string, expected: { code: number; err: RegExp }): Promise<void> => {
  const out = join(folder, 'out')
  const { code, err } = await callCommand(mergeCommand(), [at, '--report-dir', out])
  t.equal(code, expected.code, `${what}: ${err}`)
  t.match(err, expected.err, what)
  t.match(err, /^[a-z_]+: [^\n]+\.\n$/, `${what}: one sentence with a code`)
  t.notOk(existsSync(out), `${what}: nothing is written`)
}

const isOneSentence = (message: string): boolean => /^[^\n]+\.$/.test(message)

/** As the command refuses it, which reads each report so before it does anything. */
const unread = (t: Test, what: string, file: string, expected: { code: string; says: RegExp; exit: number }): void => {
  try {
    readShard(file, suite())
    t.fail(`${what} is taken`)
  } catch (error) {
    const { code, message, exitCode } = error as { code: string; message: string; exitCode: number }
    t.strictSame([code, exitCode, isOneSentence(message)], [expected.code, expected.exit, true], `${what}: ${message}`)
    t.match(message, expected.says, what)
  }
}

/** Sets what stands at a path of keys. */
const set = (value: Json, path: string, put: unknown): void => {
  const keys = path.split('.')
  const last = keys.pop()!
  const holder = keys.reduce<Json>((inner, key) => inner[key] as Json, value)
  if (put === undefined) delete holder[last]
  else holder[last] = put
}

const reports: [path: string, put: unknown, says: RegExp][] = [
  ['suite', null, /contradicts itself: it came to its end, but names no suite/],
  ['suite.version', '9.9.9', /is of assay 9.9.9 for contract/],
  ['shard', [], /\/shard/],
  ['shard.of', 'x', /\/shard\/of/],
  ['shard.index', '__proto__', /\/shard\/index/],
  ['shard.index', 99, /contradicts itself: it is shard 99 of 2/],
  ['shard.checks', [null], /\/shard\/checks\/0/],
  ['shard.missing', 5, /\/shard\/missing/],
  ['shard.require', 'a', /\/shard\/require/],
  ['shard.results', [{ source: 'invariant.x' }], /\/shard\/results\/0/],
  ['environment', { roles: [1, null] }, /\/environment/],
  ['phases', [null], /\/phases\/0/],
  ['coverage', {}, /\/coverage/],
  ['coverage.answers', null, /\/coverage\/answers/],
  ['findings.0.requests', [null], /\/findings\/0\/requests\/0/],
  ['causes.0.tries', null, /\/causes\/0\/tries/],
  ['causes.0.findings', [9_999], /contradicts itself: it has a cause of finding 9999, but \d+ findings/],
  ['causes.0.example', -1, /\/causes\/0\/example/],
  ['readings', [{ freedom: '__proto__', reading: 'x' }], /\/readings\/0/],
  ['checks', [{ id: '__proto__' }], /\/checks\/0/],
  ['notes', [{}], /\/notes\/0/],
  ['preflight', [null], /\/preflight\/0/],
  ['exchanges', { x1: null }, /\/exchanges\/x1/],
  ['rules.0.verdict', 'constructor', /\/rules\/0\/verdict/],
  ['duration_ms', 'x', /\/duration_ms/],
  ['summary', {}, /\/summary/],
]

t.test('a report of the wrong shape, or one that contradicts itself', async (t) => {
  for (const [path, put, says] of reports) {
    const { report, record } = copied()
    removeMade(record)
    const value = JSON.parse(readFileSync(report, 'utf8')) as Json
    set(value, path, put)
    writeFileSync(report, JSON.stringify(value))
    unread(t, path, report, { code: path === 'suite.version' ? 'mixed_versions' : 'no_report', says, exit: 2 })
  }
})

t.test('a text that is no report', async (t) => {
  const whole = readFileSync(join(parts, '1', 'report.json'), 'utf8')
  const texts = {
    nothing: '',
    null: 'null',
    cut: whole.slice(0, 5_000),
    proto: '{"__proto__":{"version":1}}',
    deep: nested(100_000),
    'deep inside': whole.replace('"notes":', `"more":${nested(100_000)},"notes":`),
  }
  for (const [what, text] of Object.entries(texts)) {
    const { at, report } = copied()
    writeFileSync(report, text)
    await refused(t, what, at, { code: 2, err: /^no_report: / })
  }
})

t.test('two shards that both say a number of shards that nobody has', async (t) => {
  const { at } = copied()
  for (const index of ['1', '2']) {
    const file = join(at, index, 'report.json')
    const value = JSON.parse(readFileSync(file, 'utf8')) as Json
    set(value, 'shard.of', 1e12)
    writeFileSync(file, JSON.stringify(value))
  }
  await refused(t, '1e12', at, {
    code: 2,
    err: /^missing_shard: .* 3, 4, .* and 999999999978 more of 1000000000000 are /,
  })
})

const records: [type: string, path: string, put: unknown][] = [
  ['exchange', 'exchange', null],
  ['exchange', 'exchange.id', `x${'9'.repeat(30)}`],
  ['exchange', 'exchange.request', null],
  ['exchange', 'exchange.response', 5],
  ['finding', 'requests', null],
  ['finding', 'rule', null],
  ['cause', 'findings', [9_999]],
  ['check-finished', 'outcomes', [{}]],
  ['check-finished', 'check', null],
  ['shard-results', 'results', null],
  ['run-finished', 'requests', 'x'],
  ['coverage', 'coverage', {}],
  ['phase-spent', 'planned', 'x'],
  ['requests-planned', 'phases', null],
  ['checks-planned', 'checks', null],
  ['reading', 'requests', null],
  ['rule-judged', 'verdict', '__proto__'],
  ['note', 'message', JSON.parse(nested(1_000))],
  ['note', 'type', 'run-started'],
  ['note', 'at', 'yesterday'],
]

t.test('a record with an event of the wrong shape', async (t) => {
  for (const [type, path, put] of records) {
    const { report, record } = copied()
    const lines = readFileSync(record, 'utf8').split('\n')
    const index = lines.findIndex((line) => line.includes(`"type":"${type}"`))
    if (index === -1) throw new Error(`no ${type}`)
    const event = JSON.parse(lines[index]!) as Json
    set(event, path, put)
    lines[index] = JSON.stringify(event)
    writeFileSync(record, lines.join('\n'))
    unread(t, `${type} ${path}`, report, { code: 'damaged_record', says: /run\.ndjson must h/, exit: 3 })
  }
})

t.test('a line that does not end', async (t) => {
  const { at, record } = copied()
  const before = readFileSync(record)
  writeFileSync(record, Buffer.concat([before, Buffer.alloc(70 << 20, 'x')]))
  await refused(t, '70 MB', at, { code: 3, err: /^damaged_record: .* longer than 64 MB/ })
})

t.test('pipes, devices, sizes and links', async (t) => {
  const pipe = (file: string): void => {
    removeMade(file)
    execFileSync('mkfifo', [file])
  }
  const link = (to: string) => (file: string) => {
    removeMade(file)
    symlinkSync(to, file)
  }
  const cases: [what: string, spoil: (file: string) => void, says: RegExp][] = [
    ['a pipe', pipe, /it is a pipe/],
    ['a device', link('/dev/zero'), /it is a device/],
    ['5 GB', (file) => truncateSync(file, 5 * 2 ** 30), /more than the 128 MB that are read/],
    ['a link to nothing', link('/nowhere'), /ENOENT/],
  ]
  for (const [what, spoil, says] of cases) {
    const { at, report } = copied()
    spoil(report)
    await refused(t, what, at, { code: 2, err: says })
  }
  for (const [what, spoil] of cases.slice(0, 2)) {
    const { at, record } = copied()
    spoil(record)
    await refused(t, `${what} as record`, at, { code: 3, err: /^unreadable_record: / })
  }
  const { at, report } = copied()
  removeMade(report)
  mkdirSync(report)
  symlinkSync('/', join(at, 'everything'))
  symlinkSync(at, join(at, 'again'))
  await refused(t, 'links are not followed', at, { code: 2, err: /^missing_shard: .* shard 1 of 2 is missing/ })
})
