// What a check makes of a scenario that is made up for a test.
import type { Inconclusive } from '../evidence/inconclusive.ts'
import type { Assertion } from '../evidence/assertion.ts'
import type { Check } from '../kit/check.ts'
import type { CheckContext } from '../kit/context.ts'
import { createExpect } from '../kit/expect.ts'
import { outcomesOf, type RuleOutcome } from '../verdict/check-outcome.ts'

export const judgedBy = async (
  { run, verifies }: Check,
  seen: unknown,
  context: Partial<CheckContext> = {},
): Promise<RuleOutcome[]> => {
  const assertions: Assertion[] = []
  const left = new Map<string, Inconclusive>()
  const unfinished = new Map<string, Inconclusive>()
  const expect = createExpect(
    (one) => assertions.push(one),
    () => null,
    (rule, why, isUnfinished) => (isUnfinished ? unfinished : left).set(rule, why),
  )
  const shared = async () => seen
  const stopped = await run({ recordReading() {}, ...context, expect, shared } as unknown as CheckContext).then(
    () => null,
    (error: unknown) => error,
  )
  return outcomesOf(verifies, assertions, { stopped, inFlight: 0, unlooked: false, left, unfinished })
}
