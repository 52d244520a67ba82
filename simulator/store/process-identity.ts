// Distinguishes a live process from a later one with the same number.
import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { systemCode } from './store-error.ts'

/** A text that no other process has, or undefined when no such process runs. Less sure where there is no /proc. */
export async function processIdentity(pid: number): Promise<string | undefined> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (systemCode(error) !== 'EPERM') return undefined
  }
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ])
    // The name in parentheses may hold anything; the state is the first field after it, the start time the twentieth.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ended = fields[0] === 'Z' || fields[0] === 'X'
    return ended ? undefined : `${pid} ${boot.trim()} ${fields[19]}`
  } catch {
    return String(pid)
  }
}

/** Whether the process that had this identity runs; so it counts also where it is not known which process has the number now. */
export async function runsStill(pid: number, identity: unknown): Promise<boolean> {
  const now = await processIdentity(pid)
  if (now === undefined || now === identity) return now !== undefined
  // Without a free descriptor nothing more than the number is known.
  return [now, identity].includes(String(pid))
}

/** Where a process number means what it means here: the same system, started once, and within it the same container. */
export async function processNamespace(): Promise<string> {
  try {
    const [numbers, boot] = await Promise.all([
      readlink('/proc/self/ns/pid'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ])
    return `${numbers} ${boot.trim()}`
  } catch {
    return hostname()
  }
}
