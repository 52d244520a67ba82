// What others laid in the folder of the reports leads no report elsewhere: a link in the place of a report goes, and what it leads to stays.
import { lstatSync, rmSync } from 'node:fs'

export const takeAwayLink = (path: string): void => {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(path)
}
