// The plans of the model that ran so far, and what they covered: what is tried next leans to the rest.
import { createCoverage, type Coverage } from './coverage.ts'
import type { Answered } from '../evidence/exchange.ts'
import type { PlanRun, PlanAssertion } from './plan-run.ts'

export type PlanLog = {
  coverage: Coverage
  run: PlanRun[]
  /** What they contradicted. */
  contradictions: PlanAssertion[]
  /** The feed behind an event, as it was read last to judge them. */
  feed: { after: string; pages: Answered[] } | null
}

export const createPlanLog = (): PlanLog => ({ coverage: createCoverage(), run: [], contradictions: [], feed: null })
