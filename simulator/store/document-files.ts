// The bytes of documents, by document id: in memory, or as files in a directory of their own.
import { mkdir, open, readFile, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreError, systemCode } from './store-error.ts'
import type { Store } from './store.ts'
import { syncDirectory } from './sync-directory.ts'

export type DocumentFiles = Store['files'] & {
  /** Removes all others: those of documents that are no more, and what a kill left, such as uploads that were not whole. */
  keepOnly(isKnown: (id: string) => boolean): Promise<void>
}

export function memoryFiles(): DocumentFiles {
  const files = new Map<string, Buffer>()
  return {
    put: async (id, bytes) => void files.set(safe(id), bytes),
    get: async (id) => files.get(safe(id)),
    keepOnly: async (isKnown) => {
      for (const id of files.keys()) if (!isKnown(id)) files.delete(id)
    },
  }
}

/** The directory is made when the first file comes. A file is whole and durable, or not there. */
export function diskFiles(directory: string): DocumentFiles {
  // No id can be this name, so unfinished files are never mistaken for documents.
  const incoming = join(directory, '.incoming')
  let count = 0
  const removeAll = async (isSo: (id: string) => boolean) => {
    await rm(incoming, { recursive: true, force: true })
    const entries = await readdir(directory, { withFileTypes: true }).catch(() => [])
    const gone = entries.filter((entry) => entry.isFile() && isFileName(entry.name) && isSo(entry.name))
    for (const { name } of gone) await rm(join(directory, name))
  }
  return {
    async put(id, bytes) {
      const target = join(directory, safe(id))
      const path = join(incoming, `${process.pid}-${count++}`)
      try {
        if ((await mkdir(incoming, { recursive: true })) !== undefined) await syncDirectory(dirname(directory))
        const handle = await open(path, 'w', 0o600)
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(path, target)
        await syncDirectory(directory)
      } catch (error) {
        await rm(path, { force: true })
        throw unwritable(target, error)
      }
    },
    async get(id) {
      const path = join(directory, safe(id))
      return readFile(path).catch((error: unknown) => {
        if (systemCode(error) === 'ENOENT') return undefined
        throw error
      })
    },
    async keepOnly(isKnown) {
      await removeAll((id) => !isKnown(id))
      // Goes when it is empty.
      await rmdir(directory).catch(() => undefined)
    },
  }
}

/** What can name a file, whatever the system: no way up, nothing hidden. */
export function isFileName(id: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9_.~+=-]{0,199}$/.test(id)
}

function safe(id: string): string {
  if (isFileName(id)) return id
  throw new StoreError(
    'document_id_unsafe',
    `A document id was expected to be letters, digits, "_", "-", ".", "~", "+" and "=", so that it can name a file, but ${JSON.stringify(id)} came: give the document another id.`,
  )
}

function unwritable(path: string, cause: unknown): StoreError {
  return new StoreError(
    'data_file_unwritable',
    `The document file ${path} was expected to be writable, but the system answered ${systemCode(cause) ?? String(cause)}: check its directory, permissions and free space.`,
    cause,
  )
}
