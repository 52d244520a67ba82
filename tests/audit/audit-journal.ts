// The verdicts of one journal, by rule.
import { buildJournal, type JournalOptions } from '../../conformance/audit/journal/build-journal.ts'
import { judgeJournal } from '../../conformance/audit/judge-journal.ts'
import { readEntries } from '../../conformance/audit/journal/read-entries.ts'

export const auditOf = (text: string, options: JournalOptions = {}) => {
  const journal = buildJournal(readEntries(text, 'the journal'), { isStart: true, ...options })
  const { verdicts, findings } = judgeJournal(journal)
  const named = (verdict: string): string[] => verdicts.filter((one) => one.verdict === verdict).map(({ rule }) => rule)
  return {
    failed: named('fail'),
    passed: named('pass'),
    untested: named('not-tested'),
    findings,
    verdicts,
    elsewhere: journal.elsewhere,
    lacks: [...journal.lacks],
  }
}
