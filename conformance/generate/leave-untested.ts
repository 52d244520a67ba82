// Rules of a check that the catalog or the profile has nothing to show with, each left with its own reason.
import type { Expect } from '../kit/expect.ts'
import type { Untested } from './product-coverage.ts'

export const leaveUntested = (expect: Expect, verifies: readonly string[], untested: readonly Untested[]): void => {
  for (const { rule, reason } of untested) if (verifies.includes(rule)) expect(rule).notTested(reason)
}
