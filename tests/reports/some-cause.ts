// A cause that is made up for tests of what reads causes: one finding, reproduced each time.
import type { CauseFound } from '../../reports/run-record.ts'

/** Headed by the first of the rules. */
export const someCause = (rules: readonly [string, ...string[]], more: Partial<CauseFound> = {}): CauseFound => ({
  type: 'cause',
  cause: rules[0],
  rule: rules[0],
  rules: [...rules],
  label: 'deterministic',
  reason: null,
  tries: { made: 2, again: 2 },
  example: 0,
  findings: [0],
  requests: 0,
  plan: null,
  ...more,
})
