// `assay exec --audit`: what is printed of the client when the command has ended, and the exit code that follows.
import type { ClientFindings } from '../../control/findings.ts'
import { droppedWords } from '../../journal/to-har.ts'
import type { JournalEntry } from '../../public/har-types.ts'

type Rule = ClientFindings['rules'][number]

const mostFindings = 3
const mostLetters = 160

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

type Entries = ReadonlyMap<string, JournalEntry>

const mostEntries = 4

/** Without its query, which may hold a secret: the simulator is gone when this is read, and the entry with it. */
const entryLine = (id: string, entries: Entries): string => {
  const entry = entries.get(id)
  if (entry === undefined) return id
  const { request, response, startedDateTime, _kind: kind, _error: error } = entry
  const what = kind === 'delivery' ? 'delivery to ' : `${request.method} `
  const answer = response.status === 0 ? `no answer${error === undefined ? '' : ` (${error})`}` : response.status
  return `${id} ${startedDateTime.slice(11, 23)} ${what}${shown(new URL(request.url).pathname)} → ${answer}`
}

const linesOf = ({ rule, text, findings, remedy }: Rule, known: Entries): string[] => [
  '',
  `  ${rule}`,
  `    ${text}`,
  ...findings
    .slice(0, mostFindings)
    .flatMap(({ expected, received, entries }) => [
      `    expected  ${shown(expected)}`,
      `    received  ${shown(received)}`,
      ...entries.slice(-mostEntries).map((id) => `    entry     ${entryLine(id, known)}`),
    ]),
  ...(findings.length > mostFindings ? [`    … and ${findings.length - mostFindings} more of this rule`] : []),
  `    change    ${(remedy ?? '').replaceAll('`', '')}`,
]

/** The exit code is for a command that ended with 0. */
export const auditEnd = (
  { rules, summary, calls, dropped = { requests: 0, deliveries: 0 } }: ClientFindings,
  entries: readonly JournalEntry[] = [],
): { code: 0 | 1 | 2; text: string } => {
  const { fail, pass, not_tested: open } = summary
  if (fail + pass === 0)
    return { code: 2, text: `The audit judged no rule: the client made ${counted(calls, 'call')} to the service.\n` }
  // The same counts as those of `assay audit`: of all rules that traffic can show.
  const judged = `${fail} of ${counted(pass + fail + open, 'rule')} of the client violated, ${pass} passed, ${open} not tested`
  const lost = droppedWords(dropped)
  const note = lost === '' ? [] : [`Not judged, as the journal dropped them: ${lost}; --journal-entries keeps more`]
  const failed = rules.filter(({ verdict }) => verdict === 'fail')
  const known = new Map(entries.map((entry) => [entry._id, entry]))
  const lines = failed.flatMap((rule) => linesOf(rule, known))
  return { code: fail > 0 ? 1 : 0, text: `${[`Audit: ${judged}`, ...note, ...lines].join('\n')}\n` }
}
