// A violated rule in lines for people: expected, received, the entries of the journal that show it, and what to change.
import { pathOf } from '../../reports/path-of.ts'
import { plainly, shortly, times } from '../../reports/texts.ts'
import { entryOf, type ClientFinding, type ClientRule } from './client-findings.ts'
import { buildJournal } from './journal/build-journal.ts'
import type { HarEntry } from './journal/har-entry.ts'
import { createMask } from './mask.ts'

const mostFindings = 3
const mostEntries = 4

/** By the id of an entry, what is shown of it. */
type Shown = ReadonlyMap<string, string>

const callLine = (id: string, method: string, url: string, status: number | null): string =>
  `${id} ${method} ${plainly(shortly(pathOf(url), 90))} → ${status ?? 'no answer'}`

/** The entries that findings of these rules name, with their secrets masked. */
export const shownEntries = (rules: readonly ClientRule[], entries: readonly HarEntry[]): Shown => {
  const named = new Set(rules.flatMap(({ findings }) => findings.flatMap((finding) => finding.entries)))
  const journal = buildJournal({ entries: [...entries], fromStart: false })
  const mask = createMask(journal)
  const lines = new Map<string, string>()
  for (const call of journal.calls) {
    const id = entryOf(call.id)
    if (!named.has(id)) continue
    const { request, response } = mask.exchange(call)
    lines.set(id, callLine(id, request.method, request.url, response?.status ?? null))
  }
  for (const call of journal.deliveries) {
    const id = entryOf(call.delivery.id)
    if (named.has(id)) lines.set(id, callLine(id, call.delivery.method, mask.delivery(call).path, call.status))
  }
  return lines
}

export const findingLines = ({ expected, received, entries }: ClientFinding, known: Shown): string[] => [
  `    expected  ${shortly(expected)}`,
  `    received  ${shortly(received)}`,
  ...entries.slice(-mostEntries).map((id) => `    entry     ${known.get(id) ?? id}`),
]

export const changeLine = ({ remedy }: ClientRule): string => `    change    ${(remedy ?? '').replaceAll('`', '')}`

export const ruleLines = (rule: ClientRule, known: Shown): string[] => [
  `  ${rule.rule}`,
  `    ${rule.text}`,
  ...rule.findings.slice(0, mostFindings).flatMap((finding) => findingLines(finding, known)),
  ...(rule.findings.length > mostFindings
    ? [`    … and ${times(rule.findings.length - mostFindings, 'more finding')}`]
    : []),
  changeLine(rule),
]
