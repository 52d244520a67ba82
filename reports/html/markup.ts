// Markup as a value of its own: the `html` tag escapes whatever is not markup already, and shows what would not be seen.

export type Html = { readonly markup: string }

export type Piece = Html | string | number | null | undefined | false | readonly Piece[]

// Controls, marks that turn the direction of a text, characters without width, and halves of surrogate pairs.
const unseen =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\0-\x08\v\f\x0E-\x1F\x7F-\x9F\u00AD\u061C\u115F\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\p{Cs}/gu

/** A character that a reader would not see, or that would move what they do see, becomes its code. */
export const visible = (text: string): string =>
  text.replace(unseen, (one) => `⟨U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeText = (text: string): string => visible(text).replace(/[&<>"']/g, (one) => entities[one]!)

const markupOf = (piece: Piece): string => {
  if (piece === null || piece === undefined || piece === false) return ''
  if (typeof piece === 'string') return escapeText(piece)
  if (typeof piece === 'number') return String(piece)
  return 'markup' in piece ? piece.markup : piece.map(markupOf).join('')
}

const trimmed = new WeakMap<TemplateStringsArray, readonly string[]>()

/** The indent of the source is none of the page's: of a line break with its white space, the line break is left. */
const trimmedTexts = (texts: TemplateStringsArray): readonly string[] => {
  const known = trimmed.get(texts)
  if (known) return known
  const made = texts.map((text) => text.replace(/\s*\n\s*/g, '\n'))
  trimmed.set(texts, made)
  return made
}

export const html = (texts: TemplateStringsArray, ...pieces: Piece[]): Html => ({
  markup: trimmedTexts(texts).reduce((all, text, index) => `${all}${markupOf(pieces[index - 1])}${text}`),
})

/** For texts of our own that are markup: a style sheet, a script. */
export const raw = (markup: string): Html => ({ markup })

export const join = (pieces: readonly Piece[], between: string): Html => ({
  markup: pieces.map(markupOf).join(escapeText(between)),
})
