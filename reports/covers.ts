// Whether an answer has a value of which a check compared some fields.

/** An object has at least those fields; a list has as many entries, each of them alike. */
export const covers = (value: unknown, part: unknown): boolean => {
  if (typeof value !== 'object' || value === null || typeof part !== 'object' || part === null)
    return Object.is(value, part)
  if (Array.isArray(value) !== Array.isArray(part)) return false
  if (Array.isArray(value) && value.length !== (part as unknown[]).length) return false
  return Object.entries(part).every(([name, one]) => covers((value as Record<string, unknown>)[name], one))
}
