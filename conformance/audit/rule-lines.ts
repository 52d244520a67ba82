// A violated rule in lines for people: expected, received, the entries of the journal that show it, and what to change.
import { pathOf } from '../../reports/path-of.ts'
import { plainly, shortly, times } from '../../reports/texts.ts'
import type { ClientFinding, ClientRule } from './client-findings.ts'
import type { HarEntry } from './journal/har-entry.ts'

const mostFindings = 3
const mostEntries = 4

export const entriesById = (entries: readonly HarEntry[]): Map<string, HarEntry> =>
  new Map(entries.map((entry, index) => [entry._id ?? `j${index + 1}`, entry]))

const requestLine = (entry: HarEntry | undefined, id: string): string => {
  if (!entry) return id
  const answer = entry.response?.status || 'no answer'
  return `${id} ${entry.request.method} ${plainly(shortly(pathOf(entry.request.url), 90))} → ${answer}`
}

export const findingLines = (
  { expected, received, entries }: ClientFinding,
  known: ReadonlyMap<string, HarEntry>,
): string[] => [
  `    expected  ${shortly(expected)}`,
  `    received  ${shortly(received)}`,
  ...entries.slice(-mostEntries).map((id) => `    entry     ${requestLine(known.get(id), id)}`),
]

export const changeLine = ({ remedy }: ClientRule): string => `    change    ${(remedy ?? '').replaceAll('`', '')}`

export const ruleLines = (rule: ClientRule, known: ReadonlyMap<string, HarEntry>): string[] => [
  `  ${rule.rule}`,
  `    ${rule.text}`,
  ...rule.findings.slice(0, mostFindings).flatMap((finding) => findingLines(finding, known)),
  ...(rule.findings.length > mostFindings
    ? [`    … and ${times(rule.findings.length - mostFindings, 'more finding')}`]
    : []),
  changeLine(rule),
]
