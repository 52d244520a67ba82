// Generated from what the rule rows say of the body of a create: a keyword of its schema that is lost, or one too many.
import { demand, loosen, waive } from '../../operators/index.ts'
import type { Mutation } from '../../operators/mutation.ts'
import type { Defect } from '../defect.ts'
import { ruleRows, type Input } from '../rule-rows.ts'

/** Rules that a defect written by hand breaks in another form. */
const inAnotherForm = new Set(['create.order-type-code-required', 'create.postal-code-required'])

type Kind = { id: (path: string) => string; bug: (path: string) => string; apply: (path: string) => Mutation }

const kinds: Record<string, Kind> = {
  'required refused': {
    id: (name) => `create-without-${name}`,
    bug: (path) => `${path} was never marked as required.`,
    apply: (path) => waive('createOrder', path),
  },
  'required accepted': {
    id: (name) => `${name}-demanded`,
    bug: (path) => `${path} is demanded of every create.`,
    apply: (path) => demand('createOrder', path),
  },
  'enum refused': {
    id: (name) => `any-${name}-taken`,
    bug: (path) => `${path} is stored whatever it says.`,
    apply: (path) => loosen('createOrder', path, { enum: undefined }),
  },
}

/** Where a row names several places, at the last: the innermost. */
const defectOf = (breaks: string, { path, keyword, is }: Input): Defect[] => {
  const kind = kinds[`${keyword} ${is}`]
  if (kind === undefined || path === undefined || inAnotherForm.has(breaks)) return []
  const entries = path.replaceAll(/\.\d+(?=\.)/g, '.*')
  return [
    {
      id: kind.id(entries.replaceAll(/[.*_]+/g, '-')),
      breaks,
      bug: kind.bug(entries),
      apply: kind.apply(entries),
    },
  ]
}

export const inputs: readonly Defect[] = ruleRows.flatMap(({ id, input }) => {
  const last = [input].flat().at(-1)
  return last === undefined ? [] : defectOf(id, last)
})
