// What the planner assumes of one step: the decided outcome, or the known or most usual reading.
import type { Action } from './actions.ts'
import { atRest } from './resting.ts'
import type { OrderModel } from './order-model.ts'
import { mergeOutcomes } from './outcome.ts'
import { step } from './step.ts'
import type { Machine } from './machine.ts'

export type Assumption = { is: 'accepted' | 'refused' | 'open'; next: OrderModel; freedoms: string[] }

const startsUnderReview = (machine: Machine, product: string): boolean => {
  const reading = machine.readings['create.review-first']
  return reading === 'always' || (product === 'reviewed' && reading !== 'never')
}

/** `next` of an open step is the order as though nothing had moved it. */
export const assume = (machine: Machine, model: OrderModel | null, action: Action): Assumption => {
  const { expectation, outcomes } = step(machine, model, action)
  if (action.do === 'create') {
    const start = startsUnderReview(machine, action.product) ? 'pending_review' : 'new'
    const outcome = outcomes.find(({ next }) => next.status.includes(start))!
    return { is: 'accepted', next: outcome.next, freedoms: [] }
  }
  if (expectation.is === 'open') return { is: 'open', next: model!, freedoms: expectation.freedoms }
  const decided = outcomes.filter((outcome) => outcome.freedom === null && outcome.answer === expectation.is)
  if (decided.length === 0) return { is: 'open', next: model!, freedoms: [] }
  const next = mergeOutcomes(decided)
  const settled = action.do === 'read' && action.settle === true
  return { is: expectation.is, next: settled ? { ...next, ...atRest(machine, model!) } : next, freedoms: [] }
}
