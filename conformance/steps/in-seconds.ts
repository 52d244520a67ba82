// An instant as a query has it: in UTC, cut to its second.
export const inSeconds = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

/** When the first of some orders last changed; undefined where one of them does not show it. */
export const sinceFirstOf = (orders: readonly { updatedAt: number }[]): string | undefined => {
  const first = Math.min(...orders.map(({ updatedAt }) => updatedAt))
  return Number.isNaN(first) ? undefined : inSeconds(first)
}
