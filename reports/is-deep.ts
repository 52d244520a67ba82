// JSON of so many levels that walking it would overflow the stack: nothing that assay writes is nearly as deep.

const mostLevels = 500

export const isDeep = (value: unknown, levels = mostLevels): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Object.values(value)) if (isDeep(inner, levels - 1)) return true
  return false
}
