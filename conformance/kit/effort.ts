// How much of their work the checks and scenarios with many similar requests do: all of it, or a share under a budget.

/** Checks and scenarios that look at `context.effort`: those that do less under a budget, and those that do more with plenty. */
export const scaling: Readonly<Record<string, 'shrinks' | 'grows'>> = {
  'scenario.violating-orders': 'shrinks',
  'scenario.order-walk': 'shrinks',
  'scenario.covering-orders': 'grows',
  'create.hostile-bodies-do-no-harm': 'grows',
}

export const effortsBelow: readonly number[] = [1, 0.75, 0.5, 0.3]
export const mostEffort = 3

/** What a check or scenario costs under an effort, when it costs `requests` as a rule. */
export const scaled = (source: string, requests: number, effort: number): number => {
  const reproducer = scaling[source]
  if (reproducer === undefined) return requests
  return Math.ceil(requests * (reproducer === 'shrinks' ? Math.min(1, effort) : Math.max(1, effort)))
}

/** The first of a list that is worth most at its beginning; all of it at full effort. */
export const firstShare = <T>(list: readonly T[], effort: number): T[] =>
  effort >= 1 ? [...list] : list.slice(0, Math.max(1, Math.ceil(list.length * effort)))
