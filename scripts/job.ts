// A command that a script starts and waits for, and how its outcome is shown.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { optimiseLess } from '../conformance/cli/v8-flags.ts'
import { cpuOfLastChild } from './cpu.ts'
import { inSources } from './in-sources.ts'

export const root = fileURLToPath(new URL('.', import.meta.resolve('assay/package.json')))

/** @property silence - seconds without output after which a job counts as stuck */
export type Job = { name: string; command: string[]; env?: Record<string, string>; silence?: number }
/** @property cpu - seconds that processors worked for it and for the children that it waited for, where the system tells */
export type Outcome = Job & { code: number; seconds: number; cpu?: number; output: string; errors: string }

const running = new Set<ChildProcess>()

/** With what it started: each job leads a group of processes. */
const end = (child: ChildProcess): void => {
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

process.once('exit', () => {
  for (const child of running) end(child)
})
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))

/** Where others load the machine as well, what takes longer is not stuck. */
const slowness = (): number => Math.max(1, (loadavg()[0] ?? 0) / (availableParallelism() + running.size))

/** Of a job that is no test: far above what any allows itself. */
const lastResort = 2_400
const usualSilence = 60
/** After the signal at which tap names the open handles. */
const lastWordsMs = 5_000

export const run = async (job: Job): Promise<Outcome> => {
  const { name, command, env, silence = lastResort } = job
  const started = Date.now()
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  const kept = { output: '', errors: '' }
  let heard = Date.now()
  const hear = (into: keyof typeof kept) => (text: string) => {
    kept[into] += text
    heard = Date.now()
  }
  child.stdout.setEncoding('utf8').on('data', hear('output'))
  child.stderr.setEncoding('utf8').on('data', hear('errors'))
  let stuck = ''
  let cpu: number | undefined
  const watch = setInterval(() => {
    if (Date.now() - heard < silence * 1000 * slowness()) return
    clearInterval(watch)
    const alive = child.exitCode === null ? 'it was ended, with its children' : 'it had ended, and its children were'
    stuck = `\nstuck: ${name} printed nothing for ${Math.round((Date.now() - heard) / 1000)} s; ${alive}\n`
    child.kill('SIGALRM')
    setTimeout(end, lastWordsMs, child).unref()
  }, 1_000)
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => {
      cpu = cpuOfLastChild()
      // What it leaves behind would hold its output open.
      if (stuck !== '') end(child)
    })
    child.once('close', (status) => resolve(stuck === '' ? (status ?? 1) : 1))
  }).finally(() => {
    clearInterval(watch)
    running.delete(child)
  })
  const seconds = (Date.now() - started) / 1000
  return { ...job, code, seconds, ...(cpu !== undefined && { cpu }), output: kept.output + stuck, errors: kept.errors }
}

export const isOrdinary = (file: string): boolean => !/^tests\/(?:slow|nightly)\//.test(file)

/** What is slow by its nature works for minutes between two lines. */
const usualFor = (file: string): number => (isOrdinary(file) ? usualSilence : 10 * usualSilence)

/** What a test states of itself in a comment: `// Silent for up to 300 s.` */
export const silenceOf = (file: string): number => {
  const text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
  const stated = /^\/\/ .*\bsilent for up to (\d+) s\b/im.exec(text)?.[1]
  return Math.max(Number(stated ?? 0), usualFor(file))
}

/** @param file - of the sources, by its path from the root */
export const compiled = (file: string): string => join('dist', file.replace(/\.ts$/, '.js'))

/** In megabytes, from the start: a test ends before V8 has found out that the collector comes too often. */
const roomyYoungGeneration = '--min-semi-space-size=16'

/**
 * A test ends within seconds: V8 optimises less, as it does for one run of the program.
 * @param whole - all of what takes minutes, and not a sample of it
 */
export const testJob = (file: string, seconds: number, whole = false): Job => ({
  name: file,
  command: [...optimiseLess(), roomyYoungGeneration, compiled(file)],
  env: {
    TAP_TIMEOUT: String(Math.ceil(seconds * slowness())),
    NODE_OPTIONS: '',
    CI: 'false',
    ...(whole && { ASSAY_TESTS: 'whole' }),
  },
  silence: silenceOf(file),
})

/** Wall seconds of tests that take long, by file. */
export const readSeconds = (file: string): Record<string, number> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>) : {}

export const recordedSeconds = join(root, 'tests', 'seconds.json')

const mostLines = 100

/** Of a test, what failed and why; the end of what says nothing of the kind. */
export const failureIn = ({ output, errors }: Outcome): string => {
  let isShown = false
  const shown = output.split('\n').filter((line) => {
    if (/^\s*not ok/.test(line)) isShown = true
    else if (/^\s*(?:ok \d|# Subtest|\d+\.\.\d+$)/.test(line)) isShown = false
    return isShown && line.trim() !== '' && !line.startsWith('stuck: ')
  })
  const stuck = output.split('\n').filter((line) => line.startsWith('stuck: '))
  const text =
    shown.length > 0
      ? [...shown.slice(0, mostLines), ...stuck]
      : (output + errors).trimEnd().split('\n').slice(-mostLines)
  return inSources(text.join('\n'), root)
}

const shownCpu = (cpu: number | undefined): string => (cpu === undefined ? '' : `${cpu.toFixed(1).padStart(6)} CPU s`)

export const lineOf = ({ name, code, seconds, cpu }: Outcome): string =>
  `${code === 0 ? 'ok  ' : 'FAIL'} ${seconds.toFixed(1).padStart(5)} s${shownCpu(cpu)}  ${name}`

export const indented = (text: string): string => text.replaceAll(/^/gm, '    ')
