// The client library that a violation probably comes from, in words: several may look alike.
import type { ClientLibrary } from './run-record.ts'

export const libraryWords = (libraries: readonly ClientLibrary[]): string =>
  `looks like ${libraries.map(({ title }) => title).join(', or ')}: docs/clients.md shows what corrects it`

/** Of one library alone. */
export const correctionOf = (libraries: readonly ClientLibrary[]): readonly string[] =>
  libraries.length === 1 ? (libraries[0]!.correction ?? []) : []
