// Files that a person named: as texts, or found below a directory.
import { readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readNamed } from '../../fixtures/named-file.ts'
import { CodedError } from './coded-error.ts'

/** Why a file cannot be used, in a word where there is one. */
export const whyOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message

/** @throws CodedError of this code; `sentence` gets why the file cannot be read */
export const readText = (
  file: string,
  code: string,
  sentence: (why: string) => string,
  { exitCode, megabytes }: { exitCode?: number; megabytes?: number } = {},
): string => {
  try {
    return readNamed(file, megabytes)
  } catch (error) {
    throw new CodedError(code, sentence(whyOf(error)), exitCode)
  }
}

/** Not where it cannot be looked at; reading it says why. */
export const isDirectory = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

const entriesOf = (directory: string) => {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch (error) {
    throw new CodedError('unreadable_directory', `${directory} cannot be read (${whyOf(error)}); leave it out.`)
  }
}

const filesBelow = (name: string, directory: string): string[] =>
  entriesOf(directory).flatMap((entry) => {
    const path = join(directory, entry.name)
    // A link to a directory is not followed: it may lead to the one that it is in.
    if (entry.isDirectory()) return filesBelow(name, path)
    return entry.name === name && !isDirectory(path) ? [path] : []
  })

/**
 * The files of this name below a directory, but for those of `except`; none where it is no directory.
 * @throws CodedError unreadable_directory
 */
export const filesNamed = (name: string, directory: string, except?: string): string[] =>
  (isDirectory(directory) ? filesBelow(name, directory) : [])
    .filter((file) => except === undefined || dirname(resolve(file)) !== resolve(except))
    .toSorted()
