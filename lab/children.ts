// What the lab has started: it ends with the lab, also where a signal ends the lab.
import type { ChildProcess } from 'node:child_process'

const running = new Map<ChildProcess, () => void>()

const endAll = (): void => {
  for (const end of running.values()) end()
}

let watched = false
/** A process that a signal ends has no `exit` event, so the signal is made an exit. */
const watch = (): void => {
  if (watched) return
  watched = true
  process.once('exit', endAll)
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.once(signal, () => process.exit(code))
}

/** @param group it leads a process group, which ends as a whole: some programs have workers */
export const endWithLab = (child: ChildProcess, { group = false } = {}): { end(): void } => {
  const end = (): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    try {
      process.kill(group ? -child.pid : child.pid, 'SIGTERM')
    } catch {
      // Ended by now.
    }
  }
  watch()
  running.set(child, end)
  child.once('exit', () => running.delete(child))
  return { end }
}
