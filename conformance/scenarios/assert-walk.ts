// Turns the results of the walk for some rules into assertions of a check.
import { orderWalk, type OrderWalk } from './order-walk.ts'
import { check, type Check } from '../kit/check.ts'
import type { CheckContext } from '../kit/context.ts'
import { notTested, reason, type GivenReason } from '../evidence/inconclusive.ts'

/** Enough evidence for a pass; a failure is shown in full. */
const examples = 3

type WalkOptions = {
  /** Rules for which the walk may have no result. */
  also?: readonly string[]
  /** Why it may have no result for the others, where none of its steps failed. */
  missing?: GivenReason
}

/**
 * @throws Inconclusive `not-tested`, after all assertions, where the walk has no result for some of the others.
 */
export const assertWalk = (
  { expect }: CheckContext,
  walk: OrderWalk,
  rules: readonly string[],
  { also = [], missing = 'not-seen-on-walk' }: WalkOptions = {},
): void => {
  for (const rule of [...rules, ...also]) {
    const shown = walk.get(rule) ?? []
    const broken = shown.filter(({ claim }) => !claim.passed)
    for (const { claim, about, requests } of [
      ...broken,
      ...shown.filter(({ claim }) => claim.passed).slice(0, examples),
    ]) {
      const value = claim.passed ? 'as expected' : claim.received
      const expected = claim.passed ? `as the model expects: ${about}` : claim.expected
      const { passed, pointer, failure } = claim
      const seen = { value, requests, ...(pointer && { pointer }), ...(failure && { failure }) }
      expect(rule).that(seen, () => passed, expected)
    }
  }
  if (rules.every((rule) => walk.has(rule))) return
  const broken = [...walk].find(([, shown]) => shown.some(({ claim }) => !claim.passed))
  throw notTested(broken ? reason('stopped-after-failure', { rule: broken[0] }) : missing)
}

/** Of rules that the walk alone judges. */
export const walkCheck = (id: string, verifies: readonly string[]): Check =>
  check({
    id,
    verifies,
    needs: ['orders', 'sandbox'],
    async run(context) {
      assertWalk(context, await context.shared(orderWalk), verifies)
    },
  })
