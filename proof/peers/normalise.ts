// What differs from run to run is taken out of what a peer says, so that two runs can be compared.
import type { Complaint } from './peer.ts'

const varying: [RegExp, string][] = [
  [/\b(?:ord|doc|msg|rr|evt|cli|len|cmp)_[0-9A-Za-z_]+/g, '<id>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\d{4}-\d{2}-\d{2}T[0-9:.]+(?:Z|[+-]\d{2}:\d{2})?/g, '<time>'],
  [/\b\d{4}-\d{2}-\d{2}\b/g, '<date>'],
  [/https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?/g, '<origin>'],
  [/\b(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{32,}\b/g, '<token>'],
  [/\d+(?:\.\d+)? ?ms\b/g, '<ms>'],
  [/\b\d{9,}\b/g, '<number>'],
]

const withoutVarying = (text: string): string =>
  varying
    .reduce((before, [pattern, name]) => before.replace(pattern, name), text)
    .replace(/\s+/g, ' ')
    .trim()

/** One line; numbers that stand for a place in a list are alike. */
export const signature = ({ operation, kind, place }: Complaint): string =>
  [operation, kind, place].map((part) => withoutVarying(part).replace(/(?<=[[/.])\d+(?=[\]/.]|$)/g, '*')).join(' | ')

export const signatures = (complaints: readonly Complaint[]): string[] =>
  [...new Set(complaints.map(signature))].toSorted()
