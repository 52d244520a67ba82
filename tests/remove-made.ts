// Removes what a test made, below the places that tests write to and nowhere else.
import { realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { root } from './places.ts'

const places = [tmpdir(), join(root, '.tap'), join(root, '.cache')]

const realOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** A link goes, and what it leads to stays. */
export const removeMade = (path: string): void => {
  const parent = realOf(dirname(resolve(path)))
  const at = join(parent, basename(path))
  if (!places.map(realOf).some((place) => at.startsWith(`${place}${sep}`)))
    throw new Error(`${at} was expected to lie below ${places.join(', ')}: a test removes what it made there alone.`)
  rmSync(at, { recursive: true, force: true })
}
