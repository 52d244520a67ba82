// Runs test files, several at a time and the longest first: a line for each, then what failed, then the sums.
// tap's own runner has every process that a test starts note all that it loads, which took a third of the CPU seconds.
import { readdirSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { Command } from 'commander'
import { assertionCounts } from './assertion-counts.ts'
import { failureIn, indented, lineOf, readSeconds, recordedSeconds, root, run, testJob, type Outcome } from './job.ts'

const command = new Command('run-tests')
  .description('Runs test files; all but those of tests/slow/ and tests/nightly/ where none is named.')
  .argument('[files...]', 'compiled test files')
  .option('--jobs <number>', 'how many at a time', Number, 4)
  .option('--timeout <seconds>', 'how long a file may take', Number, 600)
  .option('--record', 'note in tests/seconds.json what takes long')
  .parse()
const { jobs, timeout, record } = command.opts<{ jobs: number; timeout: number; record?: true }>()

const isOrdinary = (file: string): boolean => !/^tests\/(?:slow|nightly)\//.test(file)

const sourceOf = (compiled: string): string =>
  compiled
    .split(sep)
    .join('/')
    .replace(/^(?:\.\/)?dist\//, '')
    .replace(/\.js$/, '.ts')

const named = command.args.map(sourceOf)
const files =
  named.length > 0
    ? named
    : readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.test.js'))
        .map(sourceOf)
        .filter(isOrdinary)

const known = readSeconds(recordedSeconds)
const waiting = files.toSorted((a, b) => (known[b] ?? 0) - (known[a] ?? 0) || a.localeCompare(b, 'en'))

const sums = { total: 0, pass: 0, fail: 0, skip: 0, todo: 0 }
const count = (outcome: Outcome): boolean => {
  const counts = assertionCounts(outcome)
  for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += counts[name]
  return counts.fail === 0
}

const outcomes: Outcome[] = []
const failed: Outcome[] = []

const worker = async (): Promise<void> => {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const outcome = await run(testJob(file, timeout))
    if (!count(outcome)) failed.push({ ...outcome, code: outcome.code || 1 })
    outcomes.push(outcome)
    console.log(lineOf(outcome))
  }
}

await Promise.all(Array.from({ length: jobs }, worker))

for (const outcome of failed) console.log(`\n${lineOf(outcome)}\n${indented(failureIn(outcome))}`)

const long = 5
if (record) {
  const measured = outcomes.filter(({ code }) => code === 0).map(({ name, seconds }) => [name, Math.round(seconds)])
  const all = { ...known, ...Object.fromEntries(measured) } as Record<string, number>
  const kept = Object.entries(all).filter(([, seconds]) => seconds >= long)
  const sorted = Object.fromEntries(kept.toSorted(([a], [b]) => a.localeCompare(b, 'en')))
  writeFileSync(recordedSeconds, `${JSON.stringify(sorted, null, 2)}\n`)
}

const shown = Object.entries(sums).filter(([name, sum]) => sum > 0 || name === 'total' || name === 'pass')
console.log(`# { ${shown.map(([name, sum]) => `${name}: ${sum}`).join(', ')} }`)
if (failed.length > 0) console.log(`failed: ${failed.map(({ name }) => name).join(', ')}`)
process.exitCode = failed.length > 0 || outcomes.length === 0 ? 1 : 0
