// Which findings a record has in full: the first of those alike, so that a target that fails everywhere fills no disk. The others are counted.
import type { Finding } from '../../reports/run-record.ts'

/** Of one rule, check, kind and key; of one rule and check; and of a run. */
export const mostFindings = { alike: 20, ofCheck: 100, ofRun: 5_000 }

/** `position`: of the first one, among those in full. */
type Counted = { position: number; kept: number }

/** Says of each finding in turn the position of one like it that is there in full; null where it is to be kept itself. */
export const createFindingCap = (): ((finding: Finding) => number | null) => {
  const alike = new Map<string, Counted>()
  const ofChecks = new Map<string, Counted>()
  let all = 0
  return ({ rule, check, kind, key }) => {
    const names = { pair: `${rule} ${check}`, like: JSON.stringify([rule, check, kind, key]) }
    const pair = ofChecks.get(names.pair)
    const like = alike.get(names.like)
    const hasRoom =
      (like?.kept ?? 0) < mostFindings.alike && (pair?.kept ?? 0) < mostFindings.ofCheck && all < mostFindings.ofRun
    // That a check found a rule violated is never left to a number.
    if (pair && !hasRoom) return (like ?? pair).position
    alike.set(names.like, { position: like?.position ?? all, kept: (like?.kept ?? 0) + 1 })
    ofChecks.set(names.pair, { position: pair?.position ?? all, kept: (pair?.kept ?? 0) + 1 })
    all += 1
    return null
  }
}
