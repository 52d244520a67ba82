// The label of a cause, from its reruns.
import { reasonIn, type RecordedReason } from '../../reports/recorded-reason.ts'
import { recordedReason, type GivenReason } from '../../reports/reasons/reason.ts'
import type { Label } from '../../reports/run-record.ts'

/** `again`: the same rule failed; `held`: it was asserted and passed; or why the rerun could not judge. */
export type RerunOutcome = 'again' | 'held' | { inconclusive: RecordedReason }

export type Labelled = RecordedReason & { label: Label; tries: { made: number; again: number } }

export const unrepeated = (reason: GivenReason): Labelled => ({
  label: 'unrepeated',
  ...recordedReason(reason),
  tries: { made: 0, again: 0 },
})

/** Only reruns that could judge count. */
export const labelOf = (reruns: readonly RerunOutcome[]): Labelled => {
  const judged = reruns.filter((one) => typeof one === 'string')
  const again = judged.filter((one) => one === 'again').length
  const counts = { made: judged.length, again }
  const [reason] = reruns.flatMap((one) => (typeof one === 'string' ? [] : [one.inconclusive]))
  if (judged.length === 0) return { ...unrepeated('nothing-rerun'), ...reason, tries: counts }
  const label = again === judged.length ? 'deterministic' : again === 0 ? 'unreproduced' : 'intermittent'
  return { label, ...reasonIn(reason), tries: counts }
}
