// One JSON value in other words of the same meaning: its keys in another order, spaces in it, escapes instead of letters.

const withKeys = (order: (entries: [string, unknown][]) => [string, unknown][]) => {
  const ordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(ordered)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(order(Object.entries(value)).map(([key, entry]) => [key, ordered(entry)]))
  }
  return ordered
}

export const sortedKeys = withKeys((entries) => entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))

export const reversedKeys = withKeys((entries) => entries.toReversed())

/** A space after each comma and colon, as several languages write JSON. */
export const spaced = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${spaced(entry)}`)
  return `{${entries.join(', ')}}`
}

/** Everything outside ASCII as an escape. */
export const inAscii = (json: string): string =>
  json.replaceAll(/[\u0080-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
