// JSON of so many levels that walking it would overflow the stack: nothing that assay writes is nearly as deep.
import { bounds } from '../fixtures/bounds.ts'

export const isDeep = (value: unknown, levels = bounds.shown.levels): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Object.values(value)) if (isDeep(inner, levels - 1)) return true
  return false
}
