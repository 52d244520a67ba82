// A folder in the system's place for temporary files, which goes with all that is in it.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { markFolder, removeOwnFolder } from './own-folder.ts'

type TemporaryFolder = { path: string; remove(): void }

/** @param within - left out: the system's place */
export const temporaryFolder = (name: string, within: string = tmpdir()): TemporaryFolder => {
  const path = mkdtempSync(join(within, `assay-${name}-`))
  markFolder(path, 'temporary')
  return { path, remove: () => removeOwnFolder(path, 'temporary', () => true) }
}
