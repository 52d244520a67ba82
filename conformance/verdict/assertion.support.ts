// An assertion that is made up for a test of verdicts.
import type { Assertion } from '../evidence/assertion.ts'

export const assertion = (rule: string, passed: boolean): Assertion => ({
  rule,
  passed,
  expected: 1,
  received: passed ? 1 : 2,
  requests: ['x1'],
})
