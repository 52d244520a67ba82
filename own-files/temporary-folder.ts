// A folder in the system's place for temporary files, which goes with all that is in it.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { markFolder, removeOwnFolder, removeUnmarkedFolder } from './own-folder.ts'

type TemporaryFolder = { path: string; remove(): void }

const made = (start: string): string => {
  let path: string | undefined
  try {
    path = mkdtempSync(start)
    markFolder(path, 'temporary')
    return path
  } catch (error) {
    if (path !== undefined) removeUnmarkedFolder(path)
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    const message = `A temporary folder ${start}… was expected to be made, but cannot be (${why}); free space there, or set TMPDIR to a folder that can be written to.`
    throw Object.assign(new Error(message), { code: 'no_temporary_folder', exitCode: 3 })
  }
}

/**
 * @throws Error no_temporary_folder
 * @param within - left out: the system's place
 */
export const temporaryFolder = (name: string, within: string = tmpdir()): TemporaryFolder => {
  const path = made(join(within, `assay-${name}-`))
  return { path, remove: () => removeOwnFolder(path, 'temporary', () => true) }
}
