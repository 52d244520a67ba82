// The npm, npx or other package manager that started this process: where it is killed, no signal of its own reaches a simulator.
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { clearInterval, setInterval } from 'node:timers'
import { promisify } from 'node:util'
import { processIdentity, runsStill } from '../store/process-identity.ts'

type Running = { pid: number; parent: number; group: number; name: string }

const shells = new Set(['sh', 'dash', 'bash', 'ash', 'zsh', 'ksh', 'busybox'])

/** The name of `/proc/N/stat` stands in parentheses, and may hold anything. */
const fromStat = (text: string): Running => {
  const end = text.lastIndexOf(')')
  const [, parent, group] = text.slice(end + 2).split(' ')
  const start = text.indexOf('(')
  return { pid: parseInt(text, 10), parent: Number(parent), group: Number(group), name: text.slice(start + 1, end) }
}

const ofProc = async (): Promise<Running[]> => {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  // One that ends meanwhile is left out.
  const texts = await Promise.all(numbers.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return texts.filter((text) => text !== '').map(fromStat)
}

const ofPs = async (): Promise<Running[]> => {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,pgid=,comm='])
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, group, ...words] = line.trim().split(/\s+/)
    const name = basename(words.join(' ').replace(/^-/, ''))
    return name === '' ? [] : [{ pid: Number(pid), parent: Number(parent), group: Number(group), name }]
  })
}

/**
 * The nearest ancestor that is no shell. None where a script let this process go on alone: in a process group of its own (`setsid`, a
 * service manager), or in the background of its shell, which does something else beside it.
 */
export const starterIn = (running: readonly Running[], pid: number): number | undefined => {
  const find = (wanted: number): Running | undefined => running.find((one) => one.pid === wanted)
  const own = find(pid)
  for (
    let child = own, above = find(own?.parent ?? 0);
    above !== undefined;
    child = above, above = find(above.parent)
  ) {
    if (above.group !== own!.group) return undefined
    if (!shells.has(above.name)) return above.pid
    const [shell, only] = [above.pid, child!.pid]
    if (running.some((one) => one.parent === shell && one.pid !== only)) return undefined
  }
  return undefined
}

const betweenMs = 500

/** Sends SIGTERM to this process once its package manager has ended. Where nothing listens to that signal, the process ends by it. */
export const endWithStarter = (): Promise<void> => onStarterGone(() => process.kill(process.pid, 'SIGTERM'))

/**
 * Calls once when the package manager that started this process has ended; never where none did, or where that cannot be seen. To be asked
 * first of all: what a script does beside this process may be over soon.
 */
export const onStarterGone = async (gone: () => void): Promise<void> => {
  if (process.env['npm_execpath'] === undefined) return
  const running = await ofProc()
    .catch(ofPs)
    .catch(() => [])
  const starter = starterIn(running, process.pid)
  const identity = starter && (await processIdentity(starter))
  if (identity === undefined) return
  const looking = setInterval(async () => {
    if (await runsStill(starter!, identity)) return
    clearInterval(looking)
    gone()
  }, betweenMs).unref()
}
