// A file without a name: nothing is left of it, however the process ends.
import { randomUUID } from 'node:crypto'
import { constants, openSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeOwnFile } from './own-file.ts'

/** `O_TMPFILE`, which Node does not name: Linux makes a file in a folder that never had a name there. */
const neverNamed = process.platform === 'linux' ? 0o20000000 | constants.O_DIRECTORY | constants.O_RDWR : null

type Way = { path: string; flags: string | number; forget: () => void }

/** Not every system and file system has the first; of the second a kill between two lines leaves an empty file. */
const waysIn = (folder: string): Way[] => {
  const path = join(folder, `assay-body-${randomUUID()}`)
  const named = { path, flags: 'wx+', forget: () => removeOwnFile(path) }
  return neverNamed === null ? [named] : [{ path: folder, flags: neverNamed, forget: () => undefined }, named]
}

/** To read and write, for this user alone. Undefined where there is no room for files. */
export const openNameless = async (folder: string = tmpdir()): Promise<FileHandle | undefined> => {
  for (const { path, flags, forget } of waysIn(folder))
    try {
      const file = await open(path, flags, 0o600)
      forget()
      return file
    } catch {
      continue
    }
  return undefined
}

/** The same, as a descriptor. */
export const openNamelessSync = (folder: string = tmpdir()): number | undefined => {
  for (const { path, flags, forget } of waysIn(folder))
    try {
      const file = openSync(path, flags, 0o600)
      forget()
      return file
    } catch {
      continue
    }
  return undefined
}
