// Runs test files, several at a time, a line for each, then what failed, then the sums. What is quick comes first: where that is
// red, nothing more is begun. Of the rest the longest comes first.
// tap's own runner has every process that a test starts note all that it loads, which took a third of the CPU seconds.
import { readdirSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { Command } from 'commander'
import { assertionCounts } from './assertion-counts.ts'
import { houseJobs } from './house-jobs.ts'
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
  isOrdinary,
} from './job.ts'
import { isLong, jobsOf, runJob } from './test-groups.ts'

const command = new Command('run-tests')
  .description('Runs test files; all but those of tests/slow/ and tests/nightly/ where none is named.')
  .argument('[files...]', 'compiled test files')
  .option('--jobs <number>', 'how many at a time', Number, 4)
  .option('--timeout <seconds>', 'how long a file may take', Number, 600)
  .option('--house', 'first lint, types and what is generated, and the records that tests read')
  .option('--keep-going', 'begin the rest even where something quick has failed')
  .option('--whole', 'all of what takes minutes, and not a sample of it')
  .option('--record', 'note in tests/seconds.json what takes long')
  .option('--costliest <number>', 'print this number of files, those that took most CPU seconds', Number, 0)
  .parse()
const { jobs, timeout, costliest, ...options } = command.opts<{
  jobs: number
  timeout: number
  costliest: number
  house?: true
  keepGoing?: true
  whole?: true
  record?: true
}>()

const sourceOf = (compiled: string): string =>
  compiled
    .split(sep)
    .join('/')
    .replace(/^(?:\.\/)?dist\//, '')
    .replace(/\.js$/, '.ts')

const named = [...new Set(command.args.map(sourceOf))]
const files =
  named.length > 0
    ? named
    : readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.test.js'))
        .map(sourceOf)
        .filter(isOrdinary)

const known = readSeconds(recordedSeconds)
const sorted = files.toSorted((a, b) => (known[b] ?? 0) - (known[a] ?? 0) || a.localeCompare(b, 'en'))
const quick = sorted.filter((file) => !isLong(file, known))

const jobOf = (file: string): Job => testJob(file, timeout, options.whole)
const records = { name: 'records', command: [join('dist', 'scripts', 'make-records.js')] }
const waiting: (Job & { isLong: boolean })[] = [
  ...[...(options.house ? houseJobs() : []), ...jobsOf(quick, timeout, options.whole)].map((job) => ({
    ...job,
    isLong: false,
  })),
  ...[...(options.house ? [records] : []), ...sorted.filter((file) => isLong(file, known)).map(jobOf)].map((job) => ({
    ...job,
    isLong: true,
  })),
]

const sums = { total: 0, pass: 0, fail: 0, skip: 0, todo: 0 }
/** What is no test counts as one assertion. */
const count = (outcome: Outcome): boolean => {
  const isTest = outcome.name.endsWith('.test.ts')
  const isRight = outcome.code === 0
  const counts = isTest
    ? assertionCounts(outcome)
    : { total: 1, pass: Number(isRight), fail: Number(!isRight), skip: 0, todo: 0 }
  for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += counts[name]
  return counts.fail === 0
}

const outcomes: Outcome[] = []
const failed: Outcome[] = []

const isWhole = named.length === 0
let isOver = false

const note = (outcome: Outcome): boolean => {
  const isRight = count(outcome)
  if (!isRight) failed.push({ ...outcome, code: outcome.code || 1 })
  outcomes.push(outcome)
  console.log(lineOf(outcome))
  return isRight
}

const worker = async (): Promise<void> => {
  for (let job = waiting.shift(); job !== undefined && !isOver; job = waiting.shift()) {
    const { outcomes: each, left } = await runJob(job)
    const isRed = each.map(note).includes(false)
    isOver ||= isRed && isWhole && !job.isLong && options.keepGoing !== true
    // The process broke off: what it did not come to is begun in another.
    waiting.unshift(...jobsOf(left, timeout, options.whole).map((rest) => ({ ...rest, isLong: job.isLong })))
  }
}

await Promise.all(Array.from({ length: jobs }, worker))

for (const outcome of failed) console.log(`\n${lineOf(outcome)}\n${indented(failureIn(outcome))}`)

const long = 5
if (options.record) {
  const measured = outcomes
    .filter(({ name, code }) => code === 0 && name.endsWith('.test.ts'))
    .map(({ name, seconds }) => [name, Math.round(seconds)])
  const all = { ...known, ...Object.fromEntries(measured) } as Record<string, number>
  const kept = Object.entries(all).filter(([, seconds]) => seconds >= long)
  const sorted = Object.fromEntries(kept.toSorted(([a], [b]) => a.localeCompare(b, 'en')))
  writeFileSync(recordedSeconds, `${JSON.stringify(sorted, null, 2)}\n`)
}

const ofCpu = ({ cpu }: Outcome): number => cpu ?? 0
for (const outcome of outcomes.toSorted((a, b) => ofCpu(b) - ofCpu(a)).slice(0, costliest)) console.log(lineOf(outcome))
console.log(`${Math.round(outcomes.reduce((sum, outcome) => sum + ofCpu(outcome), 0))} CPU s`)

const shown = Object.entries(sums).filter(([name, sum]) => sum > 0 || name === 'total' || name === 'pass')
console.log(`# { ${shown.map(([name, sum]) => `${name}: ${sum}`).join(', ')} }`)
if (isOver) console.log('Something quick has failed: the rest was not begun (--keep-going begins it).')
if (failed.length > 0) console.log(`failed: ${failed.map(({ name }) => name).join(', ')}`)
process.exitCode = failed.length > 0 || outcomes.length === 0 ? 1 : 0
