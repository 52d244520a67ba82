// Operators on what is shown: the result of a presenter, the body of an answer or the data of an event, by dotted path.
import type { operations } from '../../../fixtures/openapi.d.ts'
import type { Decision as Change, Raised } from '../../domain/decision.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Answer, Asker } from '../wire.ts'
import { surround } from './decisions.ts'
import { changeAt, dropAt, isWire, renameAt, type Wire } from './edit-wire.ts'
import type { Called, Decision, Given, PathTo } from './member.ts'
import { mutation, perTarget, type Mutation, type Operator } from './mutation.ts'

export type Operation = Exclude<keyof operations, `on${string}`>
type EventType = `order.${string}`
type Presenter = PathTo<(...given: never[]) => object | undefined> & Decision

/** A presenter of the behaviour, an operation that succeeds, or a type of event that is raised. */
export type Place = Presenter | Operation | EventType

/** What the copy was made from: what the presenter was given, the answer and its asker, or the event and its change. */
type Context<P extends Place> = P extends Presenter
  ? Given<P>
  : P extends EventType
    ? [raised: Raised, decision: Change]
    : [answer: Answer, asker: Asker | undefined]

type When<P extends Place> = (...context: Context<P>) => boolean
type Edit<P extends Place> = (copy: Wire, ...context: Context<P>) => void
/** Of any place: what a function is handed is checked where the place is named. */
type AnyEdit = (copy: Wire, ...context: unknown[]) => void

/** Hands a copy of what is shown at a place to `edit`, each time it is shown. */
const eachTime = (behaviour: Behaviour, place: Place, edit: AnyEdit): void => {
  const edited = (value: unknown, ...context: unknown[]): unknown => {
    if (!isWire(value)) return value
    const copy = structuredClone(value)
    edit(copy, ...context)
    return copy
  }
  if (place.startsWith('order.'))
    return surround(behaviour, 'events.raised', (usual, decision) =>
      (usual(decision) as Raised[]).map((one) =>
        one.type === place ? { ...one, data: edited(one.data, one, decision) } : one,
      ),
    )
  if (place.includes('.')) return surround(behaviour, place, (usual, ...given) => edited(usual(...given), ...given))
  surround(behaviour, 'wire.finish', (usual, ...given) => {
    const answer = usual(...given) as Answer
    const [operation, , asker] = given
    const isMeant = operation === place && answer.status < 400 && isWire(answer.body)
    return isMeant ? { ...answer, body: edited(answer.body, answer, asker) } : answer
  })
}

const editing = (operator: Operator, place: Place, edit: unknown, when?: unknown): Mutation =>
  mutation(operator, (behaviour) =>
    eachTime(behaviour, place, (copy, ...context) => {
      if (when === undefined || (when as Called)(...context)) (edit as AnyEdit)(copy, ...context)
    }),
  )

/** Changes a copy of what is shown. */
export const edit = <P extends Place>(place: P, change: Edit<P>, when?: When<P>): Mutation =>
  editing('wrap', place, change, when)

/** Adds to what is shown. */
export const add = <P extends Place>(place: P, change: Edit<P>): Mutation => editing('add', place, change)

/** Leaves a field out. */
export const drop = <P extends Place>(place: P, path: string, when?: When<P>): Mutation =>
  editing('drop', place, (copy: Wire) => dropAt(copy, path), when)

/** Leaves out the entries of a list that fit. */
export const dropEntries = <P extends Place>(
  place: P,
  path: string,
  fits: (entry: Wire) => boolean,
  when?: When<P>,
): Mutation =>
  editing(
    'drop',
    place,
    (copy: Wire) => changeAt(copy, path, (entries) => (entries as Wire[]).filter((one) => !fits(one))),
    when,
  )

/** Calls a field by another name. */
export const rename = <P extends Place>(place: P, path: string, name: string): Mutation =>
  editing('retype', place, (copy: Wire) => renameAt(copy, path, name))

type Value<P extends Place> =
  | ((value: unknown, copy: Wire, ...context: Context<P>) => unknown)
  | string
  | number
  | boolean
  | null
  | readonly unknown[]
  | Wire

const changing =
  (operator: Operator) =>
  <P extends Place>(place: P, path: string, change: Value<P>, when?: When<P>): Mutation =>
    editing(
      operator,
      place,
      (copy: Wire, ...context: unknown[]) =>
        changeAt(copy, path, (value) =>
          typeof change === 'function' ? (change as Called)(value, copy, ...context) : change,
        ),
      when,
    )

/** Shows a value in another type or form. */
export const retype = changing('retype')

/** Shows another value of the same form. */
export const falsify = changing('falsify')

/** Shows the value that was shown first for a key ever after. */
export const staleAt = <P extends Place>(
  place: P,
  path: string,
  key: (copy: Wire, ...context: Context<P>) => unknown,
): Mutation =>
  perTarget(() => {
    const first = new Map<unknown, unknown>()
    const change = (value: unknown, copy: Wire, ...context: unknown[]): unknown => {
      const known = (key as Called)(copy, ...context)
      if (!first.has(known)) first.set(known, value)
      return first.get(known)
    }
    return editing('stale', place, (copy: Wire, ...context: unknown[]) =>
      changeAt(copy, path, (value) => change(value, copy, ...context)),
    )
  })

/** Shows another text; what is no text is left. */
export const respell = <P extends Place>(place: P, path: string, change: (text: string) => string): Mutation =>
  editing('falsify', place, (copy: Wire) =>
    changeAt(copy, path, (value) => (typeof value === 'string' ? change(value) : value)),
  )

/** Shows the entries of a list in another order. */
export const reorder = (operation: Operation, order: (entries: Wire[]) => Wire[]): Mutation =>
  editing('reorder', operation, (copy: Wire) => changeAt(copy, 'data', (entries) => order(entries as Wire[])))
