// What the reruns of a finding say of it.
import { reasonIn, type RecordedReason } from '../../reports/recorded-reason.ts'
import { recordedReason, type GivenReason } from '../../reports/reasons/reason.ts'
import type { Label } from '../../reports/run-record.ts'

/** `again` the same rule broke, `held` it was looked at and held, or why it is not known. */
export type Try = 'again' | 'held' | { inconclusive: RecordedReason }

export type Labelled = RecordedReason & { label: Label; tries: { made: number; again: number } }

export const unrepeated = (reason: GivenReason): Labelled => ({
  label: 'unrepeated',
  ...recordedReason(reason),
  tries: { made: 0, again: 0 },
})

/** Only tries that could judge count. */
export const labelOf = (tries: readonly Try[]): Labelled => {
  const judged = tries.filter((one) => typeof one === 'string')
  const again = judged.filter((one) => one === 'again').length
  const counts = { made: judged.length, again }
  const [reason] = tries.flatMap((one) => (typeof one === 'string' ? [] : [one.inconclusive]))
  if (judged.length === 0) return { ...unrepeated('nothing-rerun'), ...reason, tries: counts }
  const label = again === judged.length ? 'deterministic' : again === 0 ? 'unreproduced' : 'intermittent'
  return { label, ...reasonIn(reason), tries: counts }
}
