// A link in the place of a report is removed and its target stays, so that no report is written elsewhere.
import { lstatSync, rmSync } from 'node:fs'

export const takeAwayLink = (path: string): void => {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(path)
}
