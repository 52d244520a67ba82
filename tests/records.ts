// Runs of the program recorded once for all tests of one build: a test reads what it needs, and the first reader records it.
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunEvent } from '../reports/run-record.ts'
import { buildKey } from './build-key.ts'
import { makeOnce } from './make-once.ts'
import { root } from './places.ts'
import { runAssay, startAssay, type Ended } from './run-assay.ts'
import { simulatedTarget } from './simulated-target.ts'
import { countOf, untilRecorded } from './until-recorded.ts'
import { removeMade } from './remove-made.ts'

/** So that what is recorded is the same in a terminal and in a job of a CI system. */
const env = { GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '' }

const conform = (directory: string, args: readonly string[]): string[] => [
  'conform',
  '--report-dir',
  directory,
  '--reporter',
  'default,html',
  ...args,
]

const whole =
  (...args: string[]) =>
  (directory: string): Promise<Ended> =>
    runAssay(conform(directory, args), { env })

const account = ['--area', 'account', '--seed', '5']
const missingHeader = ['--', '--defect', 'no-remaining-header']

/** Ends a run with a signal after its first checks. */
const interrupted = async (directory: string): Promise<Ended> => {
  const { child, ended } = startAssay(conform(directory, ['--seed', '5']), { env })
  await untilRecorded(directory, child, (text) => countOf('check-finished', text) >= 3)
  child.kill('SIGINT')
  return ended
}

/** A small run as a whole, in `single`, and in parts, each in a folder of `parts` named after its index. */
const shards = async (directory: string): Promise<Ended> => {
  const ends: (() => unknown)[] = []
  const teardown = (end: () => unknown): void => void ends.push(end)
  const { file } = await simulatedTarget({ teardown }, { defect: 'no-remaining-header' })
  const args = [...account, '--area', 'catalog', '--no-rerun', '--target', file, '--reporter', 'json,ndjson']
  const run = (name: string, ...more: string[]) =>
    runAssay(['conform', ...args, '--report-dir', join(directory, name), ...more], { env })
  // One after another, as they share the clock of one simulator.
  const single = await run('single')
  for (const index of ['1', '2']) await run(join('parts', index), '--shard', `${index}/2`)
  for (const end of ends) await end()
  return single
}

const kinds = {
  /** Nothing is broken, in the checks of one area. */
  sound: whole(...account),
  /** A header is missing in every answer. */
  broken: whole(...account, ...missingHeader),
  /** One check finds an action accepted that must be refused, and a plan shows it. */
  hold: whole('--only', 'actions.other-statuses-refuse', '--seed', '1', '--', '--defect', 'hold-after-delivery'),
  /** Every check, and nothing is broken. */
  clean: whole('--seed', '7'),
  interrupted,
  /** One run as a whole and in two parts: a header is missing in every answer. */
  shards,
}

export type Kind = keyof typeof kinds

type Recorded = Ended & {
  directory: string
  at: (name: string) => string
  text: (name: string) => string
  report: <Shape>() => Shape
  events: () => RunEvent[]
}

const folder = join(root, '.cache', 'records')
const hour = 3_600_000

/** What other builds recorded, unless somebody may still read it. */
const removeOld = (key: string): void => {
  for (const name of readdirSync(folder)) {
    const other = join(folder, name)
    const old = statSync(other, { throwIfNoEntry: false })
    if (name !== key && old && Date.now() - old.mtimeMs > hour) removeMade(other)
  }
}

export const recordOf = async (kind: Kind): Promise<Recorded> => {
  const key = buildKey()
  const directory = await makeOnce(join(folder, key, kind), async (draft) => {
    removeOld(key)
    writeFileSync(join(draft, 'ended.json'), JSON.stringify(await kinds[kind](draft)))
  })
  const at = (name: string): string => join(directory, name)
  const text = (name: string): string => readFileSync(at(name), 'utf8')
  return {
    ...(JSON.parse(text('ended.json')) as Ended),
    directory,
    at,
    text,
    report: <Shape>() => JSON.parse(text('report.json')) as Shape,
    events: () =>
      text('run.ndjson')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as RunEvent),
  }
}

/** What is there is kept: two at a time, the longest first. */
export const recordAll = async (): Promise<void> => {
  const left: Kind[] = ['clean', 'shards', 'hold', 'interrupted', 'broken', 'sound']
  const worker = async (): Promise<void> => {
    for (let kind = left.shift(); kind !== undefined; kind = left.shift()) await recordOf(kind)
  }
  await Promise.all([worker(), worker()])
}
