// How the 2.6 XML of a report is written where the standard leaves a choice: what the reading of each freedom shows by.

type Tree = Record<string, unknown>

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** Each attribute and element below a tree, with the element that it stands in. */
function* members(tree: unknown, within = ''): Generator<{ name: string; value: unknown; within: string }> {
  if (Array.isArray(tree)) for (const entry of tree) yield* members(entry, within)
  else if (isTree(tree))
    for (const [name, value] of Object.entries(tree)) {
      const own = localName(name.replace(/^@_/, ''))
      yield { name: name.startsWith('@_') ? `@${own}` : own, value, within }
      if (!name.startsWith('@_')) yield* members(value, own)
    }
}

const places: Record<string, string> = { IMAGE: 'image-of-the-form', FORM: 'form', REPORT: 'report' }

const textIn = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textIn).join('')
  return isTree(value)
    ? Object.entries(value)
        .filter(([name]) => !name.startsWith('@_'))
        .map(([, inner]) => textIn(inner))
        .join('')
    : ''
}

const dateForm = (text: string): string | undefined => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'year-first'
  return /^\d{2}\/\d{2}\/\d{4}$/.test(text) ? 'month-first' : undefined
}

const amountForm = (text: string): string | undefined => {
  if (/^\d{1,3}(,\d{3})+$/.test(text)) return 'commas'
  if (/^\d+\.\d{2}$/.test(text)) return 'decimals'
  return /^\d{4,}$/.test(text) ? 'whole' : undefined
}

/** The reading of each freedom that the response shows, by the id of the freedom. */
export const readingsOfWriting = (shown: string, response: unknown): Record<string, string> => {
  const found: Record<string, string> = {}
  const note = (freedom: string, reading: string | undefined): void => {
    if (reading !== undefined) found[freedom] ??= reading
  }
  if (/ 2\.6GSE\b/.test(shown)) note('documents.version-of-2-6-data', 'gse')
  else if (shown.endsWith(' 2.6')) note('documents.version-of-2-6-data', 'plain')
  for (const { name, value, within } of members(response)) {
    if (name === 'EMBEDDED_FILE') {
      note('documents.place-of-the-embedded-pdf', places[within])
      note('documents.base64-of-the-embedded-pdf', /\S\s+\S/.test(textIn(value)) ? 'wrapped' : 'one-line')
    }
    if (!name.startsWith('@') || typeof value !== 'string') continue
    if (name.endsWith('Date')) note('documents.dates-of-2-6-data', dateForm(value))
    if (name.endsWith('Amount')) note('documents.amounts-of-2-6-data', amountForm(value))
  }
  return found
}
