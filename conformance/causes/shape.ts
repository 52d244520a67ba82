// The outline of a value: what differs from one occurrence of a fault to the next is left out.

const mostCharacters = 240
const mostKeys = 24

const replacements: [RegExp, string][] = [
  [/\b(ord|doc|msg|rr|evt|cli|len|cmp)_[A-Za-z0-9_.~-]+/g, '$1_#'],
  [/\bassay-[0-9a-z-]+/g, 'assay-#'],
  [/\d{4}-\d{2}-\d{2}T[0-9:.]+(?:Z|[+-]\d{2}:\d{2})/g, '<time>'],
  [/\d{4}-\d{2}-\d{2}/g, '<date>'],
  [/\b[0-9a-f]{16,}\b/g, '<hex>'],
  [/\d+/g, '#'],
]

const shapeOfText = (text: string): string =>
  replacements
    .reduce((shape, [pattern, replacement]) => shape.replace(pattern, replacement), text)
    .slice(0, mostCharacters)

const outline = (value: unknown, depth: number): string => {
  if (typeof value === 'string') return JSON.stringify(shapeOfText(value))
  if (typeof value === 'number') return '#'
  if (typeof value !== 'object' || value === null) return String(value)
  if (depth === 0) return '…'
  if (Array.isArray(value)) return `[${[...new Set(value.map((item) => outline(item, depth - 1)))].toSorted().join()}]`
  const keys = Object.keys(value).toSorted().slice(0, mostKeys)
  return `{${keys.map((key) => `${key}:${outline((value as Record<string, unknown>)[key], depth - 1)}`).join()}}`
}

/** An expectation without what it says of the one case. */
export const shapeOfExpectation = (expected: unknown): string =>
  shapeOf(typeof expected === 'string' ? expected.replace(/ \([^()]*\)$/, '') : expected)

export const shapeOf = (value: unknown): string => outline(value, 3).slice(0, mostCharacters)

/** A JSON pointer with the positions in arrays left out. */
export const shapeOfPointer = (pointer: string | null): string => pointer?.replace(/\/\d+(?=\/|$)/g, '/*') ?? ''
