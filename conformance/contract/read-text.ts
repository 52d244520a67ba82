// Files that a person named: as texts, or found below a directory.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CodedError } from './coded-error.ts'

/** Why a file cannot be used, in a word where there is one. */
export const whyOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message

/** @throws CodedError of this code; `sentence` gets why the file cannot be read */
export const readText = (file: string, code: string, sentence: (why: string) => string, exitCode?: number): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CodedError(code, sentence(whyOf(error)), exitCode)
  }
}

export const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** The files of this name below a directory, but for those of `except`; none where it is no directory. */
export const filesNamed = (name: string, directory: string, except?: string): string[] =>
  (isDirectory(directory) ? readdirSync(directory, { recursive: true, encoding: 'utf8' }) : [])
    .filter((file) => basename(file) === name)
    .map((file) => join(directory, file))
    .filter((file) => except === undefined || dirname(resolve(file)) !== resolve(except))
    .toSorted()
