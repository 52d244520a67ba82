// Where a store keeps its rows and files permanently: nowhere, or in a data file with a directory beside it.
import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Memory, type Adapter } from 'lowdb'
import type { Data, TableName } from './data.ts'
import { diskFiles, memoryFiles, type DocumentFiles } from './document-files.ts'
import { lockFile } from './file-lock.ts'
import { createJournal } from './journal.ts'

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
  // A link is followed once, here: replacing the file by a rename must not replace the link.
  const file = await realpath(path).catch(() => resolve(path))
  const unlock = await lockFile(file)
  const journal = createJournal(file, (bytes) => {
    log?.warn({ file, bytes }, 'The last write to the data file was cut off before it was confirmed; it was dropped.')
  })
  return {
    ...journal,
    durable: true,
    files: diskFiles(`${file}.files`),
    async close() {
      await journal.close()
      await unlock()
    },
  }
}
