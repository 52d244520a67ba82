// Test files that run one after the other in one process: it is started once for all, and loads what they share once. Each has an
// outcome of its own. A file states that it needs a process of its own, `// Runs alone: why.`
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compiled, isOrdinary, root, run, testJob, type Job, type Outcome } from './job.ts'

/** @property files - in the order in which they run */
type Group = Job & { files: readonly string[] }

const isGroup = (job: Job): job is Group => 'files' in job

const largest = 24

const textOf = (file: string): string => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')

/** The first reader of a record would make it beside all the rest, and be longer than it is. */
export const isLong = (file: string, known: Record<string, number>): boolean =>
  !isOrdinary(file) || known[file] !== undefined || textOf(file).includes('recordOf(')

export const runsAlone = (file: string): boolean => /^\/\/ Runs alone\b/m.test(textOf(file))

export const groupOf = (files: readonly string[], seconds: number, whole = false): Group => {
  const jobs = files.map((file) => testJob(file, seconds, whole))
  const [first] = jobs
  return {
    ...first!,
    files,
    name: `${files.length} files`,
    command: [...first!.command.slice(0, -1), compiled('scripts/several-tests.ts'), ...files],
    silence: Math.max(...jobs.map(({ silence = 0 }) => silence)),
  }
}

/** Neighbours are together, as they load the same; the groups are of about one size. */
export const grouped = (files: readonly string[]): string[][] => {
  const count = Math.ceil(files.length / largest)
  const size = Math.ceil(files.length / count)
  return Array.from({ length: count }, (_, index) => files.slice(index * size, (index + 1) * size))
}

/** What needs a process of its own comes first. */
export const jobsOf = (files: readonly string[], seconds: number, whole = false): Job[] => {
  const groups = grouped(files.filter((file) => !runsAlone(file)))
  return [...files.filter(runsAlone).map((file) => [file]), ...groups].map((group) =>
    group.length > 1 ? groupOf(group, seconds, whole) : testJob(group[0]!, seconds, whole),
  )
}

/** @property open - kinds of what it left open, where that was still so after the last file */
type Part = { lines: string[]; code?: number; seconds: number; cpu?: number; open?: string }

const partsOf = ({ output, files }: Pick<Outcome, 'output'> & Pick<Group, 'files'>): Map<string, Part> => {
  const parts = new Map<string, Part>()
  let part: Part | undefined
  for (const line of output.split('\n')) {
    const begun = /^# Subtest: (.*)$/.exec(line)?.[1]
    if (begun !== undefined && files.includes(begun)) {
      part = { lines: [], seconds: 0 }
      parts.set(begun, part)
      continue
    }
    const ended = /^(not )?ok \d+ - (.*?)(?: # time=([\d.]+)ms)?(?: \{)?$/.exec(line)
    if (part && part.code === undefined && ended && parts.get(ended[2]!) === part) {
      part.code = ended[1] === undefined ? 0 : 1
      part.seconds = Number(ended[3] ?? 0) / 1000
      continue
    }
    const [, opener, open] = /^# left open by (\S+): (.+)$/.exec(line) ?? []
    const opened = opener === undefined ? undefined : parts.get(opener)
    if (opened) opened.open = open!
    const cpu = /^# cpu ([\d.]+)$/.exec(line)?.[1]
    if (cpu === undefined) part?.lines.push(line.replace(/^ {4}/, ''))
    else if (part) part.cpu = Number(cpu)
  }
  return parts
}

/**
 * One outcome for each file that was begun. Where the process ended amid a file, that file failed.
 * @property left - files that were never begun
 */
export const outcomesOf = (group: Group & Outcome): { outcomes: Outcome[]; left: string[] } => {
  const parts = partsOf(group)
  const { files, code, errors, seconds, ...job } = group
  if (parts.size === 0) parts.set(files[0]!, { lines: group.output.split('\n'), seconds })
  const begun = files.filter((file) => parts.has(file))
  // What fails after the end of a file is found at the end of the last one: of a process that does not end, what is open tells more.
  const last = parts.get(begun.at(-1) ?? '')
  if (code !== 0 && last && [...parts.values()].every((part) => part.code === 0)) {
    const openers = [...parts.values()].filter((part) => part.open !== undefined)
    const stuck = last.lines.filter((line) => line.startsWith('stuck: '))
    if (stuck.length === 0 || openers.length === 0) last.code = code
    else
      for (const part of openers) {
        part.code = code
        part.lines.push(...stuck.map((line) => `${line}; it left open: ${part.open}`))
      }
  }
  const outcomes = begun.map((file): Outcome => {
    const part = parts.get(file)!
    const isOver = part.code !== undefined
    return {
      ...job,
      name: file,
      code: part.code ?? (code || 1),
      seconds: isOver ? part.seconds : seconds,
      ...(part.cpu !== undefined && { cpu: part.cpu }),
      output: part.lines.join('\n'),
      errors: part.code === 0 ? '' : errors,
    }
  })
  return { outcomes, left: files.filter((file) => !parts.has(file)) }
}

/** @returns as `outcomesOf` does */
export const runJob = async (job: Job): Promise<ReturnType<typeof outcomesOf>> =>
  isGroup(job) ? outcomesOf({ ...job, ...(await run(job)) }) : { outcomes: [await run(job)], left: [] }
