// One run at a time writes into a folder of reports: two would each take the other's away.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeOwnFile } from '../../own-files/own-file.ts'
import { UsageError } from '../usage-error.ts'

export const lockName = 'assay-run.lock'

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The process that holds it; null where nobody does, such as a run that was killed. */
const holderOf = (lock: string): number | null => {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    return Number.isSafeInteger(pid) && pid > 0 && isRunning(pid) ? pid : null
  } catch {
    return null
  }
}

/** The folder is there and is claimed. Gives what lets it go. @throws UsageError report_dir_in_use */
export const takeFolder = (directory: string): (() => void) => {
  const lock = join(directory, lockName)
  for (;;)
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = holderOf(lock)
      if (holder !== null)
        throw new UsageError(
          'report_dir_in_use',
          `--report-dir ${directory} must be of one run at a time, but process ${holder} writes there; give another, or remove ${lock} if that is no run.`,
        )
      removeOwnFile(lock)
    }
  let isHeld = true
  // A process that ends without this leaves the file: the next one sees that it does not run any more.
  return () => {
    if (isHeld) removeOwnFile(lock)
    isHeld = false
  }
}
