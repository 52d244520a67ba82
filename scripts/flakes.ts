// `npm run flakes [-- FILES]`: runs tests again and again, each time in another order, beside a load that takes every core, and prints
// which failed, how often, and what they said the first time. The order follows from a seed, which is printed.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { assertionCounts } from './assertion-counts.ts'
import {
  failureIn,
  indented,
  isOrdinary,
  readSeconds,
  recordedSeconds,
  root,
  testJob,
  type Job,
  type Outcome,
} from './job.ts'
import { isLong, jobsOf, runJob } from './test-groups.ts'

const command = new Command('flakes')
  .description('Runs tests again and again beside a load on all cores, and prints what failed how often.')
  .argument(
    '[files...]',
    'tests, by the path of their source or of what is compiled; all but the slow ones where none is named',
  )
  .option('--rounds <number>', 'how often each file runs', Number, 20)
  .option('--seed <number>', 'chooses the orders', Number, 1)
  .option('--jobs <number>', 'how many at a time', Number, 2)
  .option('--load <number>', 'processes that do nothing but compute', Number, availableParallelism())
  .option('--grouped', 'let quick files share a process, as `npm test` does, each time with others')
  .option('--timeout <seconds>', 'how long a file may take', Number, 600)
  .parse()
const { rounds, seed, jobs, load, timeout, ...options } = command.opts<
  Record<'rounds' | 'seed' | 'jobs' | 'load' | 'timeout', number> & { grouped?: true }
>()

const sourceOf = (file: string): string => file.replace(/^(?:\.\/)?dist\//, '').replace(/\.js$/, '.ts')

const ordinary = (): string[] =>
  readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.test.js') && isOrdinary(file))

const files = (command.args.length > 0 ? command.args : ordinary()).map(sourceOf).toSorted()

/** The same numbers for the same seed: mulberry32. */
const numbers = (start: number) => {
  let state = start
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const shuffled = <One>(list: readonly One[], next: () => number): One[] => {
  const mixed = [...list]
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1))
    ;[mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!]
  }
  return mixed
}

const burners = Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
process.once('exit', () => {
  for (const burner of burners) burner.kill('SIGKILL')
})

const next = numbers(seed)
const known = readSeconds(recordedSeconds)
const jobOf = (file: string): Job => testJob(file, timeout)
const round = (order: readonly string[]): Job[] => {
  const isSingle = (file: string): boolean => !options.grouped || isLong(file, known)
  return [
    ...order.filter(isSingle).map(jobOf),
    ...jobsOf(
      order.filter((file) => !isSingle(file)),
      timeout,
    ),
  ]
}
const failed = new Map<string, Outcome[]>()

const worker = async (waiting: Job[]): Promise<void> => {
  for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
    const { outcomes, left } = await runJob(job)
    waiting.unshift(...jobsOf(left, timeout))
    for (const outcome of outcomes) {
      if (assertionCounts(outcome).fail === 0) continue
      failed.set(outcome.name, [...(failed.get(outcome.name) ?? []), outcome])
      console.log(`FAIL  ${outcome.name}`)
    }
  }
}

console.log(`${files.length} files, ${rounds} times, beside a load of ${load}; --seed ${seed}`)
// Round by round: a file has a folder of its own, which two runs of it would take from each other.
for (let nth = 0; nth < rounds; nth += 1) {
  const waiting = round(shuffled(files, next))
  await Promise.all(Array.from({ length: jobs }, () => worker(waiting)))
}

console.log(`\npassed of ${rounds}  file`)
for (const file of files) console.log(`${String(rounds - (failed.get(file)?.length ?? 0)).padStart(12)}  ${file}`)
for (const [file, [first]] of failed) console.log(`\n${file}, the first time:\n${indented(failureIn(first!))}`)
process.exit(failed.size > 0 ? 1 : 0)
