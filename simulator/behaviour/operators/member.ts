// The members of the behaviour by dotted path, so that an operator can be given the one that it changes.
import type { Behaviour } from '../behaviour.ts'

type Key<T> = keyof T & string
type Groups = { [Part in Key<Behaviour>]: Behaviour[Part] } & {
  'creation.semantic': Behaviour['creation']['semantic']
  'creation.unset': Behaviour['creation']['unset']
  'creation.structural': Behaviour['creation']['structural']
  'catalog.lists': Behaviour['catalog']['lists']
}

/** Such as `lists.orders` or `creation.semantic.dueDate`. */
type Path = { [Group in Key<Groups>]: `${Group}.${Key<Groups[Group]>}` }[Key<Groups>]

export type Member<P extends Path> = {
  [G in Key<Groups>]: P extends `${G}.${infer Name}` ? (Name extends Key<Groups[G]> ? Groups[G][Name] : never) : never
}[Key<Groups>]

/** What `this` is in a decision. */
export type Owner<P extends Path> = {
  [G in Key<Groups>]: P extends `${G}.${infer Name}` ? (Name extends Key<Groups[G]> ? Groups[G] : never) : never
}[Key<Groups>]

type Anything = (...given: never[]) => unknown
export type Given<P extends Path> = Member<P> extends Anything ? Parameters<Member<P>> : never
export type Result<P extends Path> = Member<P> extends Anything ? ReturnType<Member<P>> : never

/** The paths whose member fits. */
export type PathTo<Kind> = { [P in Path]: Member<P> extends Kind ? P : never }[Path]
/** Members that are called. */
export type Decision = PathTo<Anything>
/** Members that are read. */
export type Constant = Exclude<Path, Decision>

type Untyped = Record<string, unknown>
export type Called = (this: unknown, ...given: unknown[]) => unknown

/** The object that holds a member, and the member's name in it. */
export const holderOf = (behaviour: Behaviour, path: string): [holder: Untyped, name: string] => {
  const steps = path.split('.')
  const name = steps.pop()!
  return [steps.reduce<Untyped>((inner, step) => inner[step] as Untyped, behaviour as unknown as Untyped), name]
}
