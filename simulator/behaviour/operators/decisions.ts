// Operators on one decision of the behaviour: what is called with something and decides.
import type { Behaviour } from '../behaviour.ts'
import type { Detail, Refusal } from '../../domain/refusal.ts'
import {
  holderOf,
  type Called,
  type Constant,
  type Decision,
  type Given,
  type Member,
  type Owner,
  type PathTo,
  type Result,
} from './member.ts'
import { mutation, type Change, type Mutation, type Operator } from './mutation.ts'

type Around = (this: unknown, usual: Called, ...given: unknown[]) => unknown

/** Puts a decision in the place of one; `usual` is the one it replaces. */
export const surround = (behaviour: Behaviour, at: string, around: Around): void => {
  const [holder, name] = holderOf(behaviour, at)
  const original = holder[name] as Called
  holder[name] = function mutated(this: unknown, ...given: unknown[]) {
    return around.call(this, original.bind(this), ...given)
  }
}

const around = (operator: Operator, at: string, change: unknown): Mutation =>
  mutation(operator, (behaviour) => surround(behaviour, at, change as Around))

/** The decision as it is replaced, which may ask the usual one. */
type Instead<P extends Decision> = (
  this: Owner<P>,
  usual: (...given: Given<P>) => Result<P>,
  ...given: Given<P>
) => Result<P>
type When<P extends Decision> = (this: Owner<P>, ...given: Given<P>) => boolean

const onlyWhen = (operator: Operator, at: string, decide: (...given: never[]) => unknown, when?: unknown): Mutation =>
  around(operator, at, function (this: unknown, usual: Called, ...given: unknown[]) {
    const applies = when === undefined || (when as Called).apply(this, given)
    return applies ? (decide as Called).apply(this, given) : usual(...given)
  })

type Check = (...given: never[]) => void | readonly unknown[]

/** A check that finds nothing, always or where `when` says so. */
export const skip = <P extends PathTo<Check>>(at: P, when?: When<P & Decision>): Mutation =>
  onlyWhen('skip', at, () => [], when)

type Permits = PathTo<(...given: never[]) => boolean> & Decision

/** Says yes, always or where `when` says so. */
export const accept = <P extends Permits>(at: P, when?: When<P>): Mutation => onlyWhen('accept', at, () => true, when)

/** Says no, always or where `when` says so. */
export const refuse = <P extends Permits>(at: P, when?: When<P>): Mutation => onlyWhen('refuse', at, () => false, when)

/** Refuses with a refusal of its own what `refusal` gives one for; all else is decided as usual. */
export const refuseWith = <P extends Decision>(
  at: P,
  refusal: (this: Owner<P>, ...given: Given<P>) => Refusal | null | undefined | false,
): Mutation =>
  around('refuse', at, function (this: unknown, usual: Called, ...given: unknown[]) {
    const made = (refusal as Called).apply(this, given)
    if (made) throw made
    return usual(...given)
  })

/** A check that finds what is no fault, where `when` says so. */
export const fault = <P extends PathTo<(...given: never[]) => Detail[]> & Decision>(
  at: P,
  details: (...given: Given<P>) => Detail[],
  when?: When<P>,
): Mutation => onlyWhen('refuse', at, details as (...given: never[]) => unknown, when)

type Plain = string | number | boolean | null | undefined

/** Another decision, or what is decided whatever is given; always or where `when` says so. */
export const replace = <P extends Decision>(
  at: P,
  decide: ((this: Owner<P>, ...given: Given<P>) => Result<P>) | (Result<P> & Plain),
  when?: When<P>,
): Mutation => onlyWhen('replace', at, typeof decide === 'function' ? (decide as Called) : () => decide, when)

/** Another decision, which may ask the usual one. */
export const instead = <P extends Decision>(at: P, decide: Instead<P>): Mutation => around('replace', at, decide)

/** Changes a decision; `result` is the decision, with its inputs. */
export const wrap = <P extends Decision>(
  at: P,
  change: (this: Owner<P>, result: Result<P>, ...given: Given<P>) => Result<P>,
): Mutation =>
  around('wrap', at, function (this: unknown, usual: Called, ...given: unknown[]) {
    return (change as Called).call(this, usual(...given), ...given)
  })

/** Decides as usual, from something else than it was given. */
export const misread = <P extends Decision>(
  at: P,
  reading: (this: Owner<P>, ...given: Given<P>) => Partial<Given<P>> | Given<P>,
): Mutation =>
  around('misread', at, function (this: unknown, usual: Called, ...given: unknown[]) {
    const read = (reading as Called).apply(this, given) as unknown[]
    return usual(...read, ...given.slice(read.length))
  })

/** What is given first for a key is given ever after. */
export const stale = <P extends Decision>(at: P, key: (...given: Given<P>) => unknown = () => ''): Mutation =>
  mutation('stale', (behaviour) => {
    const first = new Map<unknown, unknown>()
    surround(behaviour, at, (usual, ...given) => {
      const [now, known] = [usual(...given), (key as Called)(...given)]
      if (!first.has(known)) first.set(known, now)
      return first.get(known)
    })
  })

/** Sees what a decision is given, for a bug with a memory: beside a mutation, and none on its own. */
export const note = <P extends Decision>(at: P, see: (...given: Given<P>) => void): Change =>
  around('wrap', at, (usual: Called, ...given: unknown[]) => {
    ;(see as Called)(...given)
    return usual(...given)
  })

type Value<P extends Constant> = Member<P> | ((usual: Member<P>) => Member<P>)

/** Another value of a constant, or one made from it. */
export const set = <P extends Constant>(at: P, value: Value<P>): Mutation =>
  mutation('set', (behaviour) => {
    const [holder, name] = holderOf(behaviour, at)
    holder[name] = typeof value === 'function' ? (value as Called)(holder[name]) : structuredClone(value)
  })
