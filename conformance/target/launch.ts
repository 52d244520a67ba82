// A target started as a process of its own: waits for its ready line, keeps its last words, stops it with SIGTERM.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { CodedError, exitCodes } from '../coded-error.ts'

export type ReadyLine = { ready: true; production_base_url?: string; sandbox_base_url?: string; control_url?: string }

export type Launched = { ready: ReadyLine; pid: number; stop(): Promise<void> }

export type LaunchOptions = { command: string; args: string[]; deadlineMs: number; env?: NodeJS.ProcessEnv }

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

/** @throws CodedError `target_not_started`, exit code 2, with the last lines the process wrote. */
export const launch = async ({ command, args, deadlineMs, env = process.env }: LaunchOptions): Promise<Launched> => {
  // In a process group of its own: a Ctrl-C is for the run, which still needs its target to come to an end.
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: true })
  const killed = () => void child.kill('SIGKILL')
  process.once('exit', killed)
  child.once('exit', () => process.off('exit', killed))
  const stop = stopper(child, 5_000)
  const words: string[] = []
  const keep = (line: string) => {
    words.push(line)
    if (words.length > keptLines) words.shift()
  }
  createInterface({ input: child.stderr }).on('line', keep)

  const failed = (why: string) => {
    const said = words.length > 0 ? ` It said: ${words.join(' / ')}` : ''
    const line = [command, ...args].join(' ')
    return new CodedError(
      'target_not_started',
      `${line} ${why}; run it by hand to see why.${said}`,
      exitCodes.couldNotJudge,
    )
  }

  let timer: NodeJS.Timeout | undefined
  try {
    const ready = await new Promise<ReadyLine>((resolve, reject) => {
      timer = setTimeout(() => reject(failed(`gave no ready line within ${deadlineMs / 1000} s`)), deadlineMs)
      child.once('error', (error) => reject(failed(`could not be started (${error.message})`)))
      child.once('close', (code, signal) =>
        reject(failed(`ended before it was ready (${signal ?? `exit code ${code}`})`)),
      )
      createInterface({ input: child.stdout }).on('line', (line) => {
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
