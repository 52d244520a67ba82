// What `assay replay` runs again, as fixtures/schemas/plan.schema.json describes it: written beside the report, one for each cause.

export const planFormat = 'assay-plan'
export const planVersion = 1

/** Steps over orders that the plan names; ids are the target's and are bound when it is run. */
export type StoredPlan = {
  version: 1
  id: string
  seed: number
  steps: { order: string; action: { do: string; [detail: string]: unknown } }[]
}

export type PlanFile = {
  format: typeof planFormat
  version: typeof planVersion
  /** The violated rule, and the check that found it. */
  rule: string
  found_by: string
  /** The seed of the run, from which a check draws its choices. */
  seed: number
  expected: unknown
  received: unknown
  pointer: string | null
  run: { plan: StoredPlan } | { check: string }
}

/** What a plan is called among the files of a report. */
export const planPath = (cause: string): string => `plans/${cause.replaceAll(/[^A-Za-z0-9._-]/g, '_')}.json`
