// Assertions that name their rule, record what they compared, and never stop the check.
import { isDeepStrictEqual } from 'node:util'
import type { Assertion } from '../evidence/assertion.ts'
import type { Answered } from '../evidence/exchange.ts'
import { oneOf } from '../evidence/expected.ts'
import { notTested, type GivenReason, type Inconclusive } from '../evidence/inconclusive.ts'
import { seenStatus, type Seen } from '../evidence/seen.ts'

type Expectation = {
  /** All return whether it passed. */
  equal(received: Seen, expected: unknown): boolean
  /** `2xx` and `4xx` stand for a whole class. @throws Inconclusive where the action is switched off for the lender */
  status(answer: Answered, ...expected: (number | '2xx' | '4xx')[]): boolean
  oneOf(received: Seen, expected: readonly unknown[]): boolean
  /** `expected` is a value, or a form of `evidence/expected.ts`. */
  that(received: Seen, holds: (value: unknown) => boolean, expected: unknown): boolean
  /** This target has nothing to show the rule with; the reason names what is missing. Comparisons outweigh it. */
  notTested(reason: GivenReason): void
  /** As a check that throws it, for these rules alone: the others go on. */
  stopped(why: Inconclusive): void
  /** What was compared is not all that these rules say: as long as it held, it is no pass. */
  unfinished(why: Inconclusive): void
}

/** One rule, or several that one comparison asserts. */
export type Expect = (rule: string | readonly string[]) => Expectation

const fitsStatus = (status: number, expected: number | '2xx' | '4xx'): boolean =>
  typeof expected === 'number' ? status === expected : Math.floor(status / 100) === Number(expected[0])

/**
 * @param record gets every comparison, passed or not
 * @param excuse why an answer of another status says nothing of the rule
 * @param leave gets each rule that is left without a comparison, or with too few, and why
 */
export const createExpect =
  (
    record: (assertion: Assertion) => void,
    excuse: (answer: Answered) => Error | null = () => null,
    leave: (rule: string, why: Inconclusive, isUnfinished: boolean) => void = () => undefined,
  ): Expect =>
  (given) => {
    const rules = typeof given === 'string' ? [given] : given
    const compare = (passed: boolean, { value, ...seen }: Seen, expected: unknown): boolean => {
      for (const rule of rules) record({ rule, passed, expected, received: value, ...seen })
      return passed
    }
    return {
      equal: (received, expected) => compare(isDeepStrictEqual(received.value, expected), received, expected),
      status: (answer, ...expected) => {
        const passed = expected.some((one) => fitsStatus(answer.response.status, one))
        const excused = passed ? null : excuse(answer)
        if (excused) throw excused
        return compare(passed, seenStatus(answer), oneOf(expected))
      },
      oneOf: (received, expected) =>
        compare(
          expected.some((one) => isDeepStrictEqual(received.value, one)),
          received,
          oneOf(expected),
        ),
      that: (received, holds, expected) => compare(holds(received.value), received, expected),
      notTested: (reason) => rules.forEach((rule) => leave(rule, notTested(reason), false)),
      stopped: (why) => rules.forEach((rule) => leave(rule, why, false)),
      unfinished: (why) => rules.forEach((rule) => leave(rule, why, true)),
    }
  }
