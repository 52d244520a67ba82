// A command run to its end: signals reach it, and how it ended comes back.
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { clearTimeout, setTimeout } from 'node:timers'

export type Ended = ({ code: number; signal: null } | { code: null; signal: NodeJS.Signals }) & {
  /** This process was asked to end meanwhile, whatever the command made of it. */
  passedOn?: NodeJS.Signals
}

/** As a shell has it for a command that is not there, and for one that cannot be run. */
const exitCodes: Record<string, number> = { ENOENT: 127, EACCES: 126 }

const shown = (command: string): string =>
  command === '' ? 'An empty command' : command.length > 200 ? `${command.slice(0, 200)} …` : command

const unusable = (command: string, error: NodeJS.ErrnoException): Error => {
  const what = error.code === 'ENOENT' ? 'is not found' : `cannot be run (${error.code ?? error.message})`
  const message = `${shown(command)} ${what}; give a program that is installed, after --.`
  return Object.assign(new Error(message), { code: 'command_not_run', exitCode: exitCodes[error.code ?? ''] ?? 126 })
}

/** A terminal sends these to every process in the foreground, the command included. */
const ofTerminal: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGQUIT'])

const forwarded: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/** What Node refuses before it asks the system, such as an empty name, is as unusable as what the system refuses. */
const spawned = (command: string, args: readonly string[], options: SpawnOptions): ChildProcess => {
  try {
    return spawn(command, args, options)
  } catch (error) {
    throw unusable(command, error as NodeJS.ErrnoException)
  }
}

type RunOptions = {
  /** Gets what the command prints, which goes to the terminal when left out. */
  onOutput?: ((chunk: string) => void) | undefined
  isTerminal?: boolean
  /** How long a command may go on after SIGTERM or SIGHUP. */
  graceMs?: number
}

/** These ask for an end; what is left running when this process itself is killed has nobody who ends it. */
const ending: ReadonlySet<NodeJS.Signals> = new Set(['SIGTERM', 'SIGHUP'])

/** Less than those who stop containers and jobs wait before they kill. */
const usualGraceMs = 5_000

/** @throws Error command_not_run, with the exit code that a shell has for it */
export const runCommand = (
  [command = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  { onOutput, isTerminal = process.stdin.isTTY, graceMs = usualGraceMs }: RunOptions = {},
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawned(command, args, { stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit', env })
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput!)
    let overdue: NodeJS.Timeout | undefined
    let passedOn: NodeJS.Signals | undefined
    const pass = (signal: NodeJS.Signals): void => {
      passedOn ??= signal
      if (isTerminal && ofTerminal.has(signal)) return
      child.kill(signal)
      if (ending.has(signal)) overdue ??= setTimeout(() => child.kill('SIGKILL'), graceMs)
    }
    const handlers = forwarded.map((signal): [NodeJS.Signals, () => void] => [signal, () => pass(signal)])
    for (const [signal, handler] of handlers) process.on(signal, handler)
    const forget = (): void => {
      clearTimeout(overdue)
      for (const [signal, handler] of handlers) process.off(signal, handler)
    }
    child.once('error', (error) => {
      forget()
      reject(unusable(command, error))
    })
    child.once('exit', (code, signal) => {
      forget()
      const how = signal === null ? { code: code ?? 1, signal } : { code: null, signal }
      const end = (): void => resolve({ ...how, ...(passedOn && { passedOn }) })
      if (!onOutput) return end()
      // What it printed is there when its streams are closed, which a program that it left running may keep open.
      const timer = setTimeout(end, 500)
      child.once('close', () => {
        clearTimeout(timer)
        end()
      })
    })
  })
