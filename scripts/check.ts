// `npm run check`: lint, and the tests that a change can turn red, the likeliest first, until the time for it is used up.
// What changed: the working tree against HEAD, or, where that is clean, the last commit; `--since REF` says otherwise.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { parse } from 'yaml'
import { measuredCosts } from '../conformance/run/costs.ts'
import { defects } from '../proof/defects/index.ts'
import { affectedTests, namesIn, typicalSeconds } from './affected-tests.ts'
import { oxfmt, oxlint, types } from './house-jobs.ts'
import {
  failureIn,
  indented,
  lineOf,
  readSeconds,
  recordedSeconds,
  root,
  testJob,
  type Job,
  type Outcome,
} from './job.ts'
import { nextTests } from './next-tests.ts'
import { groupOf, isLong, runJob, runsAlone } from './test-groups.ts'

const timesFile = join(root, '.cache', 'test-seconds.json')

const positive = (text: string): number => {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError('expected a number above 0')
  return value
}

const options = new Command('check')
  .description('Lints, and runs the tests that a change can turn red, the likeliest first.')
  .option('--since <ref>', 'what changed since this commit; HEAD, or the commit before it where nothing is uncommitted')
  .option(
    '--seconds <number>',
    'start no further test after this time; the last line says how many did not run',
    positive,
    4,
  )
  .option('--all', 'run every test that the change can turn red, however long it takes')
  .allowExcessArguments(false)
  .parse()
  .opts<{ since?: string; seconds: number; all?: true }>()

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

const changedSince = (ref: string): string[] => [
  ...new Set([
    ...git('diff', '--name-only', '--diff-filter=d', ref),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]),
]

const base = options.since ?? (changedSince('HEAD').length > 0 ? 'HEAD' : 'HEAD~1')

const readSources = () =>
  new Map(
    git('ls-files', '--cached', '--others', '--exclude-standard', '*.ts')
      .filter((file) => existsSync(join(root, file)))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )

const changed = changedSince(base)
const sources = readSources()

const recorded = readSeconds(recordedSeconds)
const known = { ...recorded, ...readSeconds(timesFile) }

/** Changed lines with those around them, where the neighbours of a new name stand; of a new file, all. */
const changedText = (): string =>
  [
    ...git('diff', '-U3', base).filter((line) => !/^(?:diff|index|---|\+\+\+) /.test(line)),
    ...git('ls-files', '--others', '--exclude-standard', '*.ts', '*.yaml').map((file) => sources.get(file) ?? ''),
  ].join('\n')

const affected = affectedTests(changed, sources, { names: namesIn(changedText()), seconds: known }).filter(
  ({ file }) => !file.startsWith('tests/slow/'),
)

/** Rows of rules that are new, or say something else than at the base. */
const changedRules = (): string[] => {
  const rowsIn = (text: string) => ((parse(text) ?? {}) as { rules?: { id: string }[] }).rules ?? []
  return changed
    .filter((file) => /^fixtures\/rules\/[^/]+\.yaml$/.test(file))
    .flatMap((file) => {
      const isOld = git('ls-tree', '--name-only', base, file).length > 0
      const old = isOld ? rowsIn(git('show', `${base}:${file}`).join('\n')) : []
      const before = new Set(old.map((row) => JSON.stringify(row)))
      return rowsIn(readFileSync(join(root, file), 'utf8')).filter((row) => !before.has(JSON.stringify(row)))
    })
    .map(({ id }) => id)
}

const assay = join('dist', 'assay.js')

/** The suite must catch each of them. */
const killJob = (broken: readonly { id: string }[], out: string): Job => {
  const named = broken.flatMap(({ id }) => ['--defect', id])
  const alone = ['--no-reference', '--whole', '0', '--random', '0', '--shorten', '0', '--workers', '2']
  return {
    name: `adequacy ${named.join(' ')}`,
    command: [assay, 'adequacy', ...named, ...alone, '--report-dir', join('.cache', 'check', out)],
  }
}

const mostDefects = 6

/** What names a rule without a defect, and the defects of rules that are new or changed, but for those that another job tries. */
const ruleJobs = (others: readonly Job[]): Job[] => {
  const rules = new Set(changedRules())
  if (rules.size === 0) return []
  const coverage = testJob('tests/defect-coverage.test.ts', 120)
  const tried = new Set(others.flatMap(({ command }) => command))
  const broken = defects.filter(({ id, breaks }) => rules.has(breaks) && !tried.has(id)).slice(0, mostDefects)
  return broken.length > 0 ? [coverage, killJob(broken, 'rules')] : [coverage]
}

const changedChecks = changed.flatMap((file) => {
  const [, area, name] = /^conformance\/checks\/([^/]+)\/([^/]+)\.ts$/.exec(file) ?? []
  return area !== undefined && !file.endsWith('.test.ts') ? [{ file, id: `${area}.${name}` }] : []
})

/** A changed check is tried on the defects that break its rules: it must fail for one of them. */
const checkJobs = (): Job[] =>
  changedChecks.flatMap(({ file, id }) => {
    const text = sources.get(file) ?? ''
    const broken = defects.filter(({ breaks }) => text.includes(`'${breaks}'`)).slice(0, 3)
    const judged: Job = {
      name: `conform --only ${id}`,
      command: [assay, 'conform', '--only', id, '--reporter', 'ndjson', '--report-dir', join('.cache', 'check', id)],
    }
    return broken.length > 0 ? [judged, killJob(broken, id)] : [judged]
  })

const formatted = changed.filter((file) => !file.startsWith('fixtures/') && file !== 'package-lock.json')

const lint: Job[] = [types, oxlint, ...(formatted.length > 0 ? [oxfmt(formatted)] : [])]

const startedAt = Date.now()
/** What must run first takes none of the time of the tests. */
let testsBegan: number | undefined
const secondsLeft = (): number =>
  options.all ? Infinity : options.seconds - (Date.now() - (testsBegan ??= Date.now())) / 1000

const print = (outcome: Outcome): void => {
  console.log(lineOf(outcome))
  if (outcome.code !== 0) console.log(indented(failureIn(outcome)))
}

console.log(`changed: ${changed.slice(0, 8).join(', ') || 'nothing'}${changed.length > 8 ? ', …' : ''}`)
const tries = checkJobs()
const needed = [...lint, ...tries, ...ruleJobs(tries)]
const tests = affected.map(({ file }) => file).filter((file) => needed.every(({ name }) => name !== file))
const skipped: string[] = []
const outcomes: Outcome[] = []

const worker = async (): Promise<void> => {
  for (;;) {
    const job = needed.shift() ?? nextJob()
    if (!job) return
    const { outcomes: each, left } = await runJob(job)
    outcomes.push(...each)
    each.forEach(print)
    tests.unshift(...left)
  }
}

const given = {
  secondsOf: (file: string): number => known[file] ?? typicalSeconds,
  isAlone: (file: string): boolean => runsAlone(file) || isLong(file, recorded),
}

const nextJob = (): Job | undefined => {
  const next = nextTests(tests, secondsLeft(), given)
  skipped.push(...next.skipped)
  const [first, ...more] = next.files
  if (first === undefined) return undefined
  return more.length > 0 ? groupOf(next.files, 120) : testJob(first, 120)
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker))

const timed = outcomes.filter(({ name, code }) => code === 0 && name.endsWith('.test.ts'))
mkdirSync(join(root, '.cache'), { recursive: true })
writeFileSync(timesFile, JSON.stringify({ ...known, ...Object.fromEntries(timed.map((o) => [o.name, o.seconds])) }))

const failed = outcomes.filter(({ code }) => code !== 0)
const ran = outcomes.filter(({ name }) => name.endsWith('.test.ts')).length
const seconds = ((Date.now() - startedAt) / 1000).toFixed(0)
console.log(`${ran} of ${affected.length} affected test files ran in ${seconds} s`)
const unmeasured = changedChecks.filter(({ id }) => !Object.hasOwn(measuredCosts().checks, id))
for (const { id } of unmeasured) console.log(`NOT MEASURED: ${id} (npm run costs -- --only ${id})`)
if (failed.length > 0) console.log(`failed: ${failed.map(({ name }) => name).join(', ')}`)
const since = options.since === undefined ? '' : ` --since ${options.since}`
if (skipped.length > 0)
  console.log(
    `NOT RUN: ${skipped.length} of ${affected.length} affected test files, as the time was up; npm run check -- --all${since} runs them`,
  )
process.exitCode = failed.length > 0 ? 1 : 0
