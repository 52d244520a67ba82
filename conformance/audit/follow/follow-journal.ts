// Judges a client while its journal grows, and gives what is new each time; at the end all entries.
import { clientFindings } from '../client-findings.ts'
import { createCompact } from '../journal/compact.ts'
import type { HarEntry } from '../journal/har-entry.ts'
import { entryOfLine } from '../journal/read-entries.ts'
import { createNewFindings, type NewFinding } from './new-findings.ts'

type Following = {
  /** For messages: where the lines come from. */
  name: string
  lines: AsyncIterable<string>
  /** Whether the user says that the client starts in this journal. */
  isStart?: boolean | undefined
  onNew: (found: readonly NewFinding[], entries: readonly HarEntry[]) => void
}

/** Entries that come together are judged together; and judging takes half of the time at most. */
const pauseMs = 250

/** @throws CodedError unreadable_journal, unfit_journal */
export const followJournal = async ({ name, lines, isStart, onNew }: Following): Promise<HarEntry[]> => {
  const entries: HarEntry[] = []
  const compact = createCompact()
  const newIn = createNewFindings()
  let timer: NodeJS.Timeout | undefined
  let pause = pauseMs
  const judge = (): void => {
    timer = undefined
    const began = performance.now()
    const found = newIn(clientFindings(entries, { isStart }))
    pause = Math.max(pauseMs, performance.now() - began)
    if (found.length > 0) onNew(found, entries)
  }
  let number = 0
  try {
    for await (const line of lines) {
      number += 1
      if (line.trim() === '') continue
      entries.push(compact(entryOfLine(line, `Line ${number} of ${name}`)))
      timer ??= setTimeout(judge, pause)
    }
  } finally {
    clearTimeout(timer)
  }
  judge()
  return entries
}
