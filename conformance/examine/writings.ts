// The ways to write one JSON value: the same meaning in other bytes.

type Write = (value: unknown) => string

export const compact: Write = (value) => JSON.stringify(value)

const indented: Write = (value) => JSON.stringify(value, null, 2)

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, entry]) => [key, reversed(entry)]),
  )
}

/** A space after each comma and colon, as several languages write JSON. */
export const spaced: Write = (value) => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${spaced(entry)}`)
  return `{${entries.join(', ')}}`
}

/** Everything outside ASCII as an escape. */
const escaped: Write = (value) =>
  // oxlint-disable-next-line no-control-regex
  JSON.stringify(value).replaceAll(/[^\u0000-\u007F]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })

export const writings: readonly { what: string; write: Write }[] = [
  { what: 'with compact JSON', write: compact },
  { what: 'with indented JSON', write: indented },
  { what: 'with spaces in its JSON', write: spaced },
  { what: 'with its keys in another order', write: (value) => compact(reversed(value)) },
  { what: 'with letters outside ASCII escaped', write: escaped },
  { what: 'with slashes escaped', write: (value) => compact(value).replaceAll('/', '\\/') },
  { what: 'with a line feed at its end', write: (value) => `${compact(value)}\n` },
]
