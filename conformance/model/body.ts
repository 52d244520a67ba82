// Safe access to an answer's body, which may be anything.

export const at = (body: unknown, ...path: (string | number)[]): unknown => {
  let value = body
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string | number, unknown>)[key]
  }
  return value
}

export const textAt = (body: unknown, ...path: (string | number)[]): string | null => {
  const value = at(body, ...path)
  return typeof value === 'string' ? value : null
}

export const listAt = (body: unknown, ...path: (string | number)[]): unknown[] => {
  const value = at(body, ...path)
  return Array.isArray(value) ? value : []
}
