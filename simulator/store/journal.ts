// The lowdb adapter of a data file: reading folds the file, writing appends what changed since the last write.
import { open, rename, stat, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Adapter } from 'lowdb'
import { removeOwnFile } from '../../own-files/own-file.ts'
import { createChanges, type Change } from './changes.ts'
import type { Data, TableName } from './data.ts'
import { encodeAll, encodeBatch, headerLine, VERSION, type Entry } from './journal-format.ts'
import { readJournal, type Folded } from './journal-reader.ts'
import { StoreError, systemCode } from './store-error.ts'
import { syncDirectory } from './sync-directory.ts'

type Journal = {
  /** The first write to a file that is not whole or of another version, and one after `startAnew`, replaces it by a snapshot; every other appends one batch, until the file has grown. */
  adapter: Adapter<Data>
  note(table: TableName, key: string): void
  startAnew(): void
  close(): Promise<void>
}

type Current = { handle: FileHandle; ino: number; batches: number; length: number; snapshot: number }

/** A file of N bytes is written again once it is N times as long as its snapshot. */
const SMALLEST_COMPACTED = 8 * 1024 * 1024
const COMPACTED_FROM = 4

type Given = {
  /** Is shown how many bytes of an unfinished last batch were left out. */
  dropped(bytes: number): void
  /** Throws where the file is another process's now. */
  assertHeld(isUntouched: () => Promise<boolean>): Promise<void>
}

/** The file is this process's alone. */
export function createJournal(file: string, { dropped, assertHeld }: Given): Journal {
  const changes = createChanges()
  let current: Current | undefined
  let mustRewrite = true

  async function rewrite(data: Data): Promise<void> {
    mustRewrite = false
    let taken: readonly Change[] = []
    const encode = () => {
      taken = changes.take()
      return encodeAll(data)
    }
    try {
      const next = await writeSnapshot(file, encode)
      await current?.handle.close()
      current = next
    } catch (error) {
      changes.restore(taken)
      mustRewrite = true
      throw error
    }
  }

  /** A file that is whole is written on; one that cannot be is replaced. */
  async function goOn({ batches, length, snapshot }: Folded): Promise<void> {
    const handle = await open(file, 'a').catch(() => undefined)
    if (handle === undefined) return
    current = { handle, ino: (await handle.stat()).ino, batches, length, snapshot }
    mustRewrite = false
  }

  /** The file has become mostly history. One that cannot be written a second time goes on as it is. */
  async function compact(data: Data): Promise<boolean> {
    if (current === undefined || current.length < Math.max(SMALLEST_COMPACTED, COMPACTED_FROM * current.snapshot))
      return false
    try {
      await rewrite(data)
      return true
    } catch {
      // Throws where the new file is in place already, but not certain to be: then it is written once more.
      await assertOurs(file, current.ino)
      mustRewrite = false
      current.snapshot = current.length
      return false
    }
  }

  /** Whether the file is as this process left it. */
  async function isUntouched(): Promise<boolean> {
    const found = await stat(file).catch(() => undefined)
    return current !== undefined && found?.ino === current.ino && found.size === current.length
  }

  async function append(data: Data): Promise<void> {
    if (current === undefined) return
    const { handle, length } = current
    // With the rows of this instant: of a change that comes later, a batch would have one row and the next one the others.
    const batch = changes.take()
    const entries = batch.map((change) => entryOf(data, change))
    if (entries.length === 0) return
    try {
      current.length += await writePieces(handle, encodeBatch(entries, current.batches + 1))
      await handle.datasync()
      // Of a process that stood still before it wrote, another may have taken the file meanwhile: it has no such batch.
      await assertHeld(isUntouched)
      current.batches += 1
    } catch (error) {
      changes.restore(batch)
      // What the other wrote behind it is the other's.
      const isOthers = error instanceof StoreError && !(await isUntouched())
      current.length = length
      // Half a batch must not stay in front of the next one.
      if (!isOthers) await handle.truncate(length).catch(() => (mustRewrite = true))
      throw error
    }
  }

  return {
    note: changes.note,
    startAnew() {
      mustRewrite = true
    },
    adapter: {
      async read() {
        const folded = await readJournal(file)
        if (folded === null) return null
        if (folded.dropped > 0) dropped(folded.dropped)
        else if (folded.version === VERSION) await goOn(folded)
        return folded.data
      },
      async write(data) {
        try {
          await assertHeld(isUntouched)
          if (current !== undefined) await assertOurs(file, current.ino)
          if (mustRewrite) await rewrite(data)
          else if (!(await compact(data))) await append(data)
        } catch (error) {
          throw error instanceof StoreError ? error : unwritable(file, error)
        }
      },
    },
    async close() {
      await current?.handle.close()
      current = undefined
    },
  }
}

function entryOf(data: Data, { table, key }: Change): Entry {
  const row = data[table].get(key)
  return row === undefined ? { delete: table, key } : { put: table, row }
}

/** Writes all rows to a file beside the old one and renames it into place: at no moment is there half a file. */
async function writeSnapshot(file: string, encode: () => Iterable<string>): Promise<Current> {
  const path = `${file}.assay-new`
  removeOwnFile(path)
  // The rows hold client secrets: nobody else's eyes, unless the owner has decided otherwise.
  const mode = await stat(file).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  )
  const handle = await open(path, 'ax', mode)
  try {
    const header = await writePieces(handle, [headerLine])
    const length = header + (await writePieces(handle, encode()))
    await handle.sync()
    await rename(path, file)
    await syncDirectory(dirname(file))
    return { handle, ino: (await handle.stat()).ino, batches: 1, length, snapshot: length }
  } catch (error) {
    await handle.close()
    removeOwnFile(path)
    throw error
  }
}

async function writePieces(handle: FileHandle, pieces: Iterable<string>): Promise<number> {
  let length = 0
  for (const piece of pieces) {
    const bytes = Buffer.from(piece)
    await handle.appendFile(bytes)
    length += bytes.length
  }
  return length
}

async function assertOurs(file: string, ino: number): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (found?.ino === ino) return
  throw new StoreError(
    'data_file_replaced',
    `The data file ${file} was expected to stay in place while in use, but it was ${found === undefined ? 'removed' : 'replaced'}; nothing more is written to it: stop and start again.`,
  )
}

export function unwritable(file: string, cause: unknown): StoreError {
  // A new file is renamed into its place, and what is mounted on its own cannot be replaced.
  if (systemCode(cause) === 'EBUSY')
    return new StoreError(
      'data_file_unwritable',
      `The data file ${file} was expected to be in a directory in which it can be replaced, but the system answered EBUSY, as for a file that is mounted on its own: mount its directory in its place.`,
      cause,
    )
  if (systemCode(cause) === 'ENAMETOOLONG')
    return new StoreError(
      'data_file_unwritable',
      `The data file ${file} was expected to have a name of at most 245 bytes, as the names of files beside it have ten more, but the system answered ENAMETOOLONG: choose a shorter name.`,
      cause,
    )
  return new StoreError(
    'data_file_unwritable',
    `The data file ${file} was expected to be writable, but the system answered ${systemCode(cause) ?? String(cause)}: check its directory, permissions and free space, or name another file.`,
    cause,
  )
}
