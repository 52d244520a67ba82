// Text of whatever origin as text of Markdown: nothing in it makes a tag, a link, a heading or the end of a cell.
import { plainly } from './texts.ts'

/** Text of whatever origin as text of HTML. */
export const html = (text: string): string =>
  plainly(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Inside a word an underscore marks nothing, and a number sign only before a number or at the start. */
const signs = /[\\`*[\]|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|^#/gu

/** A name or a number that would be linked, for which no sign of Markdown helps. */
const links = /@|#(?=\d)/g

/** Text of whatever origin, as text: in a heading, a line or a cell of a table; a person can read it unrendered too. */
export const words = (text: string): string =>
  html(text)
    .replaceAll(signs, (sign) => `\\${sign}`)
    .replaceAll(links, (sign) => `&#${sign.codePointAt(0)};`)

/** A span of code that may stand in a cell; what would end it is written as its twin. */
export const code = (text: string): string =>
  `\`${plainly(text)
    .replaceAll('`', 'ˋ')
    .replaceAll(/\\(?=\|)/g, '⧵')
    .replaceAll('|', '\\|')}\``
