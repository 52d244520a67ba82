// A plan as it went on a target, and what its answers claim.
import type { Assertion } from '../evidence/assertion.ts'
import type { Span } from './blamed-step.ts'
import type { Drive } from './drive.ts'
import type { Machine } from './machine.ts'
import type { Answer } from './observation.ts'
import type { Plan, PlanStep } from './plan.ts'

export type Performer = {
  perform(step: PlanStep, index: number): Promise<Answer | null>
  /** The target's id of an order of the plan, once it was created. */
  idOf(order: string): string | undefined
  exchangesOf(index: number): string[]
  /** When a step was under way; null where it got no answer. */
  spanOf(index: number): Span | null
  /** Orders of which some step got no answer. */
  unanswered: ReadonlySet<string>
}

export type PlanRun = { machine: Machine; plan: Plan; drive: Drive; performer: Performer }

/** Where a plan failed: in the answer to a step, in the events, in the order list, or by an invariant. */
export type Via = 'answer' | 'history' | 'list' | 'invariant'

/** One claim, the exchanges that show it, and the step of the plan that it is about; null where it is about none. */
export type PlanAssertion = {
  claim: Assertion
  about: string
  requests: string[]
  plan: Plan
  step: number | null
  via: Via
}
