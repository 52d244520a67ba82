// The bytes of documents, by document id: in memory, or as files in a directory of their own.
import { statSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { NotOurs } from '../../own-files/not-ours.ts'
import {
  ensureOwnFolder,
  entriesOf,
  isOwnFolder,
  markFolder,
  removeEmptyFolder,
  removeOwnFiles,
  type Entry,
} from '../../own-files/own-folder.ts'
import { StoreError, systemCode } from './store-error.ts'
import type { Store } from './store.ts'
import { syncDirectory } from './sync-directory.ts'

export type DocumentFiles = Store['files'] & {
  /** Throws `files_folder_foreign` where something is that is not of assay; nothing is changed then. */
  claim(isKnown: (id: string) => boolean): void
  /** Bytes of each file, by document id; null where nothing is kept on a disk. */
  sizes(): ReadonlyMap<string, number> | null
  /** Removes the files of documents that are no more, and what a kill left, such as uploads that were not whole. */
  keepOnly(isKnown: (id: string) => boolean): void
}

export function memoryFiles(): DocumentFiles {
  const files = new Map<string, Buffer>()
  return {
    put: async (id, bytes) => void files.set(safe(id), bytes),
    get: async (id) => files.get(safe(id)),
    claim: () => undefined,
    sizes: () => null,
    keepOnly(isKnown) {
      for (const id of files.keys()) if (!isKnown(id)) files.delete(id)
    },
  }
}

/** No id can be this name, so unfinished files are never mistaken for documents. */
const incomingName = '.incoming'

const purpose = 'documents'

/** After an id that is no usual one: its file may come before the data file knows it, and a kill between the two leaves it to assay. */
const expected = '.expected'

/** Of a process and a count, or of an id. */
const isUnfinished = ({ name, isFile }: Entry): boolean => isFile && (/^\d+-\d+$/.test(name) || name.endsWith(expected))

/** What assay calls the documents that it makes; a world that is brought in may have other names. */
const isUsualName = (name: string): boolean => /^doc_[A-Za-z0-9_-]+$/.test(name)

/** The directory is made when the first file comes. A file is whole and durable, or not there. */
export function diskFiles(directory: string): DocumentFiles {
  const incoming = join(directory, incomingName)
  const given = new Set<string>()
  const underWay = new Set<string>()
  let count = 0

  /** Names that assay did not give. Hidden files are those of a file manager: they stay, and are in nobody's way. */
  const foreign = (isKnown: (id: string) => boolean, isMarked: boolean): string[] => {
    const isIncoming = ({ name, isFolder }: Entry) => name === incomingName && isFolder
    const isHidden = ({ name }: Entry) => name.startsWith('.') && name !== incomingName
    const entries = entriesOf(directory)
    const inIncoming = entries.some(isIncoming) ? entriesOf(incoming) : []
    const isLeft = isMarked && inIncoming.length > 0 && isOwnFolder(incoming, purpose) ? isUnfinished : () => false
    for (const entry of inIncoming)
      if (isLeft(entry) && entry.name.endsWith(expected)) given.add(entry.name.slice(0, -expected.length))
    const isOurs = ({ name, isFile }: Entry) =>
      isFile && (isKnown(name) || (isMarked && (isUsualName(name) || given.has(name))))
    return [
      ...entries.filter((entry) => !isIncoming(entry) && !isHidden(entry) && !isOurs(entry)),
      ...inIncoming.filter((entry) => !isLeft(entry)).map(({ name }) => ({ name: join(incomingName, name) })),
    ].map(({ name }) => name)
  }

  const ensureFolders = async (): Promise<void> => {
    const isNew = ensureOwnFolder(directory, purpose)
    ensureOwnFolder(incoming, purpose)
    if (isNew) await syncDirectory(dirname(directory))
  }

  /** Stays until the next look at what is left. */
  const expect = async (id: string): Promise<void> => {
    try {
      await (await open(join(incoming, `${id}${expected}`), 'wx', 0o600)).close()
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return
      throw error
    }
    await syncDirectory(incoming)
  }

  const removeUnfinished = (names: readonly string[]): void => {
    if (names.length > 0) removeOwnFiles(incoming, purpose, names)
  }

  return {
    claim(isKnown) {
      try {
        const isMarked = isOwnFolder(directory, purpose)
        const others = foreign(isKnown, isMarked)
        if (others.length > 0) throw notOurs(directory, others, isMarked)
        const names = entriesOf(directory).map(({ name }) => name)
        for (const name of names.filter(isKnown)) given.add(name)
        const hasIncoming = names.includes(incomingName)
        // An earlier version made it, which set no mark: all that is in it is known to the data file.
        if (!isMarked && (given.size > 0 || hasIncoming)) markFolder(directory, purpose)
        if (hasIncoming) ensureOwnFolder(incoming, purpose)
      } catch (error) {
        throw refused(directory, error)
      }
    },
    sizes: () =>
      new Map(
        entriesOf(directory)
          .filter(({ isFile }) => isFile)
          .map(({ name }) => [name, statSync(join(directory, name)).size]),
      ),
    async put(id, bytes) {
      const target = join(directory, safe(id))
      const name = `${process.pid}-${count++}`
      const path = join(incoming, name)
      const names = [name, `${id}${expected}`]
      for (const one of names) underWay.add(one)
      try {
        await ensureFolders()
        if (!isUsualName(id)) await expect(id)
        const handle = await open(path, 'wx', 0o600)
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } catch (error) {
          removeUnfinished([name])
          throw error
        } finally {
          await handle.close()
        }
        await rename(path, target)
        given.add(id)
        await syncDirectory(directory)
      } catch (error) {
        throw error instanceof NotOurs ? refused(directory, error) : unwritable(target, error)
      } finally {
        for (const one of names) underWay.delete(one)
      }
    },
    async get(id) {
      const path = join(directory, safe(id))
      return readFile(path).catch((error: unknown) => {
        if (systemCode(error) === 'ENOENT') return undefined
        throw error
      })
    },
    keepOnly(isKnown) {
      if (!isOwnFolder(directory, purpose)) return
      const isGone = ({ name, isFile }: Entry) => isFile && !isKnown(name) && (given.has(name) || isUsualName(name))
      const gone = entriesOf(directory).filter(isGone)
      const names = gone.map(({ name }) => name)
      removeOwnFiles(directory, purpose, names)
      for (const name of names) given.delete(name)
      const left = entriesOf(incoming).filter((entry) => isUnfinished(entry) && !underWay.has(entry.name))
      removeUnfinished(left.map(({ name }) => name))
      if (underWay.size > 0) return
      removeEmptyFolder(incoming, purpose)
      removeEmptyFolder(directory, purpose)
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

const shown = 3

function notOurs(directory: string, names: readonly string[], isMarked: boolean): StoreError {
  const more = names.length > shown ? ` and ${names.length - shown} more` : ''
  const list = `${names
    .slice(0, shown)
    .map((name) => JSON.stringify(name))
    .join(', ')}${more}`
  const why = isMarked
    ? 'assay did not give'
    : 'the data file does not know, and no mark says that assay made the folder'
  return foreignFolder(directory, `it has names in it that ${why}: ${list}`)
}

function foreignFolder(directory: string, why: string, cause?: unknown): StoreError {
  return new StoreError(
    'files_folder_foreign',
    `The folder ${directory} was expected to hold documents of assay alone, but ${why}; all of it was left as it is: move that away, or name another data file.`,
    cause,
  )
}

function refused(directory: string, error: unknown): unknown {
  if (error instanceof StoreError) return error
  if (error instanceof NotOurs) return foreignFolder(directory, error.message, error)
  return foreignFolder(
    directory,
    `the system answered ${systemCode(error) ?? String(error)} when it was looked at`,
    error,
  )
}
