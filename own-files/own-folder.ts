// A folder that assay made carries a mark, a small file. Only in such a folder are files removed, only by names that assay gave, and never through a link.
import { lstatSync, readFileSync, readdirSync, rmdirSync, unlinkSync, writeFileSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './make-folder.ts'
import { NotOurs } from './not-ours.ts'

/** What a folder is made for; the mark says it, so that no part of assay takes a folder of another part for its own. */
type Purpose = 'documents' | 'reports' | 'cache' | 'temporary'

const markName = '.assay'

const note = 'assay made this folder and removes files of its own in it. Without this file it removes nothing here.'

const found = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false })

/** Longer is none of ours. */
const longestMark = 10_000

/** The names that the mark lists; null where there is no mark for that. */
const readMark = (folder: string, purpose: Purpose): string[] | null => {
  const path = join(folder, markName)
  const entry = found(path)
  if (!entry?.isFile() || entry.size > longestMark) return null
  try {
    const { made_by, purpose: written, names = [] } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    const isOurs = made_by === 'assay' && written === purpose && Array.isArray(names)
    return isOurs ? names.filter((name) => typeof name === 'string') : null
  } catch {
    return null
  }
}

/** @throws NotOurs for a link, and for what is no folder */
const isFolder = (folder: string): boolean => {
  const entry = found(folder)
  if (entry === undefined) return false
  if (entry.isSymbolicLink()) throw new NotOurs(folder, 'is a link')
  if (!entry.isDirectory()) throw new NotOurs(folder, 'is no folder')
  return true
}

/** @throws NotOurs for a link, and for what is no folder */
export const isOwnFolder = (folder: string, purpose: Purpose): boolean =>
  isFolder(folder) && readMark(folder, purpose) !== null

/** @throws NotOurs where no removal is allowed */
const requireOwn = (folder: string, purpose: Purpose): void => {
  if (!isOwnFolder(folder, purpose))
    throw new NotOurs(folder, `has no file ${markName} that says that assay made it for its ${purpose}`)
}

const write = (folder: string, purpose: Purpose, names: readonly string[], flag: string): void =>
  writeFileSync(join(folder, markName), `${JSON.stringify({ made_by: 'assay', purpose, names, note })}\n`, { flag })

/** Makes the folder where there is none, and marks it as assay's own: the caller has looked at what is in it. False where it is marked. */
export const markFolder = (folder: string, purpose: Purpose): boolean => {
  if (isOwnFolder(folder, purpose)) return false
  makeFolder(folder)
  const mark = join(folder, markName)
  const before = found(mark)
  // An empty one is that of a process which was killed as it wrote it.
  if (before && !(before.isFile() && before.size === 0)) throw new NotOurs(mark, 'is no mark of assay for this folder')
  write(folder, purpose, [], before ? 'r+' : 'wx')
  return true
}

/** The names that were listed as those that assay gave in a folder which is also others'. */
export const namesIn = (folder: string, purpose: Purpose): string[] =>
  (isFolder(folder) ? readMark(folder, purpose) : null) ?? []

/** @throws NotOurs where the folder is not marked */
export const listNames = (folder: string, purpose: Purpose, names: readonly string[]): void => {
  requireOwn(folder, purpose)
  const before = namesIn(folder, purpose)
  const all = [...new Set([...before, ...names])]
  if (all.length > before.length) write(folder, purpose, all, 'w')
}

/**
 * Makes the folder and marks it; one that is there without a mark has to be empty. False where it is marked.
 * @throws NotOurs for one that is not
 */
export const ensureOwnFolder = (folder: string, purpose: Purpose): boolean => {
  if (isFolder(folder) && readMark(folder, purpose) === null && entriesOf(folder).length > 0)
    requireOwn(folder, purpose)
  return markFolder(folder, purpose)
}

export type Entry = { name: string; isFile: boolean; isFolder: boolean }

/** What is in a folder beside the mark; nothing where there is none. A link is neither a file nor a folder. */
export const entriesOf = (folder: string): Entry[] =>
  isFolder(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter(({ name }) => name !== markName)
        .map((entry) => ({ name: entry.name, isFile: entry.isFile(), isFolder: entry.isDirectory() }))
    : []

const removeFile = (path: string): void => {
  const entry = found(path)
  if (entry === undefined) return
  if (!entry.isFile()) throw new NotOurs(path, 'is no file')
  unlinkSync(path)
}

/** A path with "/" from a folder, which stays in it: no way up, and no link on the way. */
const pathIn = (folder: string, name: string): string => {
  const parts = name.split('/')
  const path = join(folder, ...parts)
  if (name.includes('\\') || parts.some((part) => part === '..' || part === '.' || part === ''))
    throw new NotOurs(path, 'is not in its folder')
  for (let count = 1; count < parts.length; count += 1) isFolder(join(folder, ...parts.slice(0, count)))
  return path
}

/**
 * Removes files of a folder by names that assay gave; one that is gone already is none to speak of.
 * @throws NotOurs where the folder is not assay's, or the name is that of a link or a folder
 */
export const removeOwnFiles = (folder: string, purpose: Purpose, names: readonly string[]): void => {
  requireOwn(folder, purpose)
  for (const name of names) removeFile(pathIn(folder, name))
}

/** Removes the folder with its mark, if nothing else is in it. */
export const removeEmptyFolder = (folder: string, purpose: Purpose): void => {
  if (!isFolder(folder)) return
  requireOwn(folder, purpose)
  if (readdirSync(folder).some((name) => name !== markName)) return
  unlinkSync(join(folder, markName))
  rmdirSync(folder)
}

/** Of a folder that was made a moment ago and whose mark could not be written; one with anything else in it stays. */
export const removeUnmarkedFolder = (folder: string): void => {
  const mark = join(folder, markName)
  const entry = found(mark)
  if (entry?.isFile() && readdirSync(folder).length === 1) unlinkSync(mark)
  rmdirSync(folder)
}

/** Paths below a folder, parents after what is in them; links are named, and not followed. */
const below = (folder: string, path = ''): { path: string; isFolder: boolean }[] =>
  readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const own = path === '' ? entry.name : `${path}/${entry.name}`
    const isFolder = entry.isDirectory()
    return [...(isFolder ? below(folder, own) : []), { path: own, isFolder }]
  })

/**
 * Removes the folder and all that is in it; a link in it goes, and what it leads to stays.
 * @param isOurs whether assay gave that name, as a path from the folder with "/"; where one is not, nothing is removed
 * @throws NotOurs for a folder without the mark, and for a name that assay did not give
 */
export const removeOwnFolder = (folder: string, purpose: Purpose, isOurs: (path: string) => boolean): void => {
  if (!isFolder(folder)) return
  requireOwn(folder, purpose)
  const all = below(folder)
  const foreign = all.find(({ path }) => path !== markName && !path.endsWith(`/${markName}`) && !isOurs(path))
  if (foreign) throw new NotOurs(join(folder, foreign.path), 'has a name that assay did not give')
  // The mark goes last, so that a removal that is cut off can be made again.
  for (const { path, isFolder } of all.filter((one) => one.path !== markName))
    (isFolder ? rmdirSync : unlinkSync)(join(folder, path))
  unlinkSync(join(folder, markName))
  rmdirSync(folder)
}
