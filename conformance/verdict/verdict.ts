// The six verdicts, worst first: where several speak for one rule, the first of this order counts.

export const verdicts = ['fail', 'error', 'inconclusive', 'pass', 'not-tested', 'not-applicable'] as const

export type Verdict = (typeof verdicts)[number]

/** `not-tested` when nobody spoke. */
export const worst = (spoken: readonly Verdict[]): Verdict =>
  verdicts.find((verdict) => spoken.includes(verdict)) ?? 'not-tested'
