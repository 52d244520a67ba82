// `assay compare` end to end, as processes: two quick runs, and what is no report.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Comparison } from '../reports/comparison.ts'
import { assay } from './places.ts'

const run = async (...args: string[]) => {
  const child = spawn(process.execPath, [assay, ...args], { env: { ...process.env, NODE_OPTIONS: '' } })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk))
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

const directory = t.testdir({ sound: {}, broken: {}, files: {} })
const sound = join(directory, 'sound')
const broken = join(directory, 'broken')
const quick = ['--area', 'account', '--no-second-tries']

t.before(async () => {
  await run('conform', ...quick, '--seed', '7', '--report-dir', sound)
  await run('conform', ...quick, '--seed', '7', '--report-dir', broken, '--', '--defect', 'no-remaining-header')
})

const rule = 'limits.remaining-header-on-every-response'

t.test('a rule that broke between two runs is a regression, and mended the other way round', async (t) => {
  const forth = await run('compare', sound, broken, '--format', 'json')
  t.equal(forth.code, 1, forth.err)
  const { newly_broken, same_target, regressions } = JSON.parse(forth.out) as Comparison
  t.match(newly_broken, [{ rule, before: 'pass', checks: ['judge.rate-limit'], excuse: null }])
  t.ok(same_target)
  t.equal(regressions, 1)
  const back = await run('compare', broken, join(sound, 'report.json'))
  t.equal(back.code, 0, back.err)
  t.match(back.out, /1 fixed/)
  const markdown = await run('compare', sound, broken, '--format', 'markdown')
  t.match(markdown.out, `\`${rule}\``)
})

t.test('a run compared with itself has changed nothing', async (t) => {
  const { code, out } = await run('compare', sound, sound, '--strict')
  t.equal(code, 0, out)
  t.match(out, /^0 regressed, 0 fixed, 0 still violated, 0 no longer tested, 0 newly tested, 0 readings changed/)
})

const edited = (name: string, change: (report: Record<string, unknown>) => void): string => {
  const report = JSON.parse(readFileSync(join(sound, 'report.json'), 'utf8')) as Record<string, unknown>
  change(report)
  const file = join(directory, 'files', name)
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
  t.equal((await run('compare', sound, fewer)).code, 0)
  t.equal((await run('compare', sound, fewer, '--strict')).code, 1)
})

t.test('what cannot be compared ends with exit code 2, a code and a sentence', async (t) => {
  const text = join(directory, 'files', 'text.json')
  writeFileSync(text, 'not JSON')
  const cases: [args: string[], code: RegExp][] = [
    [[sound, join(directory, 'nowhere')], /^unreadable_report: .*nowhere/],
    [[sound, text], /^no_report: .*no JSON/],
    [[edited('shape.json', (report) => (report['rules'] = 'all')), sound], /^no_report: .*its rules/],
    [[sound, edited('version.json', (report) => (report['version'] = 2))], /^unknown_report_version: .*version 2/],
    [[sound, edited('empty.json', (report) => (report['rules'] = []))], /^nothing_judged: /],
    [[sound, edited('cut.json', (report) => (report['outcome'] = 'interrupted'))], /^run_not_complete: /],
  ]
  for (const [args, message] of cases) {
    const { code, err } = await run('compare', ...args)
    t.equal(code, 2, err)
    t.match(err, message)
    t.notMatch(err, /\n {4}at /, 'no stack trace')
  }
})

t.test('wrong usage is exit code 3', async (t) => {
  for (const args of [[], [sound], [sound, broken, sound], [sound, broken, '--format', 'xml']])
    t.equal((await run('compare', ...args)).code, 3, args.join(' '))
})
