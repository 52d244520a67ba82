// What speaks against the examination of a defect: one that survived, or failed a rule for no known reason, may have met a busy machine.
import type { Explain } from './collateral.ts'
import type { Examination } from './examine.ts'
import type { Defect } from './injected.ts'
import { collateralOf } from './rows.ts'
import { placeOfKill } from './whole-suite.ts'

/** The most that are rerun: a few may be so by chance, many are the suite's doing. */
export const mostReruns = 12

/** None, the pairs of collateral without a reason and a whole run that missed it, or no bound where nothing killed the defect. */
export const shortcomings = (defect: Defect, found: Examination | string | undefined, explain: Explain): number => {
  if (typeof found !== 'object' || found.stages.every(({ caught }) => caught === null)) return Infinity
  const missed = placeOfKill(found.stages, null)?.requests === null ? 1 : 0
  return missed + collateralOf(defect, found.stages, explain).rules.filter(({ because }) => because === null).length
}
