// The rules in focus of a run: it may start with the steps that violated them before, and end there.
import type { Action } from '../model/actions.ts'
import type { Assertion } from '../evidence/assertion.ts'

export type Focus = {
  rules: ReadonlySet<string>
  /** How an order was led to a breach of one of them before: tried ahead of all the rest. Null where it is not known. */
  reproducer: readonly Action[] | null
  /** Called with how an order was led to a breach. */
  found(reproducer: readonly Action[]): void
}

export const isInFocus = (focus: Focus | null, { rule, passed }: Assertion): boolean =>
  !passed && focus !== null && focus.rules.has(rule)
