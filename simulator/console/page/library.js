// The view library with one change: whatever is shown as text has no characters that a reader would not see.
import { h, render } from './preact.js'
import htm from './htm.js'
import { visible } from './text.js'

export { useCallback, useEffect, useMemo, useRef, useState } from './hooks.js'
export { render }

const shown = (piece) => {
  if (typeof piece === 'string') return visible(piece)
  return Array.isArray(piece) ? piece.map(shown) : piece
}

const parse = htm.bind((type, props, ...children) => h(type, props, ...children.map(shown)))

const spaced = new WeakMap()

/** A line break in the source is a space, as in any page. */
const withSpaces = (texts) => {
  if (!spaced.has(texts))
    spaced.set(
      texts,
      texts.map((text) => text.replace(/\s*\n\s*/g, ' ')),
    )
  return spaced.get(texts)
}

/** Texts become text nodes and attributes alone, never markup. */
export const html = (texts, ...values) => parse(withSpaces(texts), ...values)
