// Makes a folder and those above it, one after the other: below /proc and /dev/fd, mkdir with `recursive` never ends.
import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** @throws what the file system says of the first that it refuses */
export const makeFolder = (folder: string): void => {
  const missing: string[] = []
  for (let path = resolve(folder); !isFolder(path) && path !== dirname(path); path = dirname(path))
    missing.unshift(path)
  for (const path of missing)
    try {
      mkdirSync(path)
    } catch (error) {
      // Another process may make it at the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(path)) throw error
    }
}
