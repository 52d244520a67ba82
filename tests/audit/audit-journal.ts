// The verdicts of one journal, by rule.
import { buildJournal } from '../../conformance/audit/journal/build-journal.ts'
import { judgeJournal } from '../../conformance/audit/judge-journal.ts'
import { readEntries } from '../../conformance/audit/journal/read-entries.ts'

export const auditOf = (text: string) => {
  const { verdicts, findings } = judgeJournal(buildJournal(readEntries(text, 'the journal'), true))
  const named = (verdict: string): string[] => verdicts.filter((one) => one.verdict === verdict).map(({ rule }) => rule)
  return { failed: named('fail'), passed: named('pass'), untested: named('not-tested'), findings }
}
