// A target started as a process of its own: waits for its ready line, keeps its last words, stops it with SIGTERM.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { targetEnvironment } from './target-environment.ts'

type ReadyLine = { ready: true; production_base_url?: string; sandbox_base_url?: string; control_url?: string }

export type Launched = { ready: ReadyLine; pid: number; stop(): Promise<void> }

type LaunchOptions = { command: string; args: string[]; deadlineMs: number }

/** `target_not_started`, exit code 2. */
export class LaunchError extends CodedError {
  /** Null where the process was ended by a signal, was too slow, or could not be started at all. */
  readonly childExitCode: number | null
  /** The last lines that it wrote. */
  readonly said: string

  constructor(message: string, childExitCode: number | null, said: string) {
    super('target_not_started', message, exitCodes.couldNotJudge)
    this.childExitCode = childExitCode
    this.said = said
  }
}

const keptLines = 12

const isReadyLine = (line: string): ReadyLine | undefined => {
  try {
    const value = JSON.parse(line) as { ready?: unknown } | null
    return value?.ready === true ? (value as ReadyLine) : undefined
  } catch {
    return undefined
  }
}

const stopper = (child: ChildProcess, graceMs: number) => async (): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await exited
  clearTimeout(timer)
}

/** @throws LaunchError with the last lines the process wrote */
export const launch = async ({ command, args, deadlineMs }: LaunchOptions): Promise<Launched> => {
  // In a process group of its own: a Ctrl-C is for the run, which still needs its target to come to an end.
  // Through the channel it notices when this process is gone, however that ended.
  const env = targetEnvironment()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env, detached: true })
  const killed = () => void child.kill('SIGKILL')
  process.once('exit', killed)
  child.once('exit', () => process.off('exit', killed))
  const stop = stopper(child, 5_000)
  const words: string[] = []
  const keep = (line: string) => {
    words.push(line)
    if (words.length > keptLines) words.shift()
  }
  createInterface({ input: child.stderr! }).on('line', keep)

  const failed = (why: string, code: number | null = null) => {
    const said = words.join(' / ')
    const line = [command, ...args].join(' ')
    return new LaunchError(
      `${line} ${why}; run it by hand to see why.${said === '' ? '' : ` It said: ${said}`}`,
      code,
      said,
    )
  }

  let timer: NodeJS.Timeout | undefined
  try {
    const ready = await new Promise<ReadyLine>((resolve, reject) => {
      timer = setTimeout(() => reject(failed(`gave no ready line within ${deadlineMs / 1000} s`)), deadlineMs)
      child.once('error', (error) => reject(failed(`could not be started (${error.message})`)))
      child.once('close', (code, signal) =>
        reject(failed(`ended before it was ready (${signal ?? `exit code ${code}`})`, code)),
      )
      createInterface({ input: child.stdout! }).on('line', (line) => {
        const found = isReadyLine(line)
        if (found) resolve(found)
        else keep(line)
      })
    })
    return { ready, pid: child.pid!, stop }
  } catch (error) {
    if (child.pid !== undefined) await stop()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
