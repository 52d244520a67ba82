// A defect that was missed, or turned a rule red for no known reason, may have met a busy machine: it is looked at once more.
import type { Explain } from './collateral.ts'
import type { Examination } from './examine.ts'
import type { Defect } from './injected.ts'
import { collateralOf } from './rows.ts'

/** A few may be so by chance; many are the suite's doing. */
export const mostSecondLooks = 12

/** What is to be said against a look at a defect: nothing, pairs of collateral without a reason, or that it caught nothing. */
export const shortcomings = (defect: Defect, found: Examination | string | undefined, explain: Explain): number => {
  if (typeof found !== 'object' || found.stages.every(({ caught }) => caught === null)) return Infinity
  return collateralOf(defect, found.stages, explain).rules.filter(({ because }) => because === null).length
}
