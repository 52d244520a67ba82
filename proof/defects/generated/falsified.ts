// Generated from the rules: each value whose truth stands elsewhere, shown as another one of the same form.
import type { Defect } from '../defect.ts'
import { ruleRows } from '../rule-rows.ts'
import { otherwise } from './otherwise.ts'
import { pathIn, type Shown, shown } from './shown-fields.ts'

const known = ruleRows.flatMap(({ id, known_from = {} }) =>
  Object.values(known_from).flatMap((values) => values.map((field) => ({ field, breaks: id }))),
)

const named = (where: Shown, path: string): string => where.id(path).replace('-without-', '-with-another-')

export const falsified: readonly Defect[] = shown.flatMap((where) =>
  known.flatMap(({ field, breaks }): Defect[] => {
    const path = pathIn(where, field)
    if (path === null) return []
    const bug = `The ${field.split('.')[0]} shows another ${path} than the true one.`
    return [{ id: named(where, path), breaks, bug, apply: where.changed(path, otherwise) }]
  }),
)
