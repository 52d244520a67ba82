// Writes a file whole or not at all: where the disk is full, what stood there before stays.
import { lstatSync, renameSync, writeFileSync } from 'node:fs'
import { removeOwnFile } from './own-file.ts'

/** The folder takes no new file; the file that is there may be written all the same. */
const closed = new Set(['EACCES', 'EPERM', 'EROFS'])

/** What is no plain file, such as a link or a terminal, is written as it is. */
export const writeWhole = (file: string, text: string): void => {
  const before = lstatSync(file, { throwIfNoEntry: false })
  if (before && !before.isFile()) return writeFileSync(file, text)
  const draft = `${file}.assay-new`
  try {
    // What a process left that was killed here.
    removeOwnFile(draft)
    writeFileSync(draft, text, { flag: 'wx', ...(before && { mode: before.mode }) })
  } catch (error) {
    if (before && closed.has((error as NodeJS.ErrnoException).code ?? '')) return writeFileSync(file, text)
    removeOwnFile(draft)
    throw error
  }
  renameSync(draft, file)
}
