// The plans of the model that a run has lived so far, and what they covered: what is tried next leans to the rest.
import { createCoverage, type Coverage } from './coverage.ts'
import type { Lived, ToldClaim } from './lived-plan.ts'

export type PlanBook = {
  coverage: Coverage
  lived: Lived[]
  /** What they contradicted. */
  told: ToldClaim[]
}

export const createPlanBook = (): PlanBook => ({ coverage: createCoverage(), lived: [], told: [] })
