// A command that a script starts and waits for, and how its outcome is shown.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('.', import.meta.resolve('assay/package.json')))

export type Job = { name: string; command: string[]; env?: Record<string, string> }
export type Outcome = Job & { code: number; seconds: number; output: string; errors: string }

// Far above what any test allows itself: ends one that does not even come to its own timer.
const lastResort = 2_400_000

export const run = async ({ name, command, env }: Job): Promise<Outcome> => {
  const started = Date.now()
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: lastResort,
    killSignal: 'SIGKILL',
  })
  const kept = { output: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (kept.output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (kept.errors += text))
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve(status ?? 1))
  })
  return { name, command, code, seconds: (Date.now() - started) / 1000, ...kept }
}

/** A test ends within seconds: V8 optimises less, as it does for one run of the program. */
export const testJob = (file: string, seconds: number): Job => ({
  name: file,
  command: ['--interrupt-budget=500000', '--enable-source-maps', join('dist', file.replace(/\.ts$/, '.js'))],
  env: { TAP_TIMEOUT: String(seconds), NODE_OPTIONS: '', CI: 'false' },
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
    return isShown && line.trim() !== ''
  })
  if (shown.length > 0) return shown.slice(0, mostLines).join('\n')
  return (output + errors).trimEnd().split('\n').slice(-mostLines).join('\n')
}

export const lineOf = ({ name, code, seconds }: Outcome): string =>
  `${code === 0 ? 'ok  ' : 'FAIL'} ${seconds.toFixed(1).padStart(5)} s  ${name}`

export const indented = (text: string): string => text.replaceAll(/^/gm, '    ')
