// Single files of assay in folders of others: removed only under a name that assay alone gives, and only if they are plain files.
import { lstatSync, unlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { NotOurs } from './not-ours.ts'

/** A lock beside a data file and its drafts, a data file that is being written, and a body that is coming in. */
const ownNames = [
  /\.lock$/,
  /\.lock\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /\.assay-new$/,
  /^assay-body-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
]

/** @throws NotOurs for another name, and for what is no plain file */
export const removeOwnFile = (path: string): void => {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry === undefined) return
  if (!ownNames.some((name) => name.test(basename(path)))) throw new NotOurs(path, 'has a name that assay did not give')
  if (!entry.isFile()) throw new NotOurs(path, 'is no plain file')
  unlinkSync(path)
}
