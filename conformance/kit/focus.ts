// The rules in focus of a run: it may start with the steps that violated them before, and end there.
import type { Action } from '../model/actions.ts'
import type { Assertion } from '../evidence/assertion.ts'

export type Focus = {
  rules: ReadonlySet<string>
  /** The steps of an order that violated one of them before: tried first. Null where unknown. */
  reproducer: readonly Action[] | null
  /** Called with the steps of an order to a violation. */
  found(reproducer: readonly Action[]): void
}

export const isInFocus = (focus: Focus | null, { rule, passed }: Assertion): boolean =>
  !passed && focus !== null && focus.rules.has(rule)
