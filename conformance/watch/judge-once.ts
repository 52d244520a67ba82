// One round of a watch: `assay conform` as a process of its own, so that a round that crashes does not end the watch.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ComparedReport } from '../../reports/comparison.ts'
import { removeReports } from '../../reports/reporters/report-folder.ts'
import type { RunFinished } from '../../reports/run-record.ts'
import { isCodedError } from '../contract/coded-error.ts'
import { readReport } from '../compare/read-report.ts'

export type WatchedReport = ComparedReport & { reason: RunFinished['reason'] }

export type Round =
  | { judged: true; exitCode: number; report: WatchedReport }
  /** `trouble` is a code and a sentence. */
  | { judged: false; exitCode: number; trouble: string }

export type Program = { command: string; args: readonly string[] }

type RoundOptions = {
  program: Program
  /** Options of `assay conform`. */
  conform: readonly string[]
  /** Options of the embedded simulator. */
  simulator: readonly string[]
  directory: string
  /** Aborted when the watch ends: the round ends with it. */
  signal: AbortSignal
}

const keptText = 4_000

export const reportIn = (directory: string): WatchedReport | null => {
  try {
    return existsSync(join(directory, 'report.json')) ? (readReport(directory) as WatchedReport) : null
  } catch (error) {
    if (isCodedError(error)) return null
    throw error
  }
}

export const judgeOnce = async (options: RoundOptions): Promise<Round> => {
  const { program, conform, simulator, directory, signal } = options
  removeReports(directory)
  const after = simulator.length > 0 ? ['--', ...simulator] : []
  const args = [...program.args, 'conform', ...conform, '--report-dir', directory, ...after]
  // In a group of its own: a key press that ends the watch is handed on once, and not by the terminal too.
  // Through the channel it notices when this process is gone, however that ended.
  const child = spawn(program.command, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], detached: true })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  let said = ''
  child.stderr!.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-keptText)))
  const stop = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  const [code] = (await once(child, 'close')) as [number | null]
  signal.removeEventListener('abort', stop)
  process.off('exit', kill)
  const exitCode = code ?? 2
  const report = reportIn(directory)
  if (report?.outcome === 'complete') return { judged: true, exitCode, report }
  const { reason = null } = report ?? {}
  const trouble = reason
    ? `${reason.code}: ${reason.message}`
    : said.trim() || `the run ended with exit code ${exitCode}`
  return { judged: false, exitCode, trouble }
}
