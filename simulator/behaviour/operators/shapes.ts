// Operators on the shapes of request bodies: what they demand, and which values they take.
import type { Behaviour } from '../behaviour.ts'
import type { Shape } from '../shape.ts'
import type { ShapeName } from '../shapes.ts'
import { mutation, type Mutation, type Operator } from './mutation.ts'

type Part = Shape & { required?: string[]; properties?: Record<string, Part>; items?: Part; enum?: unknown[] }

/** The part at a dotted path; a star stands for the entries of an array. A behaviour's own, so that it may be changed. */
const partAt = ({ shapes }: Behaviour, name: ShapeName, path: string): Part =>
  path
    .split('.')
    .filter((step) => step !== '')
    .reduce<Part>((part, step) => (step === '*' ? part.items! : part.properties![step]!), shapes[name])

const ownerAt = (behaviour: Behaviour, name: ShapeName, path: string): [owner: Part, member: string] => {
  const at = path.lastIndexOf('.')
  return [partAt(behaviour, name, path.slice(0, Math.max(0, at))), path.slice(at + 1)]
}

/** A field that must be sent may be left out. */
export const waive = (name: ShapeName, path: string): Mutation =>
  mutation('accept', (behaviour) => {
    const [owner, member] = ownerAt(behaviour, name, path)
    owner.required = owner.required!.filter((one) => one !== member)
  })

/** A field that may be left out must be sent. */
export const demand = (name: ShapeName, path: string): Mutation =>
  mutation('refuse', (behaviour) => {
    const [owner, member] = ownerAt(behaviour, name, path)
    owner.required = [...(owner.required ?? []), member]
  })

/** Keywords of a part with other values; undefined takes one away. */
type Keywords = Shape | ((part: Part) => Shape)

const rewriting =
  (operator: Operator) =>
  (name: ShapeName, path: string, keywords: Keywords): Mutation =>
    mutation(operator, (behaviour) => {
      const part = partAt(behaviour, name, path)
      Object.assign(part, typeof keywords === 'function' ? keywords(part) : keywords)
      for (const [keyword, value] of Object.entries(part)) if (value === undefined) delete part[keyword]
    })

/** Takes values that must be refused. */
export const loosen = rewriting('accept')

/** Refuses values that must be taken. */
export const tighten = rewriting('refuse')
