// The checks that a run did not begin, each with the reason that the report gives for its rules.
import { reason, type GivenReason } from '../evidence/inconclusive.ts'
import type { Check } from '../kit/check.ts'
import type { LeftOut } from './conclude.ts'
import type { RunPlan } from './plan-run.ts'
import type { RunOptions } from './run-options.ts'

export const outsideBudget = ({ budget = 0 }: RunOptions): GivenReason => reason('outside-budget', { budget })

/** What is of no concern to a part of a run. */
export const othersLeftOut = ({ unasked, shard }: RunOptions): LeftOut[] => [
  { checks: unasked, reason: 'outside-selection' },
  ...(shard ? [{ checks: shard.elsewhere, reason: 'in-another-shard' } as const] : []),
]

/** @param why the checks that are left were not begun */
export const leftOut = (options: RunOptions, plan: RunPlan, left: readonly Check[], why: GivenReason): LeftOut[] => {
  const planned = new Set([...plan.chosen, ...plan.outside])
  return [
    { checks: left, reason: why },
    { checks: plan.outside, reason: outsideBudget(options) },
    { checks: options.checks.filter((check) => !planned.has(check)), reason: 'no-requests-to-spare' },
  ]
}
