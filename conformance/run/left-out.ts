// The checks that a run did not begin, each with the reason that the report gives for its rules.
import { outsideSelection } from '../../reports/headline.ts'
import type { Check } from '../kit/check.ts'
import type { LeftOut } from './conclude.ts'
import type { RunPlan } from './plan-run.ts'
import type { RunOptions } from './run-options.ts'

export const outsideBudget = ({ budget }: RunOptions): string => `outside the budget of ${budget} requests`

/** What is of no concern to a part of a run. */
export const othersLeftOut = ({ unasked, shard }: RunOptions): LeftOut[] => [
  { checks: unasked, reason: outsideSelection },
  ...(shard ? [{ checks: shard.elsewhere, reason: 'its check is in another shard' }] : []),
]

/** @param why the checks that are left were not begun */
export const leftOut = (options: RunOptions, plan: RunPlan, left: readonly Check[], why: string): LeftOut[] => {
  const planned = new Set([...plan.chosen, ...plan.outside])
  return [
    { checks: left, reason: why },
    { checks: plan.outside, reason: outsideBudget(options) },
    { checks: options.checks.filter((check) => !planned.has(check)), reason: 'no requests were to spare for it' },
  ]
}
