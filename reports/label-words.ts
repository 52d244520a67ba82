// How certain a cause is, in words; run.ndjson and report.json keep the names of their version 1.
import type { CauseFound, Label } from './run-record.ts'

export const labelWords: Record<Label, string> = {
  deterministic: 'reproducible',
  intermittent: 'flaky',
  unreproduced: 'not reproduced',
  unrepeated: 'not rerun',
}

/** `reproduced 2 of 2 times`, `reproduced 1 of 2 times (flaky)`, `not rerun: it costs too much`. */
export const certaintyOf = ({ label, tries, reason }: Pick<CauseFound, 'label' | 'tries' | 'reason'>): string => {
  const again = tries.made > 0 ? `reproduced ${tries.again} of ${tries.made} times` : labelWords[label]
  const flaky = label === 'intermittent' ? ` (${labelWords[label]})` : ''
  return `${again}${flaky}${reason === null ? '' : `: ${reason}`}`
}
