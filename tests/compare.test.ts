// `assay compare` over two recorded runs, and over what is no report.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { compareCommand } from '../conformance/cli/compare.ts'
import type { Comparison } from '../reports/comparison.ts'
import { callCommand } from './call-command.ts'
import { recordOf } from './records.ts'
import { runAssay } from './run-assay.ts'

const compare = (...args: string[]) => callCommand(compareCommand(), args)

const directory = t.testdir({})
const { directory: sound } = await recordOf('sound')
const { directory: broken } = await recordOf('broken')

const rule = 'limits.remaining-header-on-every-response'

t.test('a rule that broke between two runs is a regression, and fixed the other way round', async (t) => {
  const forth = await runAssay(['compare', sound, broken, '--format', 'json'])
  t.equal(forth.code, 1, forth.err)
  const { regressed, same_target, regressions } = JSON.parse(forth.out) as Comparison
  t.match(regressed, [{ rule, before: 'pass', checks: ['invariant.rate-limit'], excuse: null }])
  t.ok(same_target)
  t.equal(regressions, 1)
  const back = await compare(broken, join(sound, 'report.json'))
  t.equal(back.code, 0, back.err)
  t.match(back.out, /1 fixed/)
  const markdown = await compare(sound, broken, '--format', 'markdown')
  t.match(markdown.out, `\`${rule}\``)
})

t.test('a run compared with itself has changed nothing', async (t) => {
  const { code, out } = await compare(sound, sound, '--strict')
  t.equal(code, 0, out)
  t.match(out, /^0 regressed, 0 fixed, 0 still violated, 0 no longer tested, 0 newly tested, 0 readings changed/)
})

const edited = (name: string, change: (report: Record<string, unknown>) => void): string => {
  const report = JSON.parse(readFileSync(join(sound, 'report.json'), 'utf8')) as Record<string, unknown>
  change(report)
  const file = join(directory, name)
  writeFileSync(file, JSON.stringify(report))
  return file
}

t.test('rules no longer judged are a regression only when asked for', async (t) => {
  const fewer = edited('fewer.json', (report) => {
    const rules = report['rules'] as { verdict: string; reason: string | null }[]
    Object.assign(
      rules.find(({ verdict }) => verdict === 'pass')!,
      { verdict: 'not-tested', reason: 'no role' },
    )
  })
  t.equal((await compare(sound, fewer)).code, 0)
  t.equal((await compare(sound, fewer, '--strict')).code, 1)
})

t.test('a part of another shape is refused by its name', async (t) => {
  const spoiled: [part: string, change: (report: Record<string, unknown>) => void][] = [
    ['environment', ({ environment }) => Object.assign(environment as object, { sandbox_base_url: { toString: 1 } })],
    ['environment', ({ environment }) => Object.assign(environment as object, { roles: [{ toString: 1 }] })],
    ['gate', (report) => Object.assign(report, { gate: { gating: 1 } })],
    ['exchanges', (report) => Object.assign(report, { exchanges: 'x1' })],
    ['findings', (report) => Object.assign(report, { findings: [{ rule, check: 'one', requests: 1 }] })],
  ]
  for (const [part, change] of spoiled) {
    const { code, err } = await compare(broken, edited('spoiled.json', change))
    t.equal(code, 2, part)
    t.match(err, new RegExp(`^no_report: .* does not keep .*: /${part}`))
  }
})

t.test('a report that lacks a part says which version wrote it, where that is another', async (t) => {
  const older = edited('older.json', (report) => {
    delete report['checks']
    Object.assign(report['suite'] as object, { version: '0.0.9' })
  })
  t.match((await compare(sound, older)).err, /'checks'\. It was written by assay 0\.0\.9, and this is \d/)
  const own = edited('own.json', (report) => delete report['checks'])
  t.notMatch((await compare(sound, own)).err, /written by/)
})

t.test('what cannot be compared ends with exit code 2, a code and a sentence', async (t) => {
  const text = join(directory, 'text.json')
  writeFileSync(text, 'not JSON')
  const cases: [args: string[], code: RegExp][] = [
    [[sound, join(directory, 'nowhere')], /^unreadable_report: .*nowhere/],
    [[sound, text], /^no_report: .*no JSON/],
    [[edited('shape.json', (report) => (report['rules'] = 'all')), sound], /^no_report: .*\/rules/],
    [[sound, edited('version.json', (report) => (report['version'] = 2))], /^unknown_report_version: .*version 2/],
    [[sound, edited('empty.json', (report) => (report['rules'] = []))], /^nothing_judged: /],
    [[sound, edited('cut.json', (report) => (report['outcome'] = 'interrupted'))], /^run_not_complete: /],
  ]
  for (const [args, message] of cases) {
    const { code, err } = await compare(...args)
    t.equal(code, 2, err)
    t.match(err, message)
    t.notMatch(err, /\n {4}at /, 'no stack trace')
  }
})

t.test('the help says with which code a report that cannot be read ends', async (t) => {
  t.match((await runAssay(['compare', '--help'])).out, /^ *2 .*a report cannot be read/m)
})

t.test('wrong usage is exit code 3', async (t) => {
  for (const args of [[], [sound], [sound, broken, sound], [sound, broken, '--format', 'xml']])
    t.equal((await compare(...args)).code, 3, args.join(' '))
})
