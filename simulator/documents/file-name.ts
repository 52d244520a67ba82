// How long the name of a file may be: what every file system and every header takes.
import type { Detail } from '../domain/refusal.ts'

/** Characters; ours, as the contract has no limit. */
const longestFileName = 255

/** What is wrong with the name that a file was sent under, or nothing. */
export const nameFaults = (filename: string, field: string): Detail[] =>
  filename.length <= longestFileName
    ? []
    : [{ field, code: 'invalid_value', value: null, message: `must have ${longestFileName} characters at most` }]
