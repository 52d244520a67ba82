// Where a store keeps its rows and files permanently: nowhere, or in a data file with a directory beside it.
import { lstat, open, readlink, realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Memory, type Adapter } from 'lowdb'
import type { Data, TableName } from './data.ts'
import { diskFiles, memoryFiles, type DocumentFiles } from './document-files.ts'
import { lockFile } from './file-lock.ts'
import { createJournal, unwritable } from './journal.ts'
import { StoreError, systemCode } from './store-error.ts'

export type StoreLog = { warn(fields: object, message: string): void }

export type Persistence = {
  adapter: Adapter<Data>
  durable: boolean
  files: DocumentFiles
  /** Says that a row was put or deleted. */
  note(table: TableName, key: string): void
  /** Makes the next write replace everything written before. */
  startAnew(): void
  close(): Promise<void>
}

const nothing = () => undefined

export function memoryPersistence(): Persistence {
  return {
    adapter: new Memory<Data>(),
    durable: false,
    files: memoryFiles(),
    note: nothing,
    startAnew: nothing,
    close: async () => undefined,
  }
}

/** Takes the file's lock; throws the `StoreError`s of `lockFile`, and its adapter those of `readJournal`. */
export async function filePersistence(path: string, log?: StoreLog): Promise<Persistence> {
  const file = await followed(resolve(path))
  await refuseIrregular(file)
  await refuseReadOnly(file)
  const waiting = (lock: string, silentMs: number) =>
    log?.warn(
      { file, lock },
      `The lock of the data file does not show whether its process lives; it is watched for up to ${silentMs / 1000} s.`,
    )
  const lock = await lockFile(file, { waiting })
  const dropped = (bytes: number) =>
    log?.warn({ file, bytes }, 'The last write to the data file was cut off before it was confirmed; it was dropped.')
  const journal = createJournal(file, { dropped, assertHeld: lock.assertHeld })
  return {
    ...journal,
    durable: true,
    files: diskFiles(`${file}.files`),
    async close() {
      await journal.close()
      await lock.release()
    },
  }
}

/** A link is followed once, here, also to where nothing is yet: replacing the file by a rename must not replace the link. */
async function followed(path: string, links = 40): Promise<string> {
  const found = await realpath(path).catch(() => undefined)
  if (found !== undefined) return found
  const isLink = await lstat(path).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  )
  return isLink && links > 0 ? followed(resolve(dirname(path), await readlink(path)), links - 1) : path
}

/** A pipe would never end, and a device would be replaced by a file. A directory is refused where it is read. */
async function refuseIrregular(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (found === undefined || found.isFile() || found.isDirectory()) return
  throw new StoreError(
    'data_file_irregular',
    `The data file ${file} was expected to be a regular file, or not to exist yet, but it is a device, a pipe or a socket; it was left untouched: name another file.`,
  )
}

/** A file is rewritten by putting another in its place, which its folder may permit. What cannot be read either is refused where it is read. */
async function refuseReadOnly(file: string): Promise<void> {
  const opens = async (flags: 'r' | 'r+') => (await open(file, flags)).close()
  try {
    await opens('r+')
  } catch (error) {
    // There is no file yet, or another process makes it in this very moment; its lock then refuses this one.
    if (systemCode(error) === 'ENOENT') return
    const isReadable = await opens('r').then(
      () => true,
      () => false,
    )
    if (isReadable && systemCode(error) !== 'EISDIR') throw unwritable(file, error)
  }
}
