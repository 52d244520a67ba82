// What a mutation operator gives: a change of the behaviour that knows the operator it was made by.
import type { Behaviour } from '../behaviour.ts'

/** Each operator, and what it does to a decision of the behaviour. */
export const operators = {
  skip: 'a check or an effect that is due does not happen',
  accept: 'what must be refused is taken',
  refuse: 'what must be taken is refused',
  late: 'a call is refused after it was carried out',
  replace: 'another decision is made in its place',
  set: 'a constant has another value',
  misread: 'the decision is made from something else than what was sent or kept',
  wrap: 'what was decided is changed afterwards',
  drop: 'a field, an entry, a header or an event is left out',
  add: 'a field, an entry, a header or an event is added',
  retype: 'a value has another type or form',
  falsify: 'a value is another one of the same form',
  answer: 'an answer has another status, code or body',
  reorder: 'entries come in another order',
  repeat: 'what is due once happens again',
  stale: 'what was first stays, whatever changes',
  delay: 'what is due comes later',
  redirect: 'a move ends in another status',
} as const

export type Operator = keyof typeof operators

/** A behaviour, or the ground of a reading, which holds one. */
type Target = Behaviour | { behaviour: Behaviour }

/** Changes a behaviour in place; it is one target's own, so that two targets share nothing. */
export type Change = (target: Target) => void
export type Mutation = Change & {
  readonly operator: Operator
  /** The same change, where another operator says better what the bug is. */
  readonly as: (operator: Operator) => Mutation
}

/** A change of an operator's kind that no other function here makes. */
export const mutation = (operator: Operator, apply: (behaviour: Behaviour) => void): Mutation =>
  Object.assign((target: Target) => apply('behaviour' in target ? target.behaviour : target), {
    operator,
    as: (other: Operator) => mutation(other, apply),
  })

type Changes = [first: Operator | Mutation, ...others: Change[]]

/** Several changes that are one bug, which an operator or the first of them names. */
export const together = (...[first, ...others]: Changes): Mutation => {
  const isNamed = typeof first === 'string'
  return mutation(isNamed ? first : first.operator, (behaviour) => {
    for (const one of isNamed ? others : [first, ...others]) one(behaviour)
  })
}

/** Changes with a memory, the defaults of the parameters, which each target has for itself. */
export const perTarget = (make: () => Mutation | Changes): Mutation => {
  const made = (): Mutation => together(...([make()].flat() as Changes))
  return mutation(made().operator, (behaviour) => made()(behaviour))
}
