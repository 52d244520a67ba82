// Every field name is in snake case, whether the contract knows the field or not.
import { assertion } from '../evidence/assertion.ts'
import { matching } from '../evidence/expected.ts'
import { escapePointer } from './schema/visit.ts'
import type { ShapeInvariant } from './schema/shape.ts'

const rule = 'conventions.field-names-are-snake-case'
/** Letters of any script: the contract names no alphabet. Those of most have no capitals. */
const snake = /^[\p{Ll}\p{Lm}\p{Lo}][\p{Ll}\p{Lm}\p{Lo}\p{M}\p{Nd}]*(_[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{Nd}]+)*$/u

type Named = { pointer: string; name: string }

function* namesIn(value: unknown, pointer: string): Generator<Named> {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* namesIn(entry, `${pointer}/${index}`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) {
      const here = `${pointer}/${escapePointer(name)}`
      yield { pointer: here, name }
      // The offending value of a request may be quoted there, with the names its sender gave.
      if (!/^\/details\/\d+\/value$/.test(here)) yield* namesIn(entry, here)
    }
  }
}

export const fieldNames: ShapeInvariant = {
  id: 'invariant.field-names',
  rules: [rule],
  assert({ body }) {
    const names = [...namesIn(body, '')]
    const wrong = names.find(({ name }) => !snake.test(name))
    return names.length === 0 ? [] : assertion(rule, wrong === undefined, matching(snake), wrong?.name, wrong?.pointer)
  },
}
