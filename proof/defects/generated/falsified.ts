// Generated from the table of known values: each value whose truth stands elsewhere, shown as another one of the same form.
import { readFixture } from '../../../simulator/contract/contract.ts'
import type { Defect } from '../defect.ts'
import { otherwise } from './otherwise.ts'
import { pathIn, type Shown, shown } from './shown-fields.ts'

type Truth = Record<string, Record<string, string>>

const truth = Object.assign(
  {},
  ...Object.values((readFixture('known-values.yaml') as { truth: Truth }).truth),
) as Record<string, string>

const named = (where: Shown, path: string): string => where.id(path).replace('-without-', '-with-another-')

export const falsified: readonly Defect[] = shown.flatMap((where) =>
  Object.entries(truth).flatMap(([field, breaks]): Defect[] => {
    const path = pathIn(where, field)
    if (path === null) return []
    const bug = `The ${field.split('.')[0]} shows another ${path} than the true one.`
    return [{ id: named(where, path), breaks, bug, apply: where.changed(path, otherwise) }]
  }),
)
