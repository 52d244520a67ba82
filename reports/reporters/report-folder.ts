// The folder that reports go to. It may be the user's own, so its mark lists the names that assay wrote there; only these are replaced or removed.
import { closeSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from '../../own-files/make-folder.ts'
import { NotOurs } from '../../own-files/not-ours.ts'
import {
  entriesOf,
  isOwnFolder,
  listNames,
  markFolder,
  namesIn,
  removeOwnFiles,
  removeOwnFolder,
} from '../../own-files/own-folder.ts'

const purpose = 'reports'

const plans = 'plans'

const startOf = (file: string): string => {
  const entry = lstatSync(file, { throwIfNoEntry: false })
  if (!entry?.isFile()) return ''
  const bytes = Buffer.alloc(300)
  const descriptor = openSync(file, 'r')
  try {
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, 0))
  } finally {
    closeSync(descriptor)
  }
}

/** Earlier versions set no mark; a record or a report of a run says as much. */
const isOfEarlierVersion = (directory: string): boolean =>
  !isOwnFolder(directory, purpose) &&
  (/"format": ?"assay-run"/.test(startOf(join(directory, 'run.ndjson'))) ||
    /"suite": ?\{\s*"name": ?"assay"/.test(startOf(join(directory, 'report.json'))))

/** A link that the user names is followed once, here; none in the folder is. */
const followed = (directory: string): string => {
  makeFolder(directory)
  return realpathSync(directory)
}

/** The names that can be written; those that stand for something else already are refused, and nothing is changed. @throws NotOurs */
const checked = (directory: string, names: readonly string[]): void => {
  const given = namesIn(directory, purpose)
  const isEarlier = isOfEarlierVersion(directory)
  for (const name of names) {
    const path = join(directory, name)
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (entry === undefined) continue
    if (entry.isSymbolicLink()) throw new NotOurs(path, 'is a link')
    if (name === plans ? !entry.isDirectory() : !entry.isFile()) throw new NotOurs(path, 'is of another kind')
    if (!given.includes(name) && !isEarlier) throw new NotOurs(path, 'is there already, and assay did not write it')
  }
}

/** @throws NotOurs where one of the names is that of something which assay did not write */
export const checkReports = (directory: string, names: readonly string[]): void => checked(followed(directory), names)

/** Makes the folder, and lists the names in its mark. @throws NotOurs as `checkReports` does */
export const claimReports = (directory: string, names: readonly string[]): void => {
  const folder = followed(directory)
  checked(folder, names)
  markFolder(folder, purpose)
  listNames(folder, purpose, names)
}

/** Takes away the report of an earlier run. @throws NotOurs where it is none of assay */
export const removeReport = (file: string): void => {
  const folder = followed(dirname(file))
  claimReports(folder, [basename(file)])
  removeOwnFiles(folder, purpose, [basename(file)])
}

/** Takes away the plan files of an earlier run, which say that they are; whatever else is in that folder stays. */
export const removePlans = (directory: string): string => {
  claimReports(directory, [plans])
  const folder = join(followed(directory), plans)
  markFolder(folder, purpose)
  const isPlan = (name: string): boolean => /"format": ?"assay-plan"/.test(startOf(join(folder, name)))
  const names = entriesOf(folder).flatMap(({ name, isFile }) => (isFile && name.endsWith('.json') ? [name] : []))
  removeOwnFiles(folder, purpose, names.filter(isPlan))
  return folder
}

/** Removes a folder of reports that assay made for itself. @param names what else assay wrote there @throws NotOurs, and then nothing is removed */
export const removeReports = (directory: string, names: readonly string[] = []): void => {
  const isEarlier = isOfEarlierVersion(directory)
  const given = [...namesIn(directory, purpose), ...names]
  const isOurs = (path: string): boolean => given.includes(path) || /^plans\/[A-Za-z0-9._-]+\.json$/.test(path)
  if (isEarlier) markFolder(directory, purpose)
  removeOwnFolder(directory, purpose, (path) => isOurs(path) || (isEarlier && !path.includes('/')))
}
