// What a run looks for when it is after some rules alone, so that it may go where they were broken before, and end there.
import type { Action } from '../model/actions.ts'
import type { Claim } from '../evidence/comparison.ts'

export type Sought = {
  rules: ReadonlySet<string>
  /** How an order was led to a breach of one of them before: tried ahead of all the rest. Null where it is not known. */
  way: readonly Action[] | null
  /** Told how an order was led to a breach. */
  found(way: readonly Action[]): void
}

export const isSought = (sought: Sought | null, { rule, held }: Claim): boolean =>
  !held && sought !== null && sought.rules.has(rule)
