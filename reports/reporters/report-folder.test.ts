// The folder that reports go to may be anybody's: only what assay wrote there is replaced, and no link is followed.
import { cpSync, lstatSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeDirectory, reportersIn } from './asked.ts'
import { ndjsonReporter } from './ndjson.ts'
import { planFilesReporter } from './plan-files.ts'
import { removeReports } from './report-folder.ts'

type Event = Parameters<ReturnType<typeof ndjsonReporter>['event']>[0]

const started = { type: 'run-started', format: 'assay-run' } as unknown as Event
const plan = (id: string): Event => ({ type: 'cause', cause: id, plan: { format: 'assay-plan' } }) as unknown as Event
const all = ['json', 'ndjson', 'plans', 'html', 'junit', 'markdown', 'badge']
const foreign = { code: 'foreign_report_dir', exitCode: 3 }

const place = (directory: string) => ({ directory, env: {}, write: () => undefined, colour: false })

const start = (directory: string): void => {
  const reporters = reportersIn(all, place(directory), (message) => t.fail(message))
  for (const event of [started, plan('one')]) for (const one of reporters) one.event(event)
  for (const one of reporters) void one.close?.()
}

const treeOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((name) => [
        name,
        lstatSync(join(folder, name)).isFile() ? readFileSync(join(folder, name), 'utf8') : 'no file',
      ]),
  )

t.test('a link in the place of a report is refused, and what it leads to stays', async (t) => {
  const at = t.testdir({ mine: { 'run.ndjson': 'mine', 'plan.json': 'mine' }, record: {}, plans: {} })
  symlinkSync(join(at, 'mine', 'run.ndjson'), join(at, 'record', 'run.ndjson'))
  symlinkSync(join(at, 'mine'), join(at, 'plans', 'plans'))
  const before = treeOf(at)
  for (const name of ['record', 'plans']) {
    t.throws(() => makeDirectory(join(at, name), all), foreign)
    t.throws(() => start(join(at, name)), foreign)
  }
  t.throws(() => ndjsonReporter(join(at, 'record', 'run.ndjson')), { code: 'not_made_by_assay' })
  t.throws(() => planFilesReporter(join(at, 'plans')).event(started), { code: 'not_made_by_assay' })
  t.same(treeOf(at), before)
})

t.test('a home directory with files of such names is refused, and without them takes reports', async (t) => {
  for (const name of ['report.json', 'summary.md', 'plans/2026.json']) {
    const home = t.testdir({ '.profile': 'mine', 'plans-of-mine': '', ...(name.includes('/') && { plans: {} }) })
    writeFileSync(join(home, name), 'mine')
    const before = treeOf(home)
    t.throws(() => makeDirectory(home, all), { ...foreign, message: name.split('/')[0] })
    t.throws(() => start(home), foreign)
    t.same(treeOf(home), before)
  }
  const home = t.testdir({ '.profile': 'mine' })
  start(home)
  mkdirSync(join(home, 'plans', 'deep'))
  writeFileSync(join(home, 'plans', 'mine.json'), '{"format":"mine"}')
  writeFileSync(join(home, 'run.har'), 'mine')
  start(home)
  t.match(treeOf(home), { '.profile': 'mine', 'run.har': 'mine', 'plans/mine.json': '{"format":"mine"}' })
  t.throws(() => reportersIn(['har'], place(home), () => undefined), foreign, 'a name that no run wrote before')
})

t.test('reports of an earlier version, which set no mark, are replaced', async (t) => {
  const at = t.testdir({
    'run.ndjson': '{"type":"run-started","format":"assay-run","version":2}\n',
    'report.html': 'of assay',
    plans: { 'old.json': '{\n  "format": "assay-plan"', 'mine.json': '{}' },
  })
  makeDirectory(at, all)
  start(at)
  t.same(readdirSync(join(at, 'plans')).toSorted(), ['.assay', 'mine.json', 'one.json'])
})

t.test('a link to the folder that the user names is followed', async (t) => {
  const at = t.testdir({ real: {} })
  symlinkSync(join(at, 'real'), join(at, 'out'))
  start(join(at, 'out'))
  t.match(readdirSync(join(at, 'real')), ['.assay', 'plans', 'run.ndjson'])
})

t.test('a folder of reports goes whole, or not at all where something else is in it', async (t) => {
  const at = t.testdir({ theirs: { a: '' } })
  const [out, other] = [join(at, 'out'), join(at, 'other')]
  start(out)
  cpSync(out, other, { recursive: true })
  writeFileSync(join(out, 'comparison.txt'), '')
  removeReports(out, ['comparison.txt'])
  writeFileSync(join(other, 'note.txt'), 'mine')
  const before = treeOf(other)
  t.throws(() => removeReports(other), { code: 'not_made_by_assay', message: 'note.txt' })
  t.same(treeOf(other), before)
  t.throws(() => removeReports(join(at, 'theirs')), { code: 'not_made_by_assay' })
  symlinkSync(join(at, 'theirs'), join(at, 'link'))
  t.throws(() => removeReports(join(at, 'link')), { code: 'not_made_by_assay' })
  t.same(readdirSync(at).toSorted(), ['link', 'other', 'theirs'])
})
