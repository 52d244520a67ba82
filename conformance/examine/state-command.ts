// The command that shows the state of the system behind a receiver, run in a shell as often as it is looked at.
import { spawn } from 'node:child_process'
import { clearTimeout, setTimeout } from 'node:timers'
import { CodedError } from '../contract/coded-error.ts'
import type { ReadState } from './effects.ts'

const usualMs = 10_000
/** What was ended closes its output by then. */
const afterKillMs = 1_000
/** Characters. */
const mostPrinted = 1_000_000

/** The secrets of the receiver are its own. */
const withheld = /^ASSAY_(?:PREVIOUS_)?WEBHOOK_SECRET$/

const environmentFor = (orderId: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !withheld.test(name))),
  ASSAY_ORDER_ID: orderId,
})

type Ended = { how: string | null; out: string; err: string }

/** With all that it started, which ends with it where it is too slow or prints too much. */
const run = (command: string, env: NodeJS.ProcessEnv, limitMs: number): Promise<Ended> =>
  new Promise((resolve) => {
    // A process group of its own, so that it can be ended as a whole.
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], env, detached: true })
    const said = { out: '', err: '' }
    let why: string | null = null
    let held: NodeJS.Timeout | undefined
    const kill = (reason: string): void => {
      why ??= reason
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        child.kill('SIGKILL')
      }
      // What left the group may hold them open for ever.
      held ??= setTimeout(() => {
        child.stdout.destroy()
        child.stderr.destroy()
      }, afterKillMs)
    }
    const overdue = setTimeout(() => kill(`did not end within ${limitMs / 1_000} s`), limitMs)
    const gone = (): void => kill('was left')
    process.once('exit', gone)
    for (const [stream, name] of [
      [child.stdout, 'out'],
      [child.stderr, 'err'],
    ] as const)
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        said[name] += chunk
        if (said[name].length > mostPrinted) kill(`printed more than ${mostPrinted} characters`)
      })
    const end = (how: string | null): void => {
      clearTimeout(overdue)
      clearTimeout(held)
      process.off('exit', gone)
      resolve({ how: why ?? how, ...said })
    }
    child.once('error', (error) => end(`could not be started: ${error.message}`))
    child.once('close', (code, signal) => end(code === 0 ? null : `ended with ${code ?? signal}`))
  })

/** The order stands in `ASSAY_ORDER_ID`. @throws CodedError state_not_shown */
export const stateCommand =
  (command: string, limitMs = usualMs): ((orderId: string) => ReadState) =>
  (orderId) =>
  async () => {
    const { how, out, err } = await run(command, environmentFor(orderId), limitMs)
    if (how === null) return out
    const said = err.trim().split('\n')[0]!.slice(0, 200)
    const message = `--state must be a command that prints the state and ends with 0, but it ${how}${said ? ` (${said})` : ''}; run it by hand.`
    throw new CodedError('state_not_shown', message)
  }
