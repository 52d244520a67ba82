// Makes renames and new names in a directory survive a loss of power, where the system can.
import { open } from 'node:fs/promises'
import { systemCode } from './store-error.ts'

/** Systems that cannot open or sync a directory are taken at their word. */
const UNSUPPORTED: ReadonlySet<string | undefined> = new Set(['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF'])

export async function syncDirectory(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!UNSUPPORTED.has(systemCode(error))) throw error
  }
}
