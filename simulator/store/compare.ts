// The orders in which lists are kept; ids break ties, compared as plain text.

export type Dated = { id: string; created_at: number }

export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const byId = (a: { id: string }, b: { id: string }): number => byText(a.id, b.id)

export const oldestFirst = (a: Dated, b: Dated): number => a.created_at - b.created_at || byText(a.id, b.id)

export const newestFirst = (a: Dated, b: Dated): number => oldestFirst(b, a)
